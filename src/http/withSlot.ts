import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Rule } from '../base/index.js';
import { errorResponse, type HttpResponse, isLong, written } from './response.js';
import type { NoSlot, Slots } from './slots.js';

/** A request and its answer, of a Koa context. */
interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

const REFUSALS: Readonly<Record<NoSlot, readonly [Rule, string]>> = {
  full: [
    'key.too-many-waiting',
    'Too many requests of this key wait for answers of this kind; send them one after another',
  ],
  late: ['key.answers-unread', 'Earlier answers to this key were not read in time; read them, and repeat'],
  gone: ['request.caller-gone', 'The caller has gone'],
};

/**
 * Makes an answer that may be long once there is a slot for it. An answer that goes out in pieces keeps the slot until it has gone
 * out; one whose caller goes away loses its slot, and its place among those that wait.
 */
export async function withSlot(
  slots: Slots,
  key: number,
  exchange: Exchange,
  work: () => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const ended = endOf(exchange);
  const slot = await slots.take(key, ended);
  if (!slot.ok) {
    const [rule, message] = REFUSALS[slot.error];
    return errorResponse('rate_limited', message, { rule });
  }
  const release = slot.value;
  try {
    const response = written(await work());
    if (isLong(response) && !ended.aborted) ended.addEventListener('abort', release, { once: true });
    else release();
    return response;
  } catch (error) {
    release();
    throw error;
  }
}

/** One for each answer, however often it is asked for. */
const ends = new WeakMap<ServerResponse, AbortSignal>();

/** Is aborted when an answer has gone out, or its connection is closed. */
export function endOf({ req: { socket }, res: response }: Exchange): AbortSignal {
  const known = ends.get(response);
  if (known !== undefined) return known;
  const ended = new AbortController();
  const end = (): void => {
    socket.off('close', end);
    ended.abort();
  };
  // A connection that is closed says nothing to answers that wait behind another one.
  socket.once('close', end);
  response.once('close', end);
  if (socket.destroyed || response.destroyed) end();
  ends.set(response, ended.signal);
  return ended.signal;
}
