import type { Chip } from './chip.js';

/** Instruction that the chip knows; P1 and P2 say how many bytes it answers. */
const ECHO = 0xe0;

const status = (word: number): Buffer => Buffer.from([word >> 8, word & 0xff]);

/** The data that the chip answers: it depends on every byte of the command's data. */
export function echoOf(data: Uint8Array, length: number): Buffer {
  let sum = 1;
  for (const byte of data) sum = (sum * 31 + byte + 7) % 65_521;
  return Buffer.from(Array.from({ length }, (_, at) => (sum + at * (1 + (sum % 5))) & 0xff));
}

/** A chip that answers as many bytes as it is asked for, and counts what it has done. */
export class EchoChip implements Chip {
  executions = 0;
  resets = 0;
  /** What is left of an answer to a short command. */
  private rest: Buffer = Buffer.alloc(0);

  constructor(readonly atr: Buffer) {}

  reset(): void {
    this.resets += 1;
    this.rest = Buffer.alloc(0);
  }

  transmit(command: Buffer): Buffer {
    const [, ins = 0, p1 = 0, p2 = 0, first] = command;
    if (ins === 0xc0) return this.give(first === undefined || first === 0 ? 256 : first);
    if (ins !== ECHO) return status(0x6d00);
    this.executions += 1;
    const [data, expected] = bodyOf(command.subarray(4));
    const answer = echoOf(data, p1 * 256 + p2);
    if (expected > 256) return Buffer.concat([answer.subarray(0, expected), status(0x9000)]);
    this.rest = answer;
    return this.give(expected);
  }

  private give(length: number): Buffer {
    const some = this.rest.subarray(0, length);
    this.rest = this.rest.subarray(length);
    const left = length === 0 ? 0 : Math.min(this.rest.length, 256);
    return Buffer.concat([some, left === 0 ? status(0x9000) : status(0x6100 | (left & 0xff))]);
  }
}

/** The data of a command, and the maximum length of the answer; 0: no answer. */
function bodyOf(body: Buffer): [Buffer, number] {
  const none = Buffer.alloc(0);
  const [first = 0, high = 0, low = 0] = body;
  if (body.length === 0) return [none, 0];
  if (body.length === 1) return [none, first === 0 ? 256 : first];
  if (first !== 0) {
    const le = body[1 + first];
    return [body.subarray(1, 1 + first), le === undefined ? 0 : le === 0 ? 256 : le];
  }
  const length = high * 256 + low;
  if (body.length === 3) return [none, length === 0 ? 65_536 : length];
  const data = body.subarray(3, 3 + length);
  if (body.length === 3 + length) return [data, 0];
  const le = body.readUInt16BE(3 + length);
  return [data, le === 0 ? 65_536 : le];
}

/** A command for the chip: `size` bytes of data, `length` bytes of answer; undefined leaves a field out. */
export function echoCommand(data: Uint8Array | undefined, length: number | undefined, isExtended: boolean): Buffer {
  const wanted = length ?? 0;
  const header = Buffer.from([0x88, ECHO, (wanted >> 8) & 0xff, wanted & 0xff]);
  const field = (value: number): Buffer =>
    isExtended ? Buffer.from([(value >> 8) & 0xff, value & 0xff]) : Buffer.from([value & 0xff]);
  const parts: Uint8Array[] = [header];
  if (isExtended && (data !== undefined || length !== undefined)) parts.push(Buffer.from([0]));
  if (data !== undefined) parts.push(field(data.length), data);
  if (length !== undefined) parts.push(field(Math.min(length, isExtended ? 65_536 : 256)));
  return Buffer.concat(parts);
}
