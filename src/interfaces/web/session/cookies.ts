import type { ParameterizedContext } from 'koa';

/** `__Host-`: only this origin can set it, over TLS, for all of its paths (RFC 6265bis, 4.1.3.2). */
const NAMES = { session: '__Host-kasirbox', tablet: '__Host-kasirbox-tablet' } as const;
type CookieName = keyof typeof NAMES;

/** A tablet remains admitted until it is removed, or was not used for this long, s. */
const TABLET_AGE = 400 * 24 * 60 * 60;
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict';

/** The value of a cookie; empty when it was not sent. Of several with its name the first counts. */
export function readCookie(ctx: ParameterizedContext, name: CookieName): string {
  const prefix = `${NAMES[name]}=`;
  const pairs = (ctx.req.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(prefix))?.slice(prefix.length) ?? '';
}

/**
 * The `Set-Cookie` header that gives a device a token. A session cookie ends with the browser at the latest; a tablet
 * cookie persists.
 */
export function cookieWith(name: CookieName, token: string): string {
  const age = name === 'tablet' ? `; Max-Age=${TABLET_AGE}` : '';
  return `${NAMES[name]}=${token}; ${ATTRIBUTES}${age}`;
}

/** The `Set-Cookie` header that removes it. */
export function cookieRemoved(name: CookieName): string {
  return `${NAMES[name]}=; ${ATTRIBUTES}; Max-Age=0`;
}
