import { BlockList, isIPv4, isIPv6 } from 'node:net';
import type { JsonSchema } from '../base/index.js';

/** Servers of the owner's choice that get JSON from the box. */

/** No name and password, no fragment; behind the host there may be a path and a query. */
const TARGET = '^https?://[^\\s/\\\\?#@]+(?:/[^\\s\\\\#]*)?$';
const QUAD = '[A-Za-z0-9+/]{4}';
/** 24 bytes are 8 groups of base64; 64 bytes are 21 and one of a single byte. */
const SECRET = `^whsec_(?:(?:${QUAD}){8,21}(?:[A-Za-z0-9+/]{2}==)?|(?:${QUAD}){8,20}[A-Za-z0-9+/]{3}=)$`;

/** An address; {@link targetFault} says what else must hold. */
export const httpTarget: JsonSchema = { type: 'string', maxLength: 500, pattern: TARGET };
/** `whsec_` and 24 to 64 bytes in base64, as Standard Webhooks writes it. */
export const signingSecret: JsonSchema = { type: 'string', pattern: SECRET };

/** What the patterns ask for, in words. */
export const TARGET_WORDS: Readonly<Record<string, string>> = {
  [TARGET]: 'must be an address like https://example.rs/path',
  [SECRET]: 'must be whsec_ and 24 to 64 random bytes in base64; make one: echo whsec_$(openssl rand -base64 32)',
};

/** Addresses that no router of the Internet passes on (RFC 1918, RFC 3927, RFC 4193, RFC 4291), and those of the box itself. */
const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  PRIVATE.addSubnet(network, prefix, 'ipv4');
}
PRIVATE.addAddress('::1', 'ipv6');
PRIVATE.addSubnet('fc00::', 7, 'ipv6');
PRIVATE.addSubnet('fe80::', 10, 'ipv6');

/**
 * What is wrong with an address that receipts are sent to, an English sentence. Without TLS a receipt may only go through the
 * shop's own network, and to an address, since anybody on the Wi-Fi could answer for a name.
 */
export function targetFault(url: string): string | undefined {
  if (!URL.canParse(url)) return 'url is not an address.';
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:' || isLoopback(hostname) || isPrivate(hostname)) return undefined;
  return 'url must begin with https://; http:// is for a private address such as http://192.168.1.20:8123/path.';
}

/** Is it the box itself? Of the host of a URL. */
export function isLoopback(hostname: string): boolean {
  const host = withoutBrackets(hostname);
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

function isPrivate(hostname: string): boolean {
  const host = withoutBrackets(hostname);
  if (isIPv4(host)) return PRIVATE.check(host, 'ipv4');
  return isIPv6(host) && PRIVATE.check(host, 'ipv6');
}

function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}
