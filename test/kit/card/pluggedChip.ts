import { connect, type Socket } from 'node:net';
import type { Chip } from './chip.js';

/** What the driver of the virtual reader asks in one byte: power off and on, reset, answer to reset. */
const POWER_OFF = 0;
const POWER_ON = 1;
const RESET = 2;
const GET_ATR = 4;

/** A card in software in the virtual reader of vsmartcard: messages of two bytes of length, high byte first, and their content. */
export class PluggedChip {
  private readonly socket: Socket;
  private received: Buffer = Buffer.alloc(0);

  constructor(
    port: number,
    private readonly chip: Chip,
    private readonly interrupt: (command: Buffer) => boolean = () => false,
  ) {
    this.socket = connect(port, '127.0.0.1');
    this.socket.on('data', (bytes) => this.receive(bytes));
    // The reader goes with pcscd.
    this.socket.on('error', () => undefined);
  }

  unplug(): void {
    this.socket.destroy();
  }

  private receive(bytes: Buffer): void {
    this.received = Buffer.concat([this.received, bytes]);
    while (this.received.length >= 2) {
      const end = 2 + this.received.readUInt16BE();
      if (this.received.length < end) return;
      const message = this.received.subarray(2, end);
      this.received = this.received.subarray(end);
      const answer = message.length === 1 ? this.control(message.readUInt8()) : this.run(message);
      if (answer !== undefined && !this.socket.destroyed) this.send(answer);
    }
  }

  private control(question: number): Buffer | undefined {
    switch (question) {
      case POWER_OFF:
      case POWER_ON:
      case RESET:
        this.chip.reset();
        return undefined;
      case GET_ATR:
        return this.chip.atr;
      default:
        throw new Error(`the virtual reader asks ${question}`);
    }
  }

  private run(command: Buffer): Buffer | undefined {
    return this.interrupt(command) ? undefined : this.chip.transmit(command);
  }

  private send(answer: Buffer): void {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(answer.length);
    this.socket.write(Buffer.concat([length, answer]));
  }
}
