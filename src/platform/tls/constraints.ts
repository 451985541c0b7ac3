import { isIP, isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { DER_TAG, derContent, type DerElement, derElements, objectId } from '../../base/index.js';

const EXTENSIONS = 0xa3;

/**
 * The extensions of a certificate (DER; RFC 5280, 4.1.2.9): the content of their OCTET STRING, by OID. Throws a
 * `DerError`.
 */
export function certificateExtensions(certificate: Buffer): ReadonlyMap<string, Buffer> {
  return new Map(
    partsOf(certificate).map((parts) => [objectId(parts[0]), derContent(parts.at(-1), DER_TAG.octetString)]),
  );
}

/**
 * The OIDs of the critical extensions, which must be understood before a certificate is accepted. Throws a `DerError`.
 */
export function criticalExtensions(certificate: Buffer): string[] {
  // DER omits `critical` when it is false, but some issuers write it.
  const isCritical = (parts: readonly DerElement[]): boolean =>
    parts.length > 2 && derContent(parts[1], DER_TAG.boolean)[0] !== 0;
  return partsOf(certificate)
    .filter(isCritical)
    .map(([oid]) => objectId(oid));
}

/** The elements of each extension: OID, `critical` if given, and value. */
function partsOf(certificate: Buffer): DerElement[][] {
  const [tbs] = derChildren(derElements(certificate)[0]);
  const list = derChildren(derChildren(tbs).find(({ tag }) => tag === EXTENSIONS))[0];
  return derChildren(list).map(derChildren);
}

/** The child elements; none for undefined. Throws a `DerError`. */
export function derChildren(element: DerElement | undefined): DerElement[] {
  return element === undefined ? [] : derElements(element.value);
}

/**
 * The name constraints of the box's authority (RFC 5280, 4.2.1.10). Tablets trust that authority, and its key is on a
 * box in a shop, so a thief of the box must not be able to impersonate a bank. It is therefore limited to names and
 * addresses without meaning on the Internet.
 */
export const NAME_CONSTRAINTS_OID = '2.5.29.30';

/**
 * One subtree: a suffix of a name, or address bytes followed by mask bytes. A suffix with a leading dot covers only
 * names below it.
 */
export interface Subtree {
  readonly tag: (typeof SUBTREE_TAGS)[number];
  readonly value: Buffer;
}

/** A name must be in a permitted subtree if there is one of its kind, and must not be in an excluded one. */
export interface Constraints {
  readonly permitted: readonly Subtree[];
  readonly excluded: readonly Subtree[];
}

/**
 * Domains that are permanently local: mDNS (RFC 6762), home networks (RFC 8375), and ICANN's `.internal`. No other
 * single-label name is permitted together with names below it, since it may be, or become, a top-level domain.
 */
const LOCAL_DOMAINS = ['local', 'home.arpa', 'internal'];
/** Permitted without names below it (RFC 6761). */
const LOCALHOST = 'localhost';

/** Loopback, private (RFC 1918, 4193), link-local (RFC 3927, 4291) and carrier-grade NAT (RFC 6598). */
const LOCAL_RANGES = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '100.64.0.0/10',
];
const LOCAL_RANGES_6 = ['::1/128', 'fc00::/7', 'fe80::/10'];

/**
 * The only permitted host of mail addresses and URIs, which is also excluded, so that none is allowed. It never exists
 * (RFC 2606). Without a permitted subtree of their kind all of them would be allowed, and clients disagree about the
 * meaning of an empty one.
 */
const NOBODY = 'invalid';

const PERMITTED = 0xa0;
const EXCLUDED = 0xa1;
const MAIL_ADDRESS = 0x81;
const DNS_NAME = 0x82;
const URI = 0x86;
const IP_ADDRESS = 0x87;
/** The kinds of names that are read: mail addresses, DNS names, URIs, IP addresses. */
export const SUBTREE_TAGS = [MAIL_ADDRESS, DNS_NAME, URI, IP_ADDRESS] as const;
const WITHOUT_USE = [MAIL_ADDRESS, URI] as const;

