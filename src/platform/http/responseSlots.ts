import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type Clock,
  defineMessages,
  failed,
  type Message,
  ok,
  type Release,
  type Result,
  type Rule,
  withAnySignal,
} from '../../base/index.js';
import { errorResponse, type HttpResponse, isLong, written } from './response.js';

export interface SlotLimits {
  /** Maximum slots at a time: of one key, and in all. */
  readonly perKey: number;
  readonly inAll: number;
  /** Maximum requests of one key that may wait for a slot. */
  readonly waiting: number;
  /** Maximum wait of each of them, ms. */
  readonly longest: number;
}

/** Why a request gets no slot: too many of its key wait, its wait timed out, or its client has disconnected. */
type NoSlot = 'full' | 'late' | 'gone';

interface Waiter {
  readonly key: number;
  readonly woken: AbortController;
  /** Releases its slot, once it has one. */
  release: Release | undefined;
}

/**
 * Limits responses that take much memory or work, for each key and in all. The others wait in the order of their
 * requests; a request whose key has all its slots is skipped.
 */
export class ResponseSlots {
  /** Number of used slots, by key. */
  private readonly taken = new Map<number, number>();
  private readonly waiting: Waiter[] = [];

  constructor(
    private readonly limits: SlotLimits,
    private readonly clock: Pick<Clock, 'sleep'>,
  ) {}

  /**
   * Waits for a slot of `key`, which must be released when the response was sent. `signal` is aborted when the client
   * disconnects.
   */
  async take(key: number, signal: AbortSignal): Promise<Result<Release, NoSlot>> {
    if (this.isFree(key)) return ok(this.taking(key));
    if (this.waiting.filter((other) => other.key === key).length >= this.limits.waiting) return failed('full');
    const waiter: Waiter = { key, woken: new AbortController(), release: undefined };
    this.waiting.push(waiter);
    await withAnySignal([waiter.woken.signal, signal], (over) => this.clock.sleep(this.limits.longest, over));
    const { release } = waiter;
    if (release === undefined) this.waiting.splice(this.waiting.indexOf(waiter), 1);
    // The client may have disconnected just when it got its slot.
    else if (signal.aborted) release();
    else return ok(release);
    return failed(signal.aborted ? 'gone' : 'late');
  }

  /** Uses one more slot of `key` for `ms`, because its request was expensive, so that others come first. */
  occupy(key: number, ms: number): void {
    const release = this.taking(key);
    void this.clock.sleep(ms).then(release);
  }

  private isFree(key: number): boolean {
    const { perKey, inAll } = this.limits;
    const all = Array.from(this.taken.values()).reduce((sum, count) => sum + count, 0);
    return all < inAll && (this.taken.get(key) ?? 0) < perKey;
  }

  private taking(key: number): Release {
    this.taken.set(key, (this.taken.get(key) ?? 0) + 1);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const left = (this.taken.get(key) ?? 1) - 1;
      if (left > 0) this.taken.set(key, left);
      else this.taken.delete(key);
      this.wakeNext();
    };
  }

  private wakeNext(): void {
    const at = this.waiting.findIndex(({ key }) => this.isFree(key));
    const [next] = at < 0 ? [] : this.waiting.splice(at, 1);
    if (next === undefined) return;
    next.release = this.taking(next.key);
    next.woken.abort();
  }
}

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
  slots: ResponseSlots,
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
