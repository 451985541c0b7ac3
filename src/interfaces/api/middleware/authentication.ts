import type { Middleware, ParameterizedContext } from 'koa';
import { errorResponse, type HttpResponse, type RepeatedEvents, respond } from '../../../platform/http/index.js';
import { type ApiDeps, PEOPLE_PATH } from '../apiDeps.js';
import type { CallerState } from '../resource.js';

const BEARER = /^Bearer +(\S+) *$/i;

interface AuthenticationDeps extends Pick<ApiDeps, 'keys' | 'people' | 'connectionLimiter'> {
  readonly events: RepeatedEvents;
}

/** The API key in the request; empty when there is none. */
export function presentedKey(ctx: ParameterizedContext): string {
  return BEARER.exec(ctx.get('Authorization'))?.[1] ?? '';
}

/** The challenge of RFC 6750, 3: it names an error only if a key was sent. */
function unauthorized(isPresented: boolean): HttpResponse {
  const response = errorResponse('unauthorized', 'Missing, invalid or revoked API key', {
    rule: isPresented ? 'key.invalid' : 'key.missing',
  });
  const challenge = 'Bearer realm="kasirbox"';
  return {
    ...response,
    headers: { 'WWW-Authenticate': isPresented ? `${challenge}, error="invalid_token"` : challenge },
  };
}

/**
 * Admits only callers with a valid key; all others get the same 401. Requests to the pages of the box are admitted when
 * the person is signed in.
 */
export function authentication({
  keys,
  people,
  connectionLimiter,
  events,
}: AuthenticationDeps): Middleware<CallerState, object> {
  return async (ctx, next) => {
    if (ctx.path.startsWith(`${PEOPLE_PATH}/`)) {
      const admitted = await people.admit(ctx);
      if (!admitted.ok) {
        respond(ctx, admitted.error);
        return;
      }
      ctx.state.caller = admitted.value;
      await next();
      await people.record(ctx);
      return;
    }
    const presented = presentedKey(ctx);
    const key = keys.authenticate(presented, ctx.req.socket.remoteAddress);
    if (key === undefined) {
      events.count('request.unauthorized');
      respond(ctx, unauthorized(presented !== ''));
      return;
    }
    ctx.state.key = key;
    const turnedAway = (): HttpResponse | undefined => (keys.isActive(presented) ? undefined : unauthorized(true));
    ctx.state.caller = { id: key.id, turnedAway };
    connectionLimiter.markAuthenticated(ctx.req.socket, key.id);
    await next();
  };
}

/**
 * Checks the caller again after all waiting, for example for a slow body. Nothing is carried out for a key that was
 * revoked meanwhile, or for a session that has ended. For read requests the router checks once more before it responds.
 */
export const stillAuthenticated: Middleware<CallerState, object> = async (ctx, next) => {
  const refusal = ctx.state.caller.turnedAway();
  if (refusal === undefined) await next();
  else respond(ctx, refusal);
};
