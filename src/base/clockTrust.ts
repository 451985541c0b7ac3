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

/**
 * A time that has certainly come, and what tells so: a time server (now, or when the clock was set by it), the newest receipt of a real
 * processor, or the build of the program; the `clock` alone where not even the build is known.
 */
export interface CertainTime {
  readonly at: UtcMs;
  readonly by: 'network' | 'processor' | 'build' | 'clock';
}

/** The newest of the times that have certainly come. A battery-backed clock is none: it may be years ahead, and nothing would tell. */
export function certainTime(
  now: UtcMs,
  trust: ClockTrust,
  known: { readonly buildTime: UtcMs; readonly signed: UtcMs; readonly setByNetwork: UtcMs },
): CertainTime {
  if (trust === 'network') return { at: now, by: 'network' };
  const times: readonly CertainTime[] = [
    { at: known.buildTime, by: 'build' },
    { at: known.signed, by: 'processor' },
    { at: known.setByNetwork, by: 'network' },
  ];
  const newest = times.reduce((one, other) =>
    other.at > one.at && isPossible(other.at, known.buildTime) ? other : one,
  );
  return newest.at === 0 ? { at: now, by: 'clock' } : newest;
}

/** The time of a clock that somebody vouches for; null: nobody does, and nothing may end because of it. */
export function vouchedTime({ now, isTrusted }: { now: () => UtcMs; isTrusted: () => boolean }): UtcMs | null {
  return isTrusted() ? now() : null;
}
