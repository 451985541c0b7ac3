import { failed, ok, type Result } from '../../../base/index.js';
import type { CcidDescriptor } from './ccidDescriptor.js';

/** A parsed answer to reset of a card (ISO/IEC 7816-3, 8.2). */
export interface Atr {
  readonly isInverse: boolean;
  /** Transmission protocols that it offers; the first one is the default. */
  readonly protocols: readonly number[];
  /** The only protocol, if it cannot be changed (TA2); `isImplicit`: its speed is not specified. */
  readonly specific: { readonly protocol: number; readonly isImplicit: boolean } | undefined;
  /** TA1: clock rate and bit rate; 11 when absent. */
  readonly speed: number;
  /** TC1: extra guard time. */
  readonly guard: number;
  /** TC2: waiting time integer of T=0. */
  readonly waiting: number;
  /** Maximum information field that the card accepts in T=1. */
  readonly ifsc: number;
  /** Character and block waiting time integers of T=1. */
  readonly cwi: number;
  readonly bwi: number;
  /** True when T=1 blocks have a CRC instead of an LRC. */
  readonly isCrc: boolean;
  readonly historical: Buffer;
}

/** Why an answer to reset is invalid. */
type AtrFault = 'first byte' | 'too short' | 'too long' | 'check byte';

/** Default speed: 372 clocks per bit. */
export const DEFAULT_SPEED = 0x11;
const DEFAULT_IFS = 32;
const MAX_ATR = 33;
/** Maximum information field of a block, bytes. */
const MAX_IFS = 254;

interface InterfaceByte {
  /** Letter: 0 for TA, 1 for TB, 2 for TC. */
  readonly letter: number;
  /** Group, from 1. */
  readonly group: number;
  /** The protocol of the preceding TD; undefined in the first group. */
  readonly protocol: number | undefined;
  readonly value: number;
}

/** Parses an answer to reset. Every length is checked; no input makes it throw. */
export function readAtr(bytes: Uint8Array): Result<Atr, AtrFault> {
  const [first, format] = bytes;
  if (first !== 0x3b && first !== 0x3f) return failed('first byte');
  if (format === undefined) return failed('too short');
  const { found, named, end } = interfaceBytes(bytes, format);
  const historicalEnd = end + (format & 0x0f);
  // A card that offers only T=0 has no check byte.
  const length = historicalEnd + (named.every((one) => one === 0) ? 0 : 1);
  if (bytes.length < length) return failed('too short');
  if (bytes.length > length || length > MAX_ATR) return failed('too long');
  if (length > historicalEnd && bytes.subarray(1).reduce((sum, one) => sum ^ one, 0) !== 0) return failed('check byte');
  return ok({
    isInverse: first === 0x3f,
    ...meaningOf(found, named),
    historical: Buffer.from(bytes.subarray(end, historicalEnd)),
  });
}

/** Follows the TD bytes; `end` is where the historical bytes begin, and may be after the last byte. */
function interfaceBytes(bytes: Uint8Array, format: number): { found: InterfaceByte[]; named: number[]; end: number } {
  const found: InterfaceByte[] = [];
  const named: number[] = [];
  let at = 2;
  let present = format >> 4;
  let protocol: number | undefined;
  for (let group = 1; ; group += 1) {
    for (let letter = 0; letter < 3; letter += 1) {
      if ((present & (1 << letter)) === 0) continue;
      found.push({ letter, group, protocol, value: bytes[at] ?? 0 });
      at += 1;
    }
    if ((present & 8) === 0) return { found, named, end: at };
    const next = bytes[at];
    at += 1;
    if (next === undefined) return { found, named, end: at };
    protocol = next & 0x0f;
    named.push(protocol);
    present = next >> 4;
  }
}

