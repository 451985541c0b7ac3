import { defineMessages } from '../../base/index.js';
import type { ParameterizedContext } from 'koa';
import { timingSafeEqual } from 'node:crypto';
import type { HttpResponse } from '../../platform/http/index.js';
import { webError } from './answers.js';
import type { Session } from './session/sessions.js';

const MESSAGES = defineMessages('guard', {
  foreign: {
    en: 'This request does not come from a page of this box, called by one of its names.',
    sr: 'Овај захтев није послала страница овог уређаја, отворена под једним од његових имена.',
  },
});

/** True for a host name by which tablets reach the box. */
export type OwnName = (host: string) => boolean;

const SAFE_METHODS: readonly string[] = ['GET', 'HEAD'];
export const FOREIGN = webError('foreign', MESSAGES.foreign);

/**
 * Refuses requests that do not come from a page of the box: a foreign name that resolves to the box (DNS rebinding),
 * another site, and a change that another site caused. Undefined: the request may pass.
 */
export function foreignRequest(ctx: ParameterizedContext, isOwnName: OwnName): HttpResponse | undefined {
  const { host = '', origin, 'sec-fetch-site': site } = ctx.req.headers;
  if (!isCalledByOwnName(ctx, isOwnName)) return FOREIGN;
  if (SAFE_METHODS.includes(ctx.method)) return site === undefined || isFromHere(site) ? undefined : FOREIGN;
  return origin === `https://${host}` ? undefined : FOREIGN;
}

/**
 * True when the request uses one of the box's names. A link on another site may lead to a page, but not by another
 * name.
 */
export function isCalledByOwnName(ctx: ParameterizedContext, isOwnName: OwnName): boolean {
  const { host = '' } = ctx.req.headers;
  const name = host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
  return isOwnName(name.toLowerCase());
}

/** `none`: the person has typed the address. */
function isFromHere(site: string | readonly string[]): boolean {
  return site === 'same-origin' || site === 'none';
}

/** True when the request contains the token that only a page of this session knows. Reading needs no token. */
export function hasCsrfToken(ctx: ParameterizedContext, { csrf }: Session): boolean {
  if (SAFE_METHODS.includes(ctx.method)) return true;
  const given = Buffer.from(ctx.get('X-CSRF-Token'));
  const expected = Buffer.from(csrf);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
