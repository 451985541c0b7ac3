import { setTimeout as sleep } from 'node:timers/promises';
import type { Middleware, ParameterizedContext } from 'koa';
import { type RequestFault, defineMessages } from '../../../base/index.js';
import { COMMON_HEADERS, errorResponse, type RequestBudget, respond } from '../../../platform/http/index.js';
import type { ApiParts } from '../parts.js';
import type { ApiState } from '../resource.js';
import { presentedKey } from './authentication.js';

interface PaceParts extends Pick<ApiParts, 'keys' | 'people'> {
  readonly budget: RequestBudget;
  /** Below this path every request with a key counts for the rate limit of the key. */
  readonly basePath: string;
}

/**
 * Throttles the requests that no rate limit covers: those without a valid key or session, preflights, pages and files.
 */
export function pace({ keys, people, budget, basePath }: PaceParts): Middleware<ApiState, object> {
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
    if (isLimited || (await waitTurn(ctx, budget.take(ctx.req.socket.remoteAddress)))) await next();
  };
}

const MESSAGES = defineMessages('pace', {
  tooMany: { en: 'Too many requests', sr: 'Превише захтева' },
});
const TOO_MANY = { rule: 'request.too-many', message: MESSAGES.tooMany } as const;

/**
 * Waits `wait` ms. False when the request must not continue: the caller has disconnected, or the wait is undefined and
 * the request was refused.
 */
export async function waitTurn(
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
