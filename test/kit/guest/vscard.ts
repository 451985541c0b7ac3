import { EventEmitter, once } from 'node:events';
import type { Socket } from 'node:net';
import type { Chip } from '../card/chip.js';
import { within } from './within.js';

/** Kinds of messages between QEMU's reader and the card behind it (libcacard, `vscard_common.h`). */
const INIT = 1;
const ERROR = 2;
const READER_ADD = 3;
const ATR = 5;
const CARD_REMOVE = 6;
const APDU = 7;

/** Kind, reader and length, each four bytes, high byte first. */
const HEADER_BYTES = 12;
/** An extended APDU, and no more (ISO/IEC 7816-4, 5.2). */
const LONGEST = 65_600;
const NO_READER = 0xffffffff;
const VERSION = 2;
const READER_NAME = 'kasirbox';
/** Longest that QEMU takes to answer, ms. */
const LIMIT = 30_000;

/**
 * A card in software behind QEMU's `ccid-card-passthru`. QEMU answers power on by itself, from the answer to reset that it was
 * given: a chip here is reset only when it is put in.
 */
export class PassedCard {
  private received: Buffer = Buffer.alloc(0);
  private readonly told = new EventEmitter();
  private chip: Chip | undefined;
  private reader = NO_READER;

  constructor(private readonly line: Socket) {
    line.on('data', (bytes: Buffer) => this.receive(bytes));
  }

  /** Introduces itself to a reader that has just been plugged in. */
  async meet(): Promise<void> {
    this.received = Buffer.alloc(0);
    const body = Buffer.alloc(12);
    body.write('VSCD', 0, 'latin1');
    body.writeUInt32BE(VERSION, 4);
    const met = this.next('init');
    this.send(INIT, NO_READER, body);
    await met;
    await this.confirmed(READER_ADD, Buffer.from(`${READER_NAME}\0`));
  }

  /** Puts a card in, whose PINs are no longer verified. */
  async insert(chip: Chip): Promise<void> {
    chip.reset();
    this.chip = chip;
    // QEMU does not answer it where all is well.
    this.send(ATR, this.reader, chip.atr);
  }

  /** Says nothing more to a reader that is about to be unplugged: QEMU 7.2 would fall over it. */
  leave(): void {
    this.chip = undefined;
  }

  /** Takes the card out, whatever it is doing. */
  async remove(): Promise<void> {
    this.chip = undefined;
    await this.confirmed(CARD_REMOVE, Buffer.alloc(0));
  }

  private async confirmed(kind: number, body: Buffer): Promise<void> {
    const answer = this.next('answer');
    this.send(kind, this.reader, body);
    const code = await answer;
    if (code !== 0) throw new Error(`QEMU refuses message ${kind} with ${code}`);
  }

  private async next(name: 'init' | 'answer'): Promise<number> {
    const [code] = (await within(LIMIT, `QEMU's ${name}`, once(this.told, name))) as [number];
    return code;
  }

  private receive(bytes: Buffer): void {
    this.received = Buffer.concat([this.received, bytes]);
    while (this.received.length >= HEADER_BYTES) {
      const length = this.received.readUInt32BE(8);
      if (length > LONGEST) throw new Error(`QEMU sends ${length} bytes`);
      const end = HEADER_BYTES + length;
      if (this.received.length < end) return;
      const message = this.received.subarray(0, end);
      this.received = this.received.subarray(end);
      this.understand(message.readUInt32BE(0), message.readUInt32BE(4), message.subarray(HEADER_BYTES));
    }
  }

  private understand(kind: number, reader: number, body: Buffer): void {
    switch (kind) {
      case INIT:
        this.told.emit('init', 0);
        return;
      case ERROR:
        this.reader = reader;
        this.told.emit('answer', body.readUInt32BE(0));
        return;
      case APDU:
        this.exchange(reader, Buffer.from(body));
        return;
      default:
        throw new Error(`QEMU sends message ${kind}`);
    }
  }

  private exchange(reader: number, command: Buffer): void {
    const { chip } = this;
    const answer = chip?.transmit(command);
    // It may have been taken out over it.
    if (answer !== undefined && this.chip === chip) this.send(APDU, reader, answer);
  }

  private send(kind: number, reader: number, body: Buffer): void {
    const header = Buffer.alloc(HEADER_BYTES);
    header.writeUInt32BE(kind, 0);
    header.writeUInt32BE(reader, 4);
    header.writeUInt32BE(body.length, 8);
    this.line.write(Buffer.concat([header, body]));
  }
}
