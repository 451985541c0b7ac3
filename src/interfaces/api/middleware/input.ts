import { defineMessages } from '../../../base/index.js';
import type { Middleware } from 'koa';
import {
  bodyRefusal,
  errorResponse,
  MAX_BODY,
  parseJsonObject,
  readPlainBody,
  respond,
} from '../../../platform/http/index.js';
import type { CallerState, RouteDoc } from '../resource.js';

const MESSAGES = defineMessages('query', {
  repeated: { en: '{field} must be given only once', sr: 'Податак {field} се наводи само једном.' },
});

/** Maximum number of names in the header, and their maximum length, characters. */
const MAX_NAMES = 10;
const MAX_LENGTH = 40;

/** Characters that must not appear in the header. A parameter name may contain any character. */
const NOT_PLAIN = /[^\w.-]/g;

/**
 * Checks the query against the documentation of the route. Each parameter has one value, so a repeated parameter is
 * refused. Unknown parameters are ignored and listed in the header `X-Ignored-Parameters`, because a mistyped filter
 * would otherwise appear to match everything.
 */
export const queryParameters: Middleware<CallerState, object> = async (ctx, next) => {
  const { route, query } = ctx.state;
  if (route === undefined || query.size === 0) {
    await next();
    return;
  }
  const known = knownNames(route);
  const ignored = ignoredNames(known, query);
  if (ignored !== '') ctx.set('X-Ignored-Parameters', ignored);
  const repeated = known.find((name) => query.getAll(name).length > 1);
  if (repeated === undefined) await next();
  else {
    const message = MESSAGES.repeated({ field: repeated });
    respond(ctx, errorResponse('validation', message, { rule: 'query.repeated', field: repeated }));
  }
};

function knownNames({ parameters = [] }: RouteDoc): string[] {
  return parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
}

/** A list such as `a, b`, with `...` at its end when there are more. */
function ignoredNames(known: readonly string[], query: URLSearchParams): string {
  const names = new Set<string>();
  for (const name of query.keys()) {
    if (known.includes(name)) continue;
    if (names.size === MAX_NAMES) return [...names, '...'].join(', ');
    names.add(name.slice(0, MAX_LENGTH).replace(NOT_PLAIN, '_') || '_');
  }
  return [...names].join(', ');
}

/**
 * Reads the body of a route that takes one into `ctx.state.bytes`. The body of any other request is never read. A
 * caller that disconnects meanwhile gets no response, and nothing is carried out.
 */
export const readBody: Middleware<CallerState, object> = async (ctx, next) => {
  if (ctx.state.route?.requestBody !== undefined) {
    const read = await readPlainBody(ctx.req, MAX_BODY);
    if (!read.ok) {
      if (read.error !== 'gone') respond(ctx, bodyRefusal(ctx.req, read.error));
      return;
    }
    ctx.state.bytes = read.value;
  }
  await next();
};

/**
 * Parses `ctx.state.bytes` into `ctx.state.body`. A separate step, because a sale's body is parsed only when its caller
 * has a turn.
 */
export const parseBody: Middleware<CallerState, object> = async (ctx, next) => {
  const { route, bytes } = ctx.state;
  if (bytes !== undefined) {
    const parsed = parseJsonObject(bytes, route?.bodyIsOptional === true ? 'optional' : 'required', 'infinite');
    if (!parsed.ok) {
      if (parsed.error !== 'gone') respond(ctx, bodyRefusal(ctx.req, parsed.error));
      return;
    }
    ctx.state.body = parsed.value;
  }
  await next();
};
