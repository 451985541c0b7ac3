import type { UtcMs } from './fiscal.js';

/**
 * Why the wall clock can be trusted. `network`: a time server has set it since the machine started. `rtc`: a battery-backed
 * clock kept the time while the power was off. `guess`: neither, or it shows an impossible time; then nothing may be
 * refused because of the time.
 */
export const CLOCK_TRUSTS = ['network', 'rtc', 'guess'] as const;
export type ClockTrust = (typeof CLOCK_TRUSTS)[number];

/** What the machine reports about its clock. */
export interface ClockEvidence {
  /** Has a time server set it since the machine started? */
  readonly isSynchronized: boolean;
  /** Did the kernel set it from a real-time clock when the machine started? */
  readonly isFromRtc: boolean;
}

/** What is known to have happened before now. */
export interface ClockBounds {
  /** When this program was built; 0 when that is not known. */
  readonly buildTime: UtcMs;
  /** Time of the newest record, by a clock that may have been wrong; 0 when there is none. */
  readonly lastRecord: UtcMs;
}

/** A clock that is behind the newest record by no more than this may have been corrected, ms. */
export const CLOCK_TOLERANCE = 10 * 60 * 1000;
/** No build is in use for longer than this (systemd has the same limit, CLOCK_VALID_RANGE_USEC_MAX), ms. */
const LIFETIME = 15 * 365.25 * 24 * 60 * 60 * 1000;

/** Can this be the time? It is not before the build, and the build may still be in use then. */
export function isPossible(now: UtcMs, buildTime: UtcMs): boolean {
  return now >= buildTime && (buildTime === 0 || now < buildTime + LIFETIME);
}

/** Is the clock behind the build or the newest record? A newest record with an impossible time does not count. */
export function isBehind(now: UtcMs, { buildTime, lastRecord }: ClockBounds): boolean {
  return now < buildTime || (isPossible(lastRecord, buildTime) && now < lastRecord - CLOCK_TOLERANCE);
}

/**
 * A time server is believed even against the newest record, which may carry the time of a wrong clock, but never against
 * the time of the build.
 */
export function judgeClock(now: UtcMs, evidence: ClockEvidence, bounds: ClockBounds): ClockTrust {
  if (now < bounds.buildTime) return 'guess';
  if (evidence.isSynchronized) return 'network';
  return evidence.isFromRtc && isPossible(now, bounds.buildTime) && !isBehind(now, bounds) ? 'rtc' : 'guess';
}

/** The time of a clock that somebody vouches for; null: nobody does, and nothing may end because of it. */
export function vouchedTime({ now, isTrusted }: { now: () => UtcMs; isTrusted: () => boolean }): UtcMs | null {
  return isTrusted() ? now() : null;
}
