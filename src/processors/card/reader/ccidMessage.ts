import { failed, ok, type Result } from '../../../base/index.js';

/** Messages to the reader (CCID 1.1, 6.1) that the box sends. */
export const COMMAND = {
  setParameters: 0x61,
  powerOn: 0x62,
  powerOff: 0x63,
  slotStatus: 0x65,
  getParameters: 0x6c,
  transfer: 0x6f,
  abort: 0x72,
} as const;

/** Messages from the reader (CCID 1.1, 6.2) that the box reads. */
export const ANSWER = { data: 0x80, slot: 0x81, parameters: 0x82 } as const;

/** Length of the header of each message, bytes. */
export const HEADER = 10;

export interface CcidCommand {
  readonly type: (typeof COMMAND)[keyof typeof COMMAND];
  /** The three bytes whose meaning depends on the message. */
  readonly specific?: readonly [number, number, number];
  readonly data?: Uint8Array;
}

export interface CcidAnswer {
  readonly type: number;
  readonly slot: number;
  readonly sequence: number;
  /** `active`: under power; `idle`: present without power. */
  readonly card: 'active' | 'idle' | 'absent';
  /** `extension`: the reader asks for more time, `code` times as much. */
  readonly outcome: 'done' | 'failed' | 'extension';
  /** Error code, see `nameOfError`. */
  readonly code: number;
  /** The last byte of the header: chaining of data, or number of the protocol. */
  readonly specific: number;
  readonly data: Buffer;
}

/** The bytes of a message to the first slot. */
export function encodeCommand(
  { type, specific = [0, 0, 0], data = Buffer.alloc(0) }: CcidCommand,
  sequence: number,
): Buffer {
  const message = Buffer.alloc(HEADER + data.length);
  message.writeUInt8(type, 0);
  message.writeUInt32LE(data.length, 1);
  message.writeUInt8(sequence, 6);
  message.set(specific, 7);
  message.set(data, HEADER);
  return message;
}

const CARDS = ['active', 'idle', 'absent'] as const;
const OUTCOMES = ['done', 'failed', 'extension'] as const;

/** Parses a message of the reader; its data is a copy. */
export function readAnswer(bytes: Uint8Array): Result<CcidAnswer, 'broken message'> {
  const message = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (message.length < HEADER || !isWhole(message)) return failed('broken message');
  const status = message.readUInt8(7);
  const [card, outcome] = [CARDS[status & 3], OUTCOMES[status >> 6]];
  if (card === undefined || outcome === undefined) return failed('broken message');
  return ok({
    type: message.readUInt8(0),
    slot: message.readUInt8(5),
    sequence: message.readUInt8(6),
    card,
    outcome,
    code: message.readUInt8(8),
    specific: message.readUInt8(9),
    data: Buffer.from(message.subarray(HEADER)),
  });
}

/**
 * True when the message has the length it states. QEMU's reader states no length for its parameters, of which only the
 * header is used.
 */
function isWhole(message: Buffer): boolean {
  const [said, came] = [message.readUInt32LE(1), message.length - HEADER];
  return said === came || (said < came && message.readUInt8(0) === ANSWER.parameters);
}

/** A notification of the reader (CCID 1.1, 6.3) about its first slot; undefined for any other bytes. */
export function readNotice(
  bytes: Uint8Array,
): { readonly hasCard: boolean; readonly isChanged: boolean } | 'overcurrent' | undefined {
  const [type, first, , code] = bytes;
  if (type === 0x50 && first !== undefined) return { hasCard: (first & 1) !== 0, isChanged: (first & 2) !== 0 };
  return type === 0x51 && first === 0 && code === 1 ? 'overcurrent' : undefined;
}
