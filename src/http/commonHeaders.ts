import type { Middleware } from 'koa';

/** Headers of the box that programs in web pages may read. */
const EXPOSED = [
  ...['Idempotency-Replayed', 'X-Request-Id', 'X-Ignored-Parameters', 'ETag'],
  ...['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
];

/**
 * Headers of every response: any web page may call (CORS), nothing is cached, no type is guessed. What is shown on its own runs
 * and loads nothing, stands in no frame, keeps no hold on the page that opened it, and tells no other site its address, which for
 * the link of a receipt is all that opens it. A page has a policy of its own instead.
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

/** Sets the common headers, and answers the preflight of a browser (OPTIONS) for every path alike. */
export const commonHeaders: Middleware = async (ctx, next) => {
  ctx.set(COMMON_HEADERS);
  if (ctx.method === 'OPTIONS') {
    ctx.status = 204;
    ctx.set(PREFLIGHT_HEADERS);
  } else {
    await next();
  }
};
