/**
 * The TypeScript client of the box's API, published as a package of its own.
 *
 * - `connect` creates a client; it repeats requests that may be repeated, and gives each sale an idempotency key. The
 *   client also follows the events of a box.
 * - `exchange.ts` sends a request once, and has the errors; `send.ts` decides about repeats.
 *
 * Read this file first, then `send.ts`.
 */

import { randomUUID } from 'node:crypto';
import { Agent } from 'node:https';
import { setTimeout } from 'node:timers/promises';
import createClient, { type Client, type Middleware } from 'openapi-fetch';
import { EventsError, exchangeOver } from './exchange.js';
import { errorIn, IDEMPOTENCY_KEY, type Send, sender, type SenderDeps } from './send.js';

export type { FailureReason } from './exchange.js';

export interface KasirboxOptions {
  /** Base of the API: `https://HOST:PORT/api/v1`. */
  readonly baseUrl: string;
  /** `kasir_` and 48 hex digits. */
  readonly apiKey: string;
  /** The certificate authority of the box, PEM; then no other is trusted. Default: those that Node trusts. */
  readonly ca?: string | Uint8Array;
  /**
   * Time limit of one attempt, ms, before the request is sent again (60,000: a sale with a slow processor takes up to a
   * minute).
   */
  readonly timeoutMs?: number;
  /** Maximum number of repeats of a request (5). */
  readonly retries?: number;
}

/** The client of openapi-fetch for `Paths`, with the events. */
export interface KasirboxClient<Paths extends object, BoxEvent> extends Client<Paths> {
  /**
   * The events of the box, oldest first and without end. Store the `cursor` of the last event that you have processed,
   * and continue from it.
   *
   * @param after that cursor; `now`: only future events; default: from the first receipt
   * @throws EventsError, NoAnswerError
   */
  events(after?: string, options?: EventsOptions): AsyncGenerator<BoxEvent, never, undefined>;
}

/** Time and randomness, which tests replace. */
export type ClientDeps = Pick<SenderDeps, 'sleep' | 'random'>;

const REAL: ClientDeps = {
  // An abort ends the pause; the caller then checks the signal.
  sleep: (ms, signal) => setTimeout(ms, undefined, { signal }).catch(() => undefined),
  random: Math.random,
};

/**
 * Creates a client of one box. Throws a TypeError or a RangeError for invalid options.
 *
 * @param keyed operations that take an idempotency key, such as `POST /invoices`
 */
export function connect<Paths extends object, BoxEvent>(
  options: KasirboxOptions,
  keyed: readonly string[],
  { sleep, random }: ClientDeps = REAL,
): KasirboxClient<Paths, BoxEvent> {
  const { ca, timeoutMs = 60_000, retries = 5 } = options;
  if (!(timeoutMs > 0)) throw new RangeError('timeoutMs must be above 0');
  if (!Number.isInteger(retries) || retries < 0) throw new RangeError('retries must be a whole number, 0 or more');
  const baseUrl = addressOf(options.baseUrl);
  const headers = { Authorization: `Bearer ${checkedKey(options.apiKey)}` };
  const agent = new Agent({ keepAlive: true, ...(ca !== undefined && { ca: Buffer.from(ca) }) });
  const send = sender({ exchange: exchangeOver(agent), timeoutMs, retries, sleep, random });
  const client = createClient<Paths>({ baseUrl, headers, fetch: send });
  client.use(keyForEach(new Set(keyed)));
  return {
    ...client,
    events: (after, following = {}) =>
      followEvents<BoxEvent>({ send, sleep, baseUrl, headers, timeoutMs }, after, following),
  };
}

function addressOf(baseUrl: string): string {
  // Without TLS the key could be read by every device in the Wi-Fi.
  if (!URL.canParse(baseUrl) || new URL(baseUrl).protocol !== 'https:')
    throw new TypeError('baseUrl must begin with https://');
  return baseUrl.replace(/\/+$/, '');
}

/** The key without surrounding blanks, such as a line end. The error does not contain the key. */
function checkedKey(apiKey: string): string {
  const key = apiKey.trim();
  if (!/^kasir_[0-9a-f]{48}$/.test(key)) throw new TypeError('apiKey must be kasir_ and 48 hex digits');
  return key;
}

/**
 * Gives each call that creates a receipt its key before it is first sent: the caller's own, from header or body, or a
 * new one.
 */
function keyForEach(keyed: ReadonlySet<string>): Middleware {
  return {
    async onRequest({ request, schemaPath }) {
      if (!keyed.has(`${request.method} ${schemaPath}`) || request.headers.has(IDEMPOTENCY_KEY)) return;
      const text = await request.clone().text();
      const body = (text === '' ? {} : JSON.parse(text)) as { clientRequestId?: unknown };
      const { clientRequestId } = body;
      request.headers.set(IDEMPOTENCY_KEY, typeof clientRequestId === 'string' ? clientRequestId : randomUUID());
    },
  };
}

/** The longest wait that the box accepts, s. */
const LONGEST_WAIT = 30;
/**
 * Pause between two requests when there are no more events, ms: sales need most of the 240 requests per minute of a
 * key.
 */
const PAUSE = 1000;

export interface EventsOptions {
  /** Ends the events; its reason is thrown. */
  readonly signal?: AbortSignal;
}

interface EventPage<BoxEvent> {
  readonly events: readonly BoxEvent[];
  readonly cursor: string;
  readonly more: boolean;
}

interface EventDeps extends Pick<SenderDeps, 'sleep' | 'timeoutMs'> {
  readonly send: Send;
  /** Base of the API, without a trailing slash. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Yields the events of the box without end, by long polling. */
async function* followEvents<BoxEvent>(
  { send, sleep, baseUrl, headers, timeoutMs }: EventDeps,
  from: string | undefined,
  { signal = new AbortController().signal }: EventsOptions,
): AsyncGenerator<BoxEvent, never, undefined> {
  const wait = String(Math.min(LONGEST_WAIT, Math.floor(timeoutMs / 2000)));
  for (let after = from; ;) {
    const query = new URLSearchParams({ wait, ...(after !== undefined && { after }) });
    const response = await send(new Request(`${baseUrl}/events?${query.toString()}`, { headers, signal }));
    const body = Buffer.from(await response.arrayBuffer());
    const error = errorIn(body);
    if (error !== undefined) throw new EventsError(response.status, error);
    const { events, cursor, more } = JSON.parse(body.toString()) as EventPage<BoxEvent>;
    yield* events;
    // A ledger without any record has no cursor yet.
    if (cursor !== '') after = cursor;
    if (!more) await sleep(PAUSE, signal);
  }
}
