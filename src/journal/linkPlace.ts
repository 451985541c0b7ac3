import { type Environment, environmentOfHost, hostOf } from '../base/index.js';
import { buildVerificationUrl } from './verificationLink.js';

/** Where a verification link leads. */
export type LinkPlace =
  /** `url` is the link to keep: it leads there for whoever reads it, however that program takes addresses apart. */
  | { readonly kind: 'right'; readonly url: string }
  /** To the tax authority, but to its other system. */
  | { readonly kind: 'otherEnvironment'; readonly side: Environment }
  /** To a host where no link of this environment may lead. */
  | { readonly kind: 'elsewhere'; readonly host: string };

const MAX_HOST = 100;
/** `URL` lets more into a host, such as a semicolon, at which another reader of addresses may take it to be over. */
const PLAIN_HOST = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/;
/** Of a link as the tax authority's systems write it, behind the host; its Base64 may be percent-encoded. */
const PLAIN_END = /^\/v\/\?vl=[A-Za-z0-9+/=%]+$/;

/**
 * Where the link `url`, which can be parsed, with this payload leads. In production only to a host of the tax authority: whoever
 * scans the QR code believes what opens. There the host decides; a link to it that is written in another way (another scheme or
 * port, a name and a password, upper case, more parameters) is written anew, so that nobody reads another host out of it. The
 * sandbox has stand-ins anywhere: there it may lead to any host but one of production, without a name before it.
 */
export function placeOfLink(url: string, environment: Environment, payload: Buffer): LinkPlace {
  const host = hostOf(url);
  const side = environmentOfHost(host);
  if (side !== undefined && side !== environment) return { kind: 'otherEnvironment', side };
  if (environment === 'sandbox') {
    const { username, password } = new URL(url);
    return username + password === '' ? { kind: 'right', url } : elsewhere(host);
  }
  if (side === undefined || !PLAIN_HOST.test(host)) return elsewhere(host);
  const root = `https://${host}`;
  const isPlain = url.startsWith(root) && PLAIN_END.test(url.slice(root.length));
  return { kind: 'right', url: isPlain ? url : buildVerificationUrl(root, payload) };
}

function elsewhere(host: string): LinkPlace {
  return { kind: 'elsewhere', host: host.slice(0, MAX_HOST) };
}
