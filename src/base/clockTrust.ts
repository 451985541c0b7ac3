import type { UtcMs } from './fiscal.js';

/**
 * What vouches for the clock on the wall. `network`: it was set by a time server since the machine started. `rtc`: a
 * battery-backed clock has brought it over the time without power. `guess`: neither, or it shows what cannot be true;
 * then nothing may be refused because of the time.
 */
export const CLOCK_TRUSTS = ['network', 'rtc', 'guess'] as const;
export type ClockTrust = (typeof CLOCK_TRUSTS)[number];

/** What the machine says of its clock. */
export interface ClockEvidence {
  /** A time server has set it since the machine started. */
  readonly isSynchronized: boolean;
  /** The kernel has set it from a real-time clock at the start. */
  readonly isFromRtc: boolean;
}

/** What is known to have happened before now. */
export interface ClockBounds {
  /** When this program was built; 0: not known. */
  readonly buildTime: UtcMs;
  /** When the newest record was written, by the clock of then, which may have been wrong; 0: there is none. */
  readonly lastRecord: UtcMs;
}

/** A clock that is behind the newest record by no more than this may have been put right, ms. */
export const CLOCK_TOLERANCE = 10 * 60 * 1000;
/** No program runs longer than this after it was built (the same limit as in systemd, CLOCK_VALID_RANGE_USEC_MAX), ms. */
const LIFETIME = 15 * 365.25 * 24 * 60 * 60 * 1000;

/** Can a clock that shows this be right? It is neither before the build nor later than any build is still in use. */
export function isPossible(now: UtcMs, buildTime: UtcMs): boolean {
  return now >= buildTime && (buildTime === 0 || now < buildTime + LIFETIME);
}

/** Is the clock behind what has certainly happened? A newest record that cannot be right itself says nothing. */
export function isBehind(now: UtcMs, { buildTime, lastRecord }: ClockBounds): boolean {
  return now < buildTime || (isPossible(lastRecord, buildTime) && now < lastRecord - CLOCK_TOLERANCE);
}

/** A time server is believed against the newest record, which a wrong clock may have written; nobody against the build. */
export function judgeClock(now: UtcMs, evidence: ClockEvidence, bounds: ClockBounds): ClockTrust {
  if (now < bounds.buildTime) return 'guess';
  if (evidence.isSynchronized) return 'network';
  return evidence.isFromRtc && isPossible(now, bounds.buildTime) && !isBehind(now, bounds) ? 'rtc' : 'guess';
}
