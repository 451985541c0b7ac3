import { randomUUID } from 'node:crypto';
import { Agent } from 'node:https';
import { setTimeout } from 'node:timers/promises';
import createClient, { type Client, type Middleware } from 'openapi-fetch';
import { type EventsOptions, followEvents } from './events.js';
import { exchangeOver } from './exchange.js';
import { IDEMPOTENCY_KEY, sender, type SenderParts } from './send.js';

export interface KasirboxOptions {
  /** Where the API begins: `https://HOST:PORT/api/v1`. */
  readonly baseUrl: string;
  /** `kasir_` and 48 hex digits. */
  readonly apiKey: string;
  /** The certificate authority of the box, PEM: the only one that is trusted then. Left out: those that Node trusts. */
  readonly ca?: string | Uint8Array;
  /** How long an answer may take, ms, before the request is sent again (60,000: a sale with a slow processor takes up to a minute). */
  readonly timeoutMs?: number;
  /** How often a request is sent again at most (5). */
  readonly retries?: number;
}

/** What openapi-fetch gives for `Paths`, and the events. */
export interface KasirboxClient<Paths extends object, BoxEvent> extends Client<Paths> {
  /**
   * What happens on the box, oldest first and without end. Keep the `cursor` of the last event that you are done with, and go on from it.
   * @param after that cursor; `now`: only what happens from now on; left out: from the first receipt
   * @throws EventsError, NoAnswerError
   */
  events(after?: string, options?: EventsOptions): AsyncGenerator<BoxEvent, never, undefined>;
}

/** Time and chance, which a test makes itself. */
export type ClientParts = Pick<SenderParts, 'sleep' | 'random'>;

const REAL: ClientParts = {
  // An abort ends the pause, and what comes after it sees the signal.
  sleep: (ms, signal) => setTimeout(ms, undefined, { signal }).catch(() => undefined),
  random: Math.random,
};

/**
 * A client of one box. Throws a TypeError or a RangeError for options that no box has.
 * @param keyed operations that take an idempotency key, as `POST /invoices`
 */
export function connect<Paths extends object, BoxEvent>(
  options: KasirboxOptions,
  keyed: readonly string[],
  { sleep, random }: ClientParts = REAL,
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
  // Without TLS everybody on the Wi-Fi could read the key.
  if (new URL(baseUrl).protocol !== 'https:') throw new TypeError('baseUrl must begin with https://');
  return baseUrl.replace(/\/+$/, '');
}

/** The key without blanks around it, such as the end of the line that it was read from. The error does not say the key. */
function checkedKey(apiKey: string): string {
  const key = apiKey.trim();
  if (!/^kasir_[0-9a-f]{48}$/.test(key)) throw new TypeError('apiKey must be kasir_ and 48 hex digits');
  return key;
}

/** Gives each call that makes a receipt its key before it is first sent: the caller's own, in header or body, or a new one. */
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
