import type { Middleware } from 'koa';

/** Headers of the box that scripts in web pages may read. */
const EXPOSED = [
  ...['Idempotency-Replayed', 'X-Request-Id', 'X-Ignored-Parameters', 'ETag'],
  ...['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
];

/**
 * Headers of every response. Any web page may call (CORS), nothing is cached, and no type is guessed. A response opened
 * as a page runs and loads nothing, cannot be framed, has no access to its opener, and sends no referrer; for a
 * receipt's link, the address alone gives access. A web page of the box replaces this with a policy of its own.
 */
export const COMMON_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': EXPOSED.join(', '),
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
} as const;

const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, If-None-Match',
  'Access-Control-Max-Age': '86400',
} as const;

/** Sets the common headers, and answers a browser's preflight (OPTIONS) for every path. */
export const commonHeaders: Middleware = async (ctx, next) => {
  ctx.set(COMMON_HEADERS);
  if (ctx.method === 'OPTIONS') {
    ctx.status = 204;
    ctx.set(PREFLIGHT_HEADERS);
  } else {
    await next();
  }
};
