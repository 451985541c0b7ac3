import { NoAnswerError } from './errors.js';
import type { Answered, Exchange, Outcome, Sending } from './exchange.js';
import { errorIn, isJson, pauseAfter } from './repeat.js';

export const IDEMPOTENCY_KEY = 'Idempotency-Key';

/** Statuses whose answers have no body. */
const BODILESS = new Set([204, 205, 304]);

export interface SenderDeps {
  readonly exchange: Exchange;
  /** Time limit of one attempt, ms. */
  readonly timeoutMs: number;
  /** Maximum number of repeats. */
  readonly retries: number;
  /** Resolves after `ms`, or earlier when `signal` is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<unknown>;
  readonly random: () => number;
}

export type Send = (request: Request) => Promise<Response>;

/**
 * A `fetch` that repeats requests that may be repeated: those that only read, and those with an idempotency key. Each
 * attempt sends the same bytes and the same key. Throws {@link NoAnswerError}, or the reason of the request's `signal`
 * when its caller aborts it.
 */
export function sender({ exchange, timeoutMs, retries, sleep, random }: SenderDeps): Send {
  return async (request) => {
    const { method, url, headers, signal } = request;
    const sending: Sending = { method, url, headers, body: Buffer.from(await request.arrayBuffer()) };
    const key = headers.get(IDEMPOTENCY_KEY) ?? undefined;
    const mayRepeat = method === 'GET' || method === 'HEAD' || key !== undefined;
    for (let attempts = 1; ; attempts += 1) {
      signal.throwIfAborted();
      const outcome = await exchange(sending, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
      signal.throwIfAborted();
      const pause = mayRepeat && attempts <= retries ? pauseAfter(outcome, attempts - 1, random()) : undefined;
      if (pause === undefined) return responseOf(outcome, new URL(url).origin, attempts, key);
      await sleep(pause, signal);
    }
  };
}

/**
 * False for an answer that does not have the form of the box and so comes from a proxy; then it is unknown whether the
 * request arrived.
 */
function isOfBox({ status, headers, body }: Answered): boolean {
  if (BODILESS.has(status) || body.length === 0) return status < 300 || status === 304;
  if (status >= 300) return errorIn(body) !== undefined;
  return !/\bjson\b/i.test(headers.get('Content-Type') ?? '') || isJson(body);
}

/** The answer, with the idempotency key for a repeat. */
function responseOf(outcome: Outcome, origin: string, attempts: number, key: string | undefined): Response {
  if (outcome.kind === 'failed') throw new NoAnswerError(origin, outcome.reason, attempts, key, outcome.cause);
  const { status, headers, body } = outcome;
  if (!isOfBox(outcome)) {
    throw new NoAnswerError(
      origin,
      'no-answer',
      attempts,
      key,
      new Error(`an answer ${status} that is none of the box`),
    );
  }
  if (key !== undefined) headers.set(IDEMPOTENCY_KEY, key);
  return new Response(BODILESS.has(status) ? null : body, { status, headers });
}
