import { type Environment, environmentOfHost, hostOf } from '../../base/index.js';
import { buildVerificationUrl } from './verificationLink.js';

/** Where a verification link leads. */
export type LinkPlace =
  /**
   * To an allowed host. `url` is the link to store: it leads to that host in every program, however it parses
   * addresses.
   */
  | { readonly kind: 'right'; readonly url: string }
  /** To the tax authority's other system. */
  | { readonly kind: 'otherEnvironment'; readonly side: Environment }
  /** To a host that is not allowed for this environment. */
  | { readonly kind: 'elsewhere'; readonly host: string };

const MAX_HOST = 100;
/** `URL` allows more characters in a host, such as a semicolon, where another parser may end the host. */
const PLAIN_HOST = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/;
/** The part of a link after the host, as the tax authority's systems write it. Its Base64 may be percent-encoded. */
const PLAIN_END = /^\/v\/\?vl=[A-Za-z0-9+/=%]+$/;

/**
 * Where the link `url`, which must be parsable, with this payload leads. In production it may lead only to a host of
 * the tax authority, since buyers who scan the QR code trust the page that opens. There the host decides: a link to it
 * in an unusual form (another scheme or port, a name and a password, upper case, more parameters) is rewritten, so that
 * no parser can read another host from it. In the sandbox, test systems may be anywhere: a link may lead to any host
 * but one of production, without a user name before it.
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