function meaningOf(found: readonly InterfaceByte[], named: readonly number[]): Omit<Atr, 'isInverse' | 'historical'> {
  const value = (letter: number, group: number): number | undefined =>
    found.find((one) => one.letter === letter && one.group === group)?.value;
  /** The first such byte that is specific to T=1 (ISO/IEC 7816-3, 11.4.1). */
  const forT1 = (letter: number): number | undefined =>
    found.find((one) => one.letter === letter && one.group > 2 && one.protocol === 1)?.value;
  const mode = value(0, 2);
  const waits = forT1(1) ?? 0x4d;
  const ifsc = forT1(0) ?? DEFAULT_IFS;
  // 15 is not a protocol: the bytes after it apply to all protocols.
  const protocols = [...new Set(named.filter((one) => one !== 15))];
  return {
    protocols: protocols.length === 0 ? [0] : protocols,
    specific: mode === undefined ? undefined : { protocol: mode & 0x0f, isImplicit: (mode & 0x10) !== 0 },
    speed: value(0, 1) ?? DEFAULT_SPEED,
    guard: value(2, 1) ?? 0,
    waiting: value(2, 2) ?? 10,
    ifsc: ifsc === 0 || ifsc > MAX_IFS ? DEFAULT_IFS : ifsc,
    cwi: waits & 0x0f,
    bwi: Math.min(waits >> 4, 9),
    isCrc: ((forT1(2) ?? 0) & 1) !== 0,
  };
}

/** Clock rate conversion integers by their code (ISO/IEC 7816-3, table 7); 0: not defined. */
const FI = [372, 372, 558, 744, 1116, 1488, 1860, 0, 0, 512, 768, 1024, 1536, 2048, 0, 0] as const;
/** Baud rate adjustment integers by their code (ISO/IEC 7816-3, table 8); 0: not defined. */
const DI = [0, 1, 2, 4, 8, 16, 32, 64, 12, 20, 0, 0, 0, 0, 0, 0] as const;

/** Assumed clock of a reader that does not report one, kHz. */
const USUAL_CLOCK = 3580;
/** Relative tolerance between a listed and a computed rate; both are rounded. */
const TOLERANCE = 0.005;

/** Clocks per bit for this code; undefined for an undefined code. */
export function clocksPerBit(speed: number): number | undefined {
  const fi = FI[speed >> 4] ?? 0;
  const di = DI[speed & 0x0f] ?? 0;
  return fi === 0 || di === 0 ? undefined : fi / di;
}

/**
 * The highest speed of the card that the reader supports, as the code to request from the card; the bit rate is lowered
 * step by step. `listed`: the rates that the reader has listed, bit/s; empty when all up to its maximum are supported.
 */
export function chooseSpeed(wanted: number, reader: CcidDescriptor, listed: readonly number[]): number {
  const clock = (reader.clock || USUAL_CLOCK) * 1000;
  for (let code = wanted & 0x0f; code >= 1; code -= 1) {
    const speed = (wanted & 0xf0) | code;
    const clocks = clocksPerBit(speed);
    if (clocks === undefined) continue;
    const rate = clock / clocks;
    const isListed = listed.length === 0 || listed.some((one) => Math.abs(one - rate) <= TOLERANCE * rate);
    if (rate <= reader.maxDataRate * (1 + TOLERANCE) && isListed) return speed;
  }
  return DEFAULT_SPEED;
}

/** Time limits of a card, ms (ISO/IEC 7816-3, 10.2 and 11.4.3). */
export interface Waits {
  /** From the end of a block to the card until its answer is complete, in T=1. */
  readonly block: number;
  /** For a whole exchange of a T=0 TPDU of `bytes` bytes. */
  readonly tpdu: (bytes: number) => number;
}

/** Added to every limit for reader and bus, ms. */
const MARGIN = 1000;

export function waitsOf(atr: Atr, speed: number, reader: CcidDescriptor): Waits {
  const clock = reader.clock || USUAL_CLOCK;
  const bit = (clocksPerBit(speed) ?? 372) / clock;
  const guard = 12 + (atr.guard === 255 ? 0 : atr.guard);
  const block = 11 * bit + (2 ** atr.bwi * 960 * 372) / clock;
  const character = (11 + 2 ** atr.cwi) * bit;
  const waiting = (960 * Math.max(atr.waiting, 1) * (FI[speed >> 4] || 372)) / clock;
  return {
    block: Math.min(260 * (guard * bit + character) + block + MARGIN, 60_000),
    tpdu: (bytes) => Math.min(2 * waiting + bytes * guard * bit + MARGIN, 60_000),
  };
}
