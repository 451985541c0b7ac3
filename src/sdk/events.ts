import { EventsError } from './errors.js';
import { errorIn } from './repeat.js';
import type { Send, SenderParts } from './send.js';

/** The longest wait that the box takes, s. */
const LONGEST_WAIT = 30;
/** Between two requests when all was told, ms: sales need most of the 240 requests that a key has in a minute. */
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

export interface EventParts extends Pick<SenderParts, 'sleep' | 'timeoutMs'> {
  readonly send: Send;
  /** Where the API begins, without a slash at its end. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What happens on the box, without end: asks again and again, and lets the box hold the answer until something has happened. */
export async function* followEvents<BoxEvent>(
  { send, sleep, baseUrl, headers, timeoutMs }: EventParts,
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
