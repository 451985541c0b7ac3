import { rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { newFolder } from '../folder.js';
import type { Chip } from './chip.js';

const OK = 0;
const SERVICE_STOPPED = 0x8010001e;
const NO_CARD = 0x8010000c;
const UNSUPPORTED_FEATURE = 0x8010001f;
const STATE_LENGTH = 184;

/** What pcscd is asked, by number; the length of what follows the header. */
const FAKE_COMMANDS = {
  0x01: { name: 'establish', length: 12 },
  0x04: { name: 'connect', length: 152 },
  0x05: { name: 'reconnect', length: 24 },
  0x06: { name: 'disconnect', length: 12 },
  0x09: { name: 'transmit', length: 32 },
  0x0a: { name: 'control', length: 24 },
  0x11: { name: 'version', length: 12 },
  0x12: { name: 'states', length: 0 },
  0x13: { name: 'wait', length: 0 },
} as const;
type Known = keyof typeof FAKE_COMMANDS;
export type FakeCommand = (typeof FAKE_COMMANDS)[Known]['name'] | 'signal';

/** A stand-in for pcscd with one reader, whose answers a test spoils. */
export class FakePcscd {
  readonly socket = join(newFolder('fake'), '..', 'pcscd.comm');
  readonly reader = 'Some Reader [CCID] 00 00';
  /** Versions 4:x that it accepts; of others it says the last of these. */
  minors: readonly number[] = [4];
  chip: Chip | undefined;
  changes = 0;
  hasReader = true;
  /** Number of the protocol that a connect ends with. */
  protocol = 2;
  /** Instead of the code of a good answer. */
  codes: Partial<Record<FakeCommand, number>> = {};
  /** Answers to questions to the reader's driver, by their number. */
  readonly controls = new Map<number, Buffer>();
  /** Changes what goes out; `undefined`: nothing does; `hang up` ends the connection. */
  spoil: (answer: Buffer, command: FakeCommand) => Buffer | 'hang up' | undefined = (answer) => answer;
  readonly asked: FakeCommand[] = [];
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private readonly waiting = new Set<Socket>();

  private constructor() {
    this.server = createServer((socket) => this.accept(socket));
  }

  static async start(): Promise<FakePcscd> {
    const fake = new FakePcscd();
    await new Promise<void>((listening) => fake.server.listen(fake.socket, listening));
    return fake;
  }

  insert(chip: Chip): void {
    this.chip = chip;
    this.changes += 1;
    this.signal();
  }

  remove(): void {
    this.chip = undefined;
    this.changes += 1;
    this.signal();
  }

  unplug(): void {
    this.hasReader = false;
    this.signal();
  }

  /** How many connections are open, after what has been closed had turns enough to arrive. */
  async connections(): Promise<number> {
    for (let turns = 0; turns < 100 && this.sockets.size > 0; turns += 1) await new Promise(setImmediate);
    return this.sockets.size;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((closed) => this.server.close(closed));
    rmSync(this.socket, { force: true });
  }

  private signal(): void {
    for (const socket of this.waiting) this.answer(socket, 'signal', words(0, this.codes.signal ?? OK));
    this.waiting.clear();
  }

  private accept(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('close', () => {
      this.sockets.delete(socket);
      this.waiting.delete(socket);
    });
    socket.on('error', () => undefined);
    let received = Buffer.alloc(0);
    socket.on('data', (bytes) => {
      received = Buffer.concat([received, bytes]);
      for (let used = this.serve(socket, received); used > 0; used = this.serve(socket, received)) {
        received = received.subarray(used);
      }
    });
  }

  /** Serves the first message; how many bytes it had, 0 while it is not whole. */
  private serve(socket: Socket, bytes: Buffer): number {
    if (bytes.length < 8) return 0;
    const length = bytes.readUInt32LE(0);
    const number = bytes.readUInt32LE(4);
    const known = FAKE_COMMANDS[number as Known] as (typeof FAKE_COMMANDS)[Known] | undefined;
    if (known?.length !== length) throw new Error(`pcscd would not know command ${number} of ${length} bytes`);
    const body = bytes.subarray(8, 8 + length);
    const more = known.name === 'transmit' ? body.readUInt32LE(12) : 0;
    if (bytes.length < 8 + length + more) return 0;
    this.asked.push(known.name);
    if (known.name === 'wait') this.waiting.add(socket);
    const sent = bytes.subarray(8 + length, 8 + length + more);
    this.answer(socket, known.name, this.run(known.name, Buffer.from(body), sent));
    return 8 + length + more;
  }

  private run(name: FakeCommand, body: Buffer, command: Buffer): Buffer {
    const code = this.codes[name] ?? OK;
    let bytes: Buffer = Buffer.alloc(0);
    switch (name) {
      case 'states':
      case 'wait':
        return this.states();
      case 'version': {
        const isAccepted = this.minors.includes(body.readUInt32LE(4));
        return words(4, this.minors.at(-1) ?? 0, isAccepted ? code : SERVICE_STOPPED);
      }
      case 'establish':
        body.writeUInt32LE(0x1234567, 4);
        break;
      case 'connect':
        body.writeUInt32LE(0x7654321, 140);
        body.writeUInt32LE(this.protocol, 144);
        break;
      case 'reconnect':
        body.writeUInt32LE(this.protocol, 16);
        if (this.chip === undefined) return withCode(body, NO_CARD);
        this.chip.reset();
        break;
      case 'transmit':
        if (code === OK && this.chip !== undefined) bytes = this.chip.transmit(command);
        body.writeUInt32LE(bytes.length, 24);
        break;
      case 'control': {
        const answer = this.controls.get(body.readUInt32LE(4));
        if (answer === undefined) return withCode(body, UNSUPPORTED_FEATURE);
        bytes = answer;
        body.writeUInt32LE(bytes.length, 16);
        break;
      }
      case 'disconnect':
      case 'signal':
        break;
    }
    return Buffer.concat([withCode(body, code), bytes]);
  }

  private states(): Buffer {
    const bytes = Buffer.alloc(16 * STATE_LENGTH);
    if (!this.hasReader) return bytes;
    const { atr } = this.chip ?? { atr: Buffer.alloc(0) };
    bytes.write(this.reader);
    bytes.writeUInt32LE(this.changes, 128);
    bytes.writeUInt32LE(this.chip === undefined ? 2 : 0x14, 132);
    atr.copy(bytes, 140);
    bytes.writeUInt32LE(atr.length, 176);
    return bytes;
  }

  private answer(socket: Socket, name: FakeCommand, good: Buffer): void {
    const answer = this.spoil(good, name);
    if (answer === 'hang up') socket.destroy();
    else if (answer !== undefined && !socket.destroyed) socket.write(answer);
  }
}

function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, at) => bytes.writeUInt32LE(value, 4 * at));
  return bytes;
}

function withCode(body: Buffer, code: number): Buffer {
  body.writeUInt32LE(code, body.length - 4);
  return body;
}
