import { type Atr, DEFAULT_SPEED } from './atr.js';
import type { CcidDescriptor } from './ccidDescriptor.js';

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