/**
 * The constraints of a new authority: everything local, and those of `names` (the names of the box when the authority
 * is created) that are not local, so that a box with a public address or a name of its own works from the start. Such a
 * name is permitted without the names below it, otherwise a box named `shop` could impersonate every host of that
 * top-level domain.
 */
export function constraintsFor(names: readonly string[]): Constraints {
  const local = [LOCALHOST, ...LOCAL_DOMAINS, ...LOCAL_RANGES, ...LOCAL_RANGES_6].map(subtree);
  const own = names.filter((name) => !permits({ permitted: local, excluded: [] }, name));
  const single = [LOCALHOST, ...own.filter((name) => addressBytes(name) === null)];
  const nobody = WITHOUT_USE.map((tag) => ({ tag, value: Buffer.from(NOBODY) }));
  return {
    permitted: [...local, ...own.map(subtree), ...nobody],
    excluded: [...single.map((name) => subtree(`.${name}`)), ...nobody],
  };
}

/**
 * True when a client accepts `name` (DNS name or address) under these constraints. Without a subtree of its kind every
 * name is accepted.
 */
export function permits({ permitted, excluded }: Constraints, name: string): boolean {
  const address = addressBytes(name);
  const tag = address === null ? DNS_NAME : IP_ADDRESS;
  const covers = ({ value }: Subtree): boolean =>
    address === null ? below(name, value.toString('latin1')) : inRange(address, value);
  const sameKind = permitted.filter((one) => one.tag === tag);
  return (sameKind.length === 0 || sameKind.some(covers)) && !excluded.filter((one) => one.tag === tag).some(covers);
}

/**
 * True when the constraints allow nothing that a server of the box does not need. Those of the first releases allow
 * more.
 */
export function areStrict({ permitted, excluded }: Constraints): boolean {
  const closed = (kind: Subtree['tag']): boolean =>
    [permitted, excluded].every((all) => all.some(({ tag }) => tag === kind));
  return WITHOUT_USE.every(closed) && closed(DNS_NAME);
}

/** The value of the extension, DER. */
export function encodeConstraints({ permitted, excluded }: Constraints): Buffer {
  const list = (tag: number, subtrees: readonly Subtree[]): Buffer[] => {
    const content = subtrees.map((one) => der(DER_TAG.sequence, der(one.tag, one.value)));
    return content.length === 0 ? [] : [der(tag, Buffer.concat(content))]; // an empty list is not allowed
  };
  return der(DER_TAG.sequence, Buffer.concat([...list(PERMITTED, permitted), ...list(EXCLUDED, excluded)]));
}

/** The constraints of a certificate (DER); both empty when it has none. Throws a `DerError`. */
export function readConstraints(certificate: Buffer): Constraints {
  const value = certificateExtensions(certificate).get(NAME_CONSTRAINTS_OID);
  const [constraints] = value === undefined ? [] : derElements(value);
  const list = (wanted: number): Subtree[] => {
    const subtrees = derChildren(derChildren(constraints).find(({ tag }) => tag === wanted));
    return subtrees.flatMap(derChildren).flatMap(({ tag, value: base }) => {
      const known = SUBTREE_TAGS.find((one) => one === tag);
      return known === undefined ? [] : [{ tag: known, value: base }];
    });
  };
  return { permitted: list(PERMITTED), excluded: list(EXCLUDED) };
}

/**
 * True when a name is in the subtree of a suffix, as in OpenSSL, Go, Chromium and Firefox: `.shop` covers `www.shop`,
 * but not `shop`.
 */
function below(name: string, suffix: string): boolean {
  return suffix.startsWith('.') ? name.endsWith(suffix) : `.${name}`.endsWith(`.${suffix}`);
}

