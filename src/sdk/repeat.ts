import type { ErrorBody } from './errors.js';
import type { Outcome } from './exchange.js';

/** The first pause, and the longest, ms. Each is twice the previous one. */
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 60_000;
/** The longest pause that the box may request, ms: its windows of requests have 60 s. */
const LONGEST_WINDOW = 61_000;

/**
 * Errors that a repeat within a reasonable time does not change: a person must act, or the content or the day must
 * change.
 */
const LASTING_RULES = new Set([
  ...['pfr.not-ready', 'pfr.refused-receipt', 'pfr.in-doubt', 'pfr.not-held'],
  ...['key.flash-budget', 'key.too-many-items', 'mail.too-many'],
]);

/**
 * How long to wait before a request is sent again, ms; undefined: do not repeat it, the outcome is final.
 *
 * @param earlier number of earlier repeats
 * @param random from 0 to below 1, so that tills that lost the box together do not return together
 */
export function pauseAfter(outcome: Outcome, earlier: number, random: number): number | undefined {
  const pause = Math.min(FIRST_PAUSE * 2 ** earlier, LONGEST_PAUSE) * (0.5 + random / 2);
  if (outcome.kind === 'failed') return outcome.reason === 'untrusted' ? undefined : pause;
  const { status, headers } = outcome;
  if (status < 500 && status !== 429 && status !== 409) return undefined;
  const error = errorIn(outcome.body);
  if (error?.rule !== undefined && LASTING_RULES.has(error.rule)) return undefined;
  if (status === 409) return error?.code === 'pfr_error' ? pause : undefined;
  const asked = status === 429 ? askedFor(headers) : 0;
  return asked > LONGEST_WINDOW ? undefined : Math.max(asked, pause);
}

/** The pause that an answer requests, ms: `Retry-After` in seconds, or the end of a used-up window; 0: none. */
function askedFor(headers: Headers): number {
  const isUsedUp = headers.get('X-RateLimit-Remaining') === '0';
  const text = headers.get('Retry-After') ?? (isUsedUp ? headers.get('X-RateLimit-Reset') : null);
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) * 1000 : 0;
}

/** The error of an answer; undefined when its body is not from the box, such as that of a proxy. */
export function errorIn(body: Buffer): ErrorBody | undefined {
  return isJson(body) ? (JSON.parse(body.toString()) as { error?: ErrorBody } | null)?.error : undefined;
}

export function isJson(body: Buffer): boolean {
  try {
    JSON.parse(body.toString());
    return true;
  } catch {
    return false;
  }
}
