import type { Middleware } from 'koa';
import { isRecord, parseJson } from '../../../base/index.js';
import type { ApiParts } from '../parts.js';
import type { ApiState } from '../resource.js';

/** Path of requests from pages. Responses to all other requests follow the API contract. */
const PAGES = '/web/';
/** More commas than an error of the box contains. */
const MOST_COMMAS = 1000;

/** Adds the Serbian text to an error that is returned to a page, if there is a translation. */
export function serbianWords({ people }: Pick<ApiParts, 'people'>): Middleware<ApiState, object> {
  return async (ctx, next) => {
    await next();
    const body: unknown = ctx.body;
    if (!ctx.path.startsWith(PAGES) || ctx.status < 400 || typeof body !== 'string') return;
    const parsed = parseJson(body, MOST_COMMAS);
    const error = parsed.ok && isRecord(parsed.value) ? parsed.value['error'] : undefined;
    if (!isRecord(error) || 'messageSr' in error || typeof error['message'] !== 'string') return;
    const messageSr = people.serbian(error['message']);
    if (messageSr !== undefined) ctx.body = JSON.stringify({ error: { ...error, messageSr } });
  };
}
