import { EventsError } from './errors.js';
import { errorIn } from './repeat.js';
import type { Send, SenderDeps } from './send.js';

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
export async function* followEvents<BoxEvent>(
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
