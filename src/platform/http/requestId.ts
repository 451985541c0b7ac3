import type { Middleware } from 'koa';
import { secureRandom } from '../../base/index.js';
import type { RequestState } from './originForm.js';

/** The id of a request, for its client and the log. The box always creates it, because a client could send anything. */
export const REQUEST_ID_HEADER = 'X-Request-Id';

/** 16 random hex digits. */
export function newRequestId(): string {
  return secureRandom(8).toString('hex');
}

/** Gives each request its id, in `ctx.state` and in the response header. */
export const requestId: Middleware<RequestState> = (ctx, next) => {
  ctx.state.id = newRequestId();
  ctx.set(REQUEST_ID_HEADER, ctx.state.id);
  return next();
};
