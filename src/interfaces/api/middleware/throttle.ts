import { setTimeout as sleep } from 'node:timers/promises';
import type { Middleware, ParameterizedContext } from 'koa';
import {
  chargedTo,
  type Clock,
  defineMessages,
  FairTurns,
  isRecord,
  type RequestFault,
  type SalePriority,
} from '../../../base/index.js';
import {
  COMMON_HEADERS,
  errorResponse,
  RateLimit,
  type RepeatedEvents,
  type RequestThrottle,
  respond,
} from '../../../platform/http/index.js';
import type { Invoicing } from '../../../sales/invoicing/index.js';
import type { DailyQuota } from '../../../shop/access/index.js';
import type { ApiDeps } from '../apiDeps.js';
import type { ApiState, CallerState } from '../resource.js';
import { presentedKey } from './authentication.js';

interface ThrottleDeps extends Pick<ApiDeps, 'keys' | 'people'> {
  readonly throttle: RequestThrottle;
  /** Below this path every request with a key counts for the rate limit of the key. */
  readonly basePath: string;
}

/**
 * Throttles the requests that no rate limit covers: those without a valid key or session, preflights, pages and files.
 */
export function throttled({ keys, people, throttle, basePath }: ThrottleDeps): Middleware<ApiState, object> {
  return async (ctx, next) => {
    const isCaller =
      (ctx.path.startsWith(`${basePath}/`) && keys.isActive(presentedKey(ctx))) || people.isSignedIn(ctx);
    const isLimited = isCaller && ctx.method !== 'OPTIONS';
    const refusal = isLimited ? people.tooMany(ctx) : undefined;
    if (refusal !== undefined) {
      respond(ctx, refusal);
      ctx.set(COMMON_HEADERS);
      return;
    }
    if (isLimited || (await waitTurn(ctx, throttle.take(ctx.req.socket.remoteAddress)))) await next();
  };
}

const THROTTLE_MESSAGES = defineMessages('pace', {
  tooMany: { en: 'Too many requests', sr: 'Превише захтева' },
});
const TOO_MANY = { rule: 'request.too-many', message: THROTTLE_MESSAGES.tooMany } as const;

/**
 * Waits `wait` ms. False when the request must not continue: the caller has disconnected, or the wait is undefined and
 * the request was refused.
 */
async function waitTurn(
  ctx: ParameterizedContext,
  wait: number | undefined,
  { rule, message }: Pick<RequestFault, 'rule' | 'message'> = TOO_MANY,
): Promise<boolean> {
  if (wait === undefined) {
    respond(ctx, errorResponse('rate_limited', message, { rule }));
    ctx.set({ ...COMMON_HEADERS, Connection: 'close' });
    return false;
  }
  if (wait > 0) await sleep(wait);
  if (ctx.req.socket.destroyed) ctx.respond = false;
  return !ctx.req.socket.destroyed;
}

const RATE_LIMIT_MESSAGES = defineMessages('rateLimit', {
  tooManyRequests: {
    en: 'More than {most} requests per minute',
    sr: 'Превише захтева у минуту. Сачекајте мало, па поновите.',
  },
});

/** Calls per key, over all routes. */
export const RATE_LIMIT = { requests: 240, windowSeconds: 60 } as const;

const EXCEEDED = {
  rule: 'key.too-many-requests',
  message: RATE_LIMIT_MESSAGES.tooManyRequests({ most: RATE_LIMIT.requests }),
} as const;

interface RateLimitDeps {
  /** A monotonic clock, ms. */
  readonly monotonic: () => number;
  readonly events: RepeatedEvents;
  readonly throttle: RequestThrottle;
}

/**
 * Responds with 429 to a key that calls too often; calls of unknown paths count too. Each response states how many
 * calls remain in the window, and in how many seconds it ends. The log has a line for the first refusal of a window,
 * and the number of the others. Many refusals at once are delayed.
 */
export function rateLimit({ monotonic, events, throttle }: RateLimitDeps): Middleware<CallerState, object> {
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
    state.isLogSuppressed = excess > 1;
    if (state.isLogSuppressed) events.count('request.rate_limited', { key: state.caller.id });
    if (!(await waitTurn(ctx, throttle.takeRefused(state.caller.id), EXCEEDED))) return;
    respond(ctx, errorResponse('rate_limited', EXCEEDED.message, EXCEEDED));
  };
}

interface PrioritizeSaleDeps {
  readonly salePriority: SalePriority;
  readonly clock: Pick<Clock, 'sleep'>;
}

/**
 * Gives a sale priority over all other work from the time its body is read until it is answered. Sales of each key
 * or person alternate with those of others.
 */
export function prioritizeSale({ salePriority, clock }: PrioritizeSaleDeps): Middleware<CallerState, object> {
  const turns = new FairTurns(clock);
  return (ctx, next) =>
    ctx.state.route?.isSale === true ? salePriority.during(() => turns.during(ctx.state.caller.id, next)) : next();
}

const DAILY_QUOTA_MESSAGES = defineMessages('flashBudget', {
  spent: {
    en: 'This key has written as much to the flash of the box today as it may (setting flashBudget); it may write again after midnight, Europe/Belgrade. Reading, and repeating what was issued under its idempotency key, goes on',
    sr: 'За данас је записано онолико колико један корисник сме („Највише записа по кључу на дан”). Наставите после поноћи, или нека власник повећа границу.',
  },
});

interface DailyQuotaDeps {
  readonly dailyQuota: DailyQuota;
  readonly invoicing: Pick<Invoicing, 'hasBegun' | 'hasBegunToClose'>;
}

const SPENT = DAILY_QUOTA_MESSAGES.spent;

/** Path of the route that closes an advance, with the id of its invoice. */
const CLOSING = /\/(?:invoices\/([0-9a-f-]{36})\/close-advance|earlier-advances\/close)\/?$/;

/**
 * Charges the writes of a request to its key, and responds with 429 to a key that has used its daily quota of flash
 * writes. Read requests are still served. So is the repeat of a request that has begun, because it must be completed.
 */
export function dailyQuota({ dailyQuota, invoicing }: DailyQuotaDeps): Middleware<CallerState, object> {
  return async (ctx, next) => {
    const { method, path, headers, state } = ctx;
    const account = dailyQuota.account(state.caller.id);
    const writes = state.route !== undefined && method !== 'GET' && method !== 'HEAD';
    if (!writes || !account.isSpent() || (await hasBegun())) await chargedTo(account, () => next());
    else respond(ctx, errorResponse('rate_limited', SPENT, { rule: 'key.flash-budget' }));

    async function hasBegun(): Promise<boolean> {
      // Other routes take no idempotency key: accepting one there would only bypass the quota.
      if (state.route?.isSale !== true) return false;
      const inBody = isRecord(state.body) ? state.body['clientRequestId'] : undefined;
      const sent = headers['idempotency-key'] ?? inBody;
      const key = typeof sent === 'string' ? sent : undefined;
      if (key !== undefined && (await invoicing.hasBegun(key))) return true;
      const closing = CLOSING.exec(path);
      return closing !== null && invoicing.hasBegunToClose(closing[1], key);
    }
  };
}
