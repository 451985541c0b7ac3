import { defineMessages } from '../../../base/index.js';
import type { Middleware } from 'koa';
import { errorResponse, respond } from '../../../platform/http/index.js';
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
