import type { Middleware } from 'koa';
import { type Log, defineMessages } from '../../../base/index.js';
import { errorResponse, type RepeatedEvents, respond } from '../../../platform/http/index.js';
import { errorText } from '../commonErrors.js';
import type { ApiState } from '../resource.js';

const MESSAGES = defineMessages('request', {
  failed: {
    en: 'Unexpected failure; the log of the box tells more under this ref',
    sr: 'Неочекивана грешка уређаја. Погледајте Стање; ако се понови, зовите подршку.',
  },
});

interface RequestLogDeps {
  readonly log: Log;
  /** A monotonic clock, ms. */
  readonly monotonic: () => number;
  readonly events: RepeatedEvents;
}

/**
 * Logs the requests of authenticated callers. Turns an exception, which is a bug, into a 500 that names the request id.
 * Requests that anyone can send in any number are not logged one by one: those without a key, and those above the rate
 * limit.
 */
export function requestLog({ log, monotonic, events }: RequestLogDeps): Middleware<ApiState, object> {
  return async (ctx, next) => {
    const { state, method } = ctx;
    const started = monotonic();
    const { id } = state;
    events.logPending();
    let hasFailed = false;
    try {
      await next();
    } catch (error) {
      hasFailed = true;
      log('request.failed', { ref: id, error: errorText(error) });
      respond(ctx, errorResponse('server_error', MESSAGES.failed, { rule: 'request.failed', ref: id }));
    }
    if ((state.caller === undefined || state.isCounted === true) && !hasFailed) return;
    // Without a body the caller has disconnected before the end of its request.
    const status = ctx.body === undefined ? null : ctx.status;
    const ms = Math.round(monotonic() - started);
    log('request.done', { id, method, path: state.route?.path ?? null, status, key: state.caller?.id ?? null, ms });
  };
}
