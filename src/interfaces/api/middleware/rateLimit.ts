import { defineMessages } from '../../../base/index.js';
import type { Middleware } from 'koa';
import {
  errorResponse,
  RateLimit,
  type RepeatedEvents,
  type RequestBudget,
  respond,
} from '../../../platform/http/index.js';
import type { CallerState } from '../resource.js';
import { waitTurn } from './pace.js';

const MESSAGES = defineMessages('rateLimit', {
  tooManyRequests: {
    en: 'More than {most} requests per minute',
    sr: 'Превише захтева у минуту. Сачекајте мало, па поновите.',
  },
});

/** Calls per key, over all routes. */
export const RATE_LIMIT = { requests: 240, windowSeconds: 60 } as const;

const EXCEEDED = {
  rule: 'key.too-many-requests',
  message: MESSAGES.tooManyRequests({ most: RATE_LIMIT.requests }),
} as const;

interface RateLimitParts {
  /** A monotonic clock, ms. */
  readonly monotonic: () => number;
  readonly events: RepeatedEvents;
  readonly budget: RequestBudget;
}

/**
 * Responds with 429 to a key that calls too often; calls of unknown paths count too. Each response states how many
 * calls remain in the window, and in how many seconds it ends. The log has a line for the first refusal of a window,
 * and the number of the others. Many refusals at once are delayed.
 */
export function rateLimit({ monotonic, events, budget }: RateLimitParts): Middleware<CallerState, object> {
  const limit = new RateLimit(RATE_LIMIT.requests, RATE_LIMIT.windowSeconds * 1000, monotonic);
  return async (ctx, next) => {
    const { state } = ctx;
    const { remaining, excess, resetMs } = limit.count(state.caller.id);
    ctx.set({
      'X-RateLimit-Limit': String(RATE_LIMIT.requests),
      'X-RateLimit-Remaining': String(remaining),
      'X-RateLimit-Reset': String(Math.ceil(resetMs / 1000)),
    });
    if (excess === 0) {
      await next();
      return;
    }
    state.isCounted = excess > 1;
    if (state.isCounted) events.count('request.rate_limited', { key: state.caller.id });
    if (!(await waitTurn(ctx, budget.takeRefused(state.caller.id), EXCEEDED))) return;
    respond(ctx, errorResponse('rate_limited', EXCEEDED.message, EXCEEDED));
  };
}
