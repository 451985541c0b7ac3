import { failed, ok, type Result } from '../../../base/index.js';
import type { CardLoss } from '../link.js';

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

/** Codes of failed commands that the box acts on (CCID 1.1, 6.2.6). */
export const ERROR = {
  mute: 0xfe,
  parity: 0xfd,
  overrun: 0xfc,
  hardware: 0xfb,
  sequence: 0xf2,
  slotBusy: 0xe0,
} as const;

const NAMES: ReadonlyMap<number, string> = new Map([
  [0xff, 'aborted'],
  [ERROR.mute, 'card mute'],
  [ERROR.parity, 'parity'],
  [ERROR.overrun, 'overrun'],
  [ERROR.hardware, 'hardware'],
  [0xf8, 'first byte of the answer to reset'],
  [0xf7, 'check byte of the answer to reset'],
  [0xf6, 'protocol not supported'],
  [0xf5, 'class not supported'],
  [0xf4, 'procedure byte'],
  [0xf3, 'protocol deactivated'],
  [ERROR.sequence, 'busy with an automatic sequence'],
  [0xf0, 'no PIN in time'],
  [0xef, 'PIN cancelled'],
  [ERROR.slotBusy, 'slot busy'],
  [0x00, 'message not supported'],
]);

/** The name of an error, with its number. */
export function nameOfError(code: number): string {
  const named = NAMES.get(code);
  const number = code.toString(16).padStart(2, '0').toUpperCase();
  if (named !== undefined) return `${number} ${named}`;
  return code < 0x80 ? `${number} byte ${code} of the message` : `${number} of the vendor`;
}

/** True when the reader only asks for a retry after a short time. */
export const isBusy = ({ outcome, code }: CcidAnswer): boolean =>
  outcome === 'failed' && (code === ERROR.sequence || code === ERROR.slotBusy);

/** True when the reader refuses one of the message's own bytes, which means a parameter that cannot be set. */
export const isParameterRefused = ({ outcome, code }: CcidAnswer): boolean =>
  outcome === 'failed' && code >= 1 && code <= 0x7f;

/** What the failure of an exchange with an active card means. */
export function lossOfExchange({ card, code }: CcidAnswer): CardLoss {
  // A card without power was removed and inserted again, unless the reader reports that it timed out.
  if (card === 'absent' || (card === 'idle' && code !== ERROR.mute)) return 'removed';
  return code === ERROR.mute ? 'mute' : 'protocol';
}

/** The meaning of a failed power-up. A short circuit also means a card inserted wrongly. */
export function lossOfActivation({ card, code }: CcidAnswer): CardLoss {
  if (card === 'absent') return 'no card';
  return code === ERROR.mute || code === ERROR.hardware || code === 0xf8 ? 'mute' : 'protocol';
}

/** True when this is the type of answer to such a command. A failure may have any type. */
export function isAnswerTo(expected: (typeof ANSWER)[keyof typeof ANSWER], { type, outcome }: CcidAnswer): boolean {
  return type === expected || outcome === 'failed';
}
