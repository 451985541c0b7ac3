/**
 * The messages of pcscd's socket, in the versions of pcsc-lite 1.9.9 (Debian 12) and 2.3.3 (Debian 13): 32-bit integers
 * in the byte order of the processor (little-endian on all hardware of the box), structures of fixed length, no length
 * before an answer.
 */
import { utf8Text } from '../../../base/index.js';
import type { CardLoss } from '../link.js';

/** The protocol offered first, because newer daemons accept it too. */
export const MAJOR = 4;
export const OLDEST_MINOR = 4;
/** 4:5 adds a command that is not used here; daemons from 2.3.0 to 2.4.0 accept nothing else. */
export const NEWEST_MINOR = 5;

export const COMMAND = {
  establish: 0x01,
  connect: 0x04,
  reconnect: 0x05,
  disconnect: 0x06,
  transmit: 0x09,
  control: 0x0a,
  version: 0x11,
  readerStates: 0x12,
  waitForChange: 0x13,
} as const;
export type Command = (typeof COMMAND)[keyof typeof COMMAND];

/** Sharing modes, protocols and dispositions, by their numbers in PC/SC. */
export const EXCLUSIVE = 1;
export const T0 = 1;
export const T1 = 2;
export const UNPOWER = 2;

/** Maximum length of a command or response, bytes: an extended APDU with space for a header of PC/SC. */
export const MAX_APDU = 65_548;

const NAME_LENGTH = 128;
const STATE_LENGTH = 184;
const MAX_READERS = 16;
const MAX_ATR = 33;
export const STATES_LENGTH = MAX_READERS * STATE_LENGTH;

const PRESENT = 0x04;

/** A message: header of length and command, then numbers and bytes. */
export function message(command: Command, ...parts: readonly (number | Uint8Array)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'number' ? number32(part) : part)));
  return Buffer.concat([number32(body.length), number32(command), body]);
}

function number32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
}

/** The field of a reader's name in a message. */
export function nameField(name: Uint8Array): Buffer {
  const field = Buffer.alloc(NAME_LENGTH);
  field.set(name.subarray(0, NAME_LENGTH - 1));
  return field;
}

/** State of a reader in pcscd. */
export interface ReaderState {
  readonly name: Buffer;
  /** The name as text; invalid UTF-8 is read as Latin-1. */
  readonly id: string;
  /** Counts each insertion or removal of a card, modulo 2^32. */
  readonly changes: number;
  readonly hasCard: boolean;
  /** Empty without a card, or with one that does not answer. */
  readonly atr: Buffer;
}

/** All readers; undefined when the bytes are malformed. */
export function readStates(bytes: Buffer): readonly ReaderState[] | undefined {
  if (bytes.length !== STATES_LENGTH) return undefined;
  const states: ReaderState[] = [];
  for (let at = 0; at < STATES_LENGTH; at += STATE_LENGTH) {
    const one = bytes.subarray(at, at + STATE_LENGTH);
    const end = one.indexOf(0);
    // The first byte of an unused entry is zero.
    if (end === 0) continue;
    const atrLength = one.readUInt32LE(176);
    if (end < 0 || end >= NAME_LENGTH || atrLength > MAX_ATR) return undefined;
    const name = Buffer.from(one.subarray(0, end));
    const hasCard = (one.readUInt32LE(132) & PRESENT) !== 0;
    states.push({
      name,
      id: utf8Text(name) ?? name.toString('latin1'),
      changes: one.readUInt32LE(128),
      hasCard,
      atr: Buffer.from(one.subarray(140, 140 + (hasCard ? atrLength : 0))),
    });
  }
  return states;
}

/** Answers of PC/SC with a meaning of their own; every other one is a protocol fault. */
export const CODE = {
  ok: 0,
  unknownReader: 0x80100009,
  timeout: 0x8010000a,
  sharing: 0x8010000b,
  noCard: 0x8010000c,
  unknownCard: 0x8010000d,
  protocolMismatch: 0x8010000f,
  notTransacted: 0x80100016,
  readerUnavailable: 0x80100017,
  serviceStopped: 0x8010001e,
  noReaders: 0x8010002e,
  unsupportedCard: 0x80100065,
  unresponsive: 0x80100066,
  unpowered: 0x80100067,
  reset: 0x80100068,
  removed: 0x80100069,
  securityViolation: 0x8010006a,
} as const;

/**
 * The meaning of an answer other than `ok`, for a card that was present (`in use`) or is being connected
 * (`connecting`).
 */
export function lossOf(code: number, when: 'connecting' | 'in use'): CardLoss {
  switch (code) {
    case CODE.unknownReader:
    case CODE.readerUnavailable:
    case CODE.noReaders:
      return 'reader gone';
    case CODE.timeout:
      return 'late';
    case CODE.sharing:
    // Another program has reset the card and now owns it.
    case CODE.reset:
      return 'busy';
    case CODE.noCard:
    case CODE.removed:
      return when === 'connecting' ? 'no card' : 'removed';
    case CODE.unknownCard:
    case CODE.protocolMismatch:
    case CODE.unsupportedCard:
      return 'unsupported';
    case CODE.unresponsive:
    case CODE.unpowered:
      return 'mute';
    case CODE.serviceStopped:
      return 'driver';
    case CODE.securityViolation:
      return 'denied';
    default:
      return 'protocol';
  }
}
