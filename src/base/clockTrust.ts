import type { UtcMs } from './time.js';

/**
 * Why the wall clock can be trusted. `network`: a time server has set it since the machine started. `rtc`: a
 * battery-backed clock continued while the power was off. `guess`: neither, or it shows an impossible time; then
 * nothing may be refused because of the time.
 */
export type ClockTrust = 'network' | 'rtc' | 'guess';

/** What the machine reports about its clock. */
interface ClockEvidence {
  /** True when a time server has set it since the machine started. */
  readonly isSynchronized: boolean;
  /** True when the kernel set it from a real-time clock when the machine started. */
  readonly isFromRtc: boolean;
}

/** Times that are known to have passed. */
export interface ClockBounds {
  /** Time of the build of this program; 0 when unknown. */
  readonly buildTime: UtcMs;
  /** Time of the newest record, by a clock that may have been wrong; 0 without records. */
  readonly lastRecord: UtcMs;
}

/** How far a corrected clock may be behind the newest record, ms. */
export const CLOCK_TOLERANCE = 10 * 60 * 1000;
/** Maximum time that a build is in use (the same limit as in systemd, CLOCK_VALID_RANGE_USEC_MAX), ms. */
const LIFETIME = 15 * 365.25 * 24 * 60 * 60 * 1000;

/** True when the time is possible: not before the build, and not after its maximum time in use. */
export function isPossible(now: UtcMs, buildTime: UtcMs): boolean {
  return now >= buildTime && (buildTime === 0 || now < buildTime + LIFETIME);
}

/** True when the clock is behind the build or the newest record. A newest record with an impossible time is ignored. */
export function isBehind(now: UtcMs, { buildTime, lastRecord }: ClockBounds): boolean {
  return now < buildTime || (isPossible(lastRecord, buildTime) && now < lastRecord - CLOCK_TOLERANCE);
}

/**
 * A time server is trusted even against the newest record, which may have the time of a wrong clock, but never against
 * the time of the build.
 */
export function assessClock(now: UtcMs, evidence: ClockEvidence, bounds: ClockBounds): ClockTrust {
  if (now < bounds.buildTime) return 'guess';
  if (evidence.isSynchronized) return 'network';
  return evidence.isFromRtc && isPossible(now, bounds.buildTime) && !isBehind(now, bounds) ? 'rtc' : 'guess';
}

/**
 * A time that has certainly passed, and its source: a time server (now, or when it set the clock), the newest receipt
 * of a real processor, or the build of the program; `clock` only when not even the build time is known.
 */
export interface CertainTime {
  readonly at: UtcMs;
  readonly by: 'network' | 'processor' | 'build' | 'clock';
}

/**
 * The latest of the times that have certainly passed. A battery-backed clock is not a source, because it may be years
 * ahead undetected.
 */
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

/** The time of a trusted clock; null when it is not trusted, and then nothing may expire because of it. */
export function trustedTime({ now, isTrusted }: { now: () => UtcMs; isTrusted: () => boolean }): UtcMs | null {
  return isTrusted() ? now() : null;
}
