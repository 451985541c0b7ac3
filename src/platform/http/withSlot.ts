import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Rule, defineMessages, type Message } from '../../base/index.js';
import { errorResponse, type HttpResponse, isLong, written } from './response.js';
import type { NoSlot, Slots } from './slots.js';

const MESSAGES = defineMessages('slot', {
  tooMany: {
    en: 'Too many requests of this key wait for answers of this kind; send them one after another',
    sr: 'Превише захтева одједном чека одговор. Поновите за који тренутак.',
  },
  unread: {
    en: 'Earlier answers to this key were not read in time; read them, and repeat',
    sr: 'Ранији одговори нису преузети на време. Поновите за који тренутак.',
  },
  gone: { en: 'The caller has gone', sr: 'Одговор више нико не чека.' },
});

/** Request and response of a Koa context. */
interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

const REFUSALS: Readonly<Record<NoSlot, readonly [Rule, Message]>> = {
  full: ['key.too-many-waiting', MESSAGES.tooMany],
  late: ['key.answers-unread', MESSAGES.unread],
  gone: ['request.caller-gone', MESSAGES.gone],
};

/**
 * Creates a response that may be long once there is a slot for it. A response in pieces occupies the slot until it was
 * sent. If the client disconnects, the request loses its slot, or its place in the queue.
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

/** One signal for each response, however often it is requested. */
const ends = new WeakMap<ServerResponse, AbortSignal>();

/** Aborted when a response was sent, or its connection is closed. */
export function endOf({ req: { socket }, res: response }: Exchange): AbortSignal {
  const known = ends.get(response);
  if (known !== undefined) return known;
  const ended = new AbortController();
  const end = (): void => {
    socket.off('close', end);
    ended.abort();
  };
  // Responses queued behind another one get no event from a closed connection.
  socket.once('close', end);
  response.once('close', end);
  if (socket.destroyed || response.destroyed) end();
  ends.set(response, ended.signal);
  return ended.signal;
}