/** `local`, `10.0.0.0/8`, or a single address. */
function subtree(text: string): Subtree {
  const [base = '', prefix] = text.split('/');
  const address = addressBytes(base);
  if (address === null) return { tag: DNS_NAME, value: Buffer.from(text, 'latin1') };
  const ones = prefix === undefined ? address.length * 8 : Number(prefix);
  const mask = address.map((_, index) => 0xff & ~(0xff >> Math.min(8, Math.max(0, ones - index * 8))));
  return { tag: IP_ADDRESS, value: Buffer.concat([address, mask]) };
}

function inRange(address: Buffer, range: Buffer): boolean {
  const { length } = address;
  return (
    range.length === 2 * length &&
    address.every((byte, i) => ((byte ^ (range[i] ?? 0)) & (range[length + i] ?? 0)) === 0)
  );
}

function der(tag: number, value: Buffer): Buffer {
  const { length } = value;
  const header = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...header]), value]);
}

/** A host name that systemd accepts: labels of letters, digits, `-` and `_`, 253 characters at most (RFC 1035). */
const HOST_NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*$/;

/** All addresses of this machine, loopback first, IPv6 without zone, each once in canonical form. */
export function boxAddresses(): string[] {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const external = own.flatMap(({ internal, address }) => (internal ? [] : (canonicalAddress(address) ?? [])));
  return [...new Set(['127.0.0.1', '::1', ...external])];
}

/**
 * The names of the box for clients: `localhost`, loopback, the host name, the host name under `.local` (mDNS, RFC 6762)
 * and the given addresses. Host names that are not DNS names, and invalid addresses, are omitted.
 */
export function serverNames(hostName: string, addresses: readonly string[]): string[] {
  const host = hostName.toLowerCase();
  // Avahi announces only the first label of a dotted host name.
  const hosts = HOST_NAME.test(host) && isIP(host) === 0 ? [host, `${host}.local`, host.replace(/\..*/, '.local')] : [];
  const ips = addresses.flatMap((address) => canonicalAddress(address) ?? []);
  return [...new Set(['localhost', '127.0.0.1', '::1', ...hosts.filter((name) => HOST_NAME.test(name)), ...ips])];
}

/**
 * The origins under which clients in the network reach a box that listens at `host` and `port`, its name first; port
 * 443 is omitted. Loopback addresses are excluded, and link-local ones too, because they need the name of a network
 * interface.
 */
export function originsOf(
  { host, port }: { readonly host: string; readonly port: number },
  hostName: string,
  addresses: readonly string[],
): string[] {
  const origin = (name: string): string =>
    `https://${name.includes(':') ? `[${name}]` : name}${port === 443 ? '' : `:${port}`}`;
  if (/^(localhost|127\.|::1$)/.test(host)) return [origin('localhost')];
  const own = addresses.filter((address) => !/^(127\.|::1$|fe[89ab])/i.test(address));
  const bound: Readonly<Record<string, readonly string[]>> = { '0.0.0.0': own.filter((one) => isIPv4(one)), '::': own };
  const name = `${hostName.replace(/\..*/, '').toLowerCase()}.local`;
  return [name, ...(bound[host] ?? (isIP(host) === 0 ? [] : [host]))].map(origin);
}

/** The bytes of an IP address in the form of certificates (RFC 5280, 4.2.1.6), 4 or 16; `null` for any other text. */
export function addressBytes(address: string): Buffer | null {
  const canonical = canonicalAddress(address);
  if (canonical === null) return null;
  if (isIPv4(canonical)) return Buffer.from(canonical.split('.').map(Number));
  const [head = [], tail] = canonical.split('::').map((half) => (half === '' ? [] : half.split(':')));
  const zeros = tail === undefined ? [] : new Array<string>(8 - head.length - tail.length).fill('0');
  return Buffer.from([...head, ...zeros, ...(tail ?? [])].map((group) => group.padStart(4, '0')).join(''), 'hex');
}

/** RFC 5952 form without zone, so that one address has one spelling; an embedded IPv4 part becomes hex. */
function canonicalAddress(address: string): string | null {
  const [bare = ''] = address.split('%');
  if (isIP(bare) === 0) return null;
  return isIPv4(bare) ? bare : new URL(`http://[${bare}]`).hostname.slice(1, -1);
}
