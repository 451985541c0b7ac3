import Koa from 'koa';
import type { Middleware, ParameterizedContext } from 'koa';
import { CheckCache, runChecks } from '../health/index.js';
import {
  COMMON_HEADERS,
  commonHeaders,
  compression,
  errorResponse,
  notFound,
  originForm,
  type RepeatedEvents,
  REQUEST_ID_HEADER,
  RequestThrottle,
  requestId,
  respond,
} from '../../platform/http/index.js';
import { defineMessages, errorText, type Log } from '../../base/index.js';
import { authentication, stillAuthenticated } from './middleware/authentication.js';
import { parseBody, queryParameters, readBody } from './middleware/input.js';
import { dailyQuota, throttled, rateLimit, prioritizeSale } from './middleware/throttle.js';
import { ApiDescription } from './openapi.js';
import { answerSlots, LongPoll } from './longPoll.js';
import { type ApiDeps, PEOPLE_PATH } from './apiDeps.js';
import { definition, openResources, resources } from './registry.js';
import type { ApiState, CallerState } from './resource.js';
import { BASE_PATH, findRoute, routerOf } from './router.js';

/** Path of requests from pages. */
const PAGES = '/web/';

/**
 * Compress only responses to authenticated callers, and never a sale's: those are short and must not wait. These
 * responses contain no secret of the box whose length could be guessed from the compressed size.
 */
function isPacked({ state }: { readonly state: ApiState }): boolean {
  return state.caller !== undefined && state.route?.isSale !== true;
}

/**
 * Creates the web application: API v1 and the pages for people. The order of the middleware is part of the contract: an
 * unauthenticated caller cannot learn which paths exist, and no body is read before the caller is authenticated and
 * within its rate limit.
 */
export function createApp(deps: ApiDeps): Koa<ApiState, object> {
  const { keys, connectionLimiter, people, monotonic, log, repeatedEvents: events } = deps;
  const description = new ApiDescription(definition, BASE_PATH);
  const checks = new CheckCache(() => runChecks(deps.health), monotonic);
  const resourceDeps = {
    ...deps,
    description,
    checks,
    slots: answerSlots(deps.clock),
    longPoll: new LongPoll(deps),
  };
  const openRoutes = routerOf<ApiState>('', openResources, resourceDeps);
  const routes = routerOf<CallerState>(`(?:${BASE_PATH}|${PEOPLE_PATH})`, resources, resourceDeps);
  const throttle = new RequestThrottle(monotonic, connectionLimiter);

  const app = new Koa<ApiState, object>();
  app
    .use(requestId)
    .use(answerFailures(log))
    .use(originForm)
    .use(compression({ slice: deps.salesFirst.slice, isFor: isPacked }))
    .use((ctx, next) => {
      if (ctx.path.startsWith(PAGES)) ctx.state.onPage = people.onPage;
      return next();
    })
    .use(throttled({ keys, people, throttle, basePath: BASE_PATH }))
    .use(commonHeaders)
    .use(findRoute(routes, resources))
    .use(requestLog({ log, monotonic, events }))
    .use(openRoutes.routes())
    .use(people.routes.routes())
    .use<CallerState>(authentication({ keys, people, connectionLimiter, events }))
    .use(rateLimit({ monotonic, events, throttle }))
    .use(queryParameters)
    .use(readBody)
    .use(stillAuthenticated)
    .use(prioritizeSale(deps))
    .use(parseBody)
    .use(dailyQuota(deps))
    .use(routes.routes())
    .use((ctx) => respond(ctx, notFound('Path')));
  app.on('error', (error: unknown, ctx: Koa.ParameterizedContext<Partial<ApiState>, object>) => {
    // Koa reports responses whose client has disconnected, too. That is not an error of the box.
    if (ctx.headerSent || ctx.req.socket.destroyed) return;
    log('request.failed', { ref: ctx.state.id ?? null, error: errorText(error) });
  });
  return app;
}

const MESSAGES = defineMessages('request', {
  failed: {
    en: 'Unexpected failure; the log of the box tells more under this ref',
    sr: 'Неочекивана грешка уређаја. Погледајте Стање; ако се понови, зовите подршку.',
  },
});

/**
 * Turns an exception of any later middleware, which is a bug, into a 500 that names the request id. A header of the
 * response that was not sent must not remain: the body may have been compressed.
 */
function answerFailures(log: Log): Middleware<ApiState, object> {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      for (const name of ctx.res.getHeaderNames()) ctx.remove(name);
      ctx.set({ ...COMMON_HEADERS, [REQUEST_ID_HEADER]: ctx.state.id });
      answerFailure(ctx, error, log);
    }
  };
}

function answerFailure(ctx: ParameterizedContext<ApiState, object>, error: unknown, log: Log): void {
  const { id } = ctx.state;
  log('request.failed', { ref: id, error: errorText(error) });
  respond(ctx, errorResponse('server_error', MESSAGES.failed, { rule: 'request.failed', ref: id }));
}

interface RequestLogDeps {
  readonly log: Log;
  /** A monotonic clock, ms. */
  readonly monotonic: () => number;
  readonly events: RepeatedEvents;
}

/**
 * Logs the requests of authenticated callers, with the 500 of one that failed. Requests that anyone can send in any
 * number are not logged one by one: those without a key, and those above the rate limit.
 */
function requestLog({ log, monotonic, events }: RequestLogDeps): Middleware<ApiState, object> {
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
      answerFailure(ctx, error, log);
    }
    if ((state.caller === undefined || state.isLogSuppressed === true) && !hasFailed) return;
    // Without a body the caller has disconnected before the end of its request.
    const status = ctx.body === undefined ? null : ctx.status;
    const ms = Math.round(monotonic() - started);
    log('request.done', { id, method, path: state.route?.path ?? null, status, key: state.caller?.id ?? null, ms });
  };
}
