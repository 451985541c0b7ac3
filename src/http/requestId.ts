import type { Middleware } from 'koa';
import { secureRandom } from '../base/index.js';
import type { RequestState } from './originForm.js';

/** Names a request to its caller as the log names it. The box always makes it: what a caller sends may be anything. */
export const REQUEST_ID_HEADER = 'X-Request-Id';

/** 16 hex digits that nobody can guess. */
export function newRequestId(): string {
  return secureRandom(8).toString('hex');
}

/** Gives each request its id, in `ctx.state` and in the header of its answer. */
export const requestId: Middleware<RequestState> = (ctx, next) => {
  ctx.state.id = newRequestId();
  ctx.set(REQUEST_ID_HEADER, ctx.state.id);
  return next();
};
