import type { NotifyFailure } from './failure.js';

/** After the first failure, ms; each further one doubles it. */
const FIRST = 5_000;
const LONGEST = 15 * 60_000;
/** What is refused for good is tried again all the same: whoever set it wrong may have mended it on the other side, ms. */
const AFTER_REFUSAL = 60 * 60_000;
/** Doublings after which the longest pause is certain. */
const MANY = 16;

/**
 * How long to wait after a failure, the `attempt`-th in a row from 1, ms. Half of it is by chance (`random` is 0 to 1): boxes
 * that lost the same server do not come back in one moment. Never shorter than what the other side asks for.
 */
export function pauseAfter({ kind, retryAfter }: NotifyFailure, attempt: number, random: () => number): number {
  if (kind === 'refused') return AFTER_REFUSAL;
  const longest = Math.min(LONGEST, FIRST * 2 ** Math.min(attempt - 1, MANY));
  return Math.max(retryAfter, (longest * (1 + random())) / 2);
}
