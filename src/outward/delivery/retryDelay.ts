import type { DeliveryFailure } from './deliveryFailure.js';

/** Pause after the first failure, ms; each further failure doubles it. */
const FIRST = 5_000;
const LONGEST = 15 * 60_000;
/** Pause after a permanent refusal, ms: the cause may be fixed on the other side. */
export const AFTER_REFUSAL = 60 * 60_000;
/** Doublings after which the longest pause is reached in any case. */
const MANY = 16;

/** Pause after a failure, ms. `attempt` counts consecutive failures from 1; `random` is 0 to 1. */
export type RetryDelay = (failure: DeliveryFailure, attempt: number, random: () => number) => number;

/**
 * Half of the pause is random, so that boxes that lost the same server do not all retry at once. Never shorter than the
 * pause that the other side demands.
 */
export const backoff: RetryDelay = ({ retryAfter }, attempt, random) => {
  const longest = Math.min(LONGEST, FIRST * 2 ** Math.min(attempt - 1, MANY));
  return Math.max(retryAfter, (longest * (1 + random())) / 2);
};

/** Like {@link backoff}, but after a permanent refusal the next attempt is an hour later. */
export const pauseAfter: RetryDelay = (failure, attempt, random) =>
  failure.kind === 'refused' ? AFTER_REFUSAL : backoff(failure, attempt, random);
