import type { Middleware, ParameterizedContext } from 'koa';
import { errorResponse, type HttpResponse, type RepeatedEvents, respond } from '../../http/index.js';
import type { ApiParts } from '../parts.js';
import { PEOPLE_PATH } from '../people.js';
import type { CallerState } from '../resource.js';

const BEARER = /^Bearer +(\S+) *$/i;

interface AuthenticationParts extends Pick<ApiParts, 'keys' | 'people' | 'connectionLimiter'> {
  readonly events: RepeatedEvents;
}

/** What was presented as a key; empty: nothing. */
export function presentedKey(ctx: ParameterizedContext): string {
  return BEARER.exec(ctx.get('Authorization'))?.[1] ?? '';
}

/** The challenge of RFC 6750, 3: it names an error only where a key was presented. */
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
 * Lets only callers with a valid key pass; all others get one and the same 401. On the pages of the box a person passes who is
 * signed in.
 */
export function authentication({
  keys,
  people,
  connectionLimiter,
  events,
}: AuthenticationParts): Middleware<CallerState, object> {
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
 * Asks once more behind whatever was waited for, such as a body that took its time: nothing is carried out for a key that was revoked
 * meanwhile, or for a session that has ended. What the router answers to who only reads it asks about once more.
 */
export const stillAuthenticated: Middleware<CallerState, object> = async (ctx, next) => {
  const refusal = ctx.state.caller.turnedAway();
  if (refusal === undefined) await next();
  else respond(ctx, refusal);
};
