import { type Answered, type ErrorBody, type Exchange, NoAnswerError, type Outcome, type Sending } from './exchange.js';

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

function isJson(body: Buffer): boolean {
  try {
    JSON.parse(body.toString());
    return true;
  } catch {
    return false;
  }
}
