import { elements, TAG } from '../base/der.js';
import { extensionsOf, within } from './extensions.js';
import { addressBytes } from './names.js';

/**
 * The name constraints of the box's authority (RFC 5280, 4.2.1.10). Tablets trust that authority, and its key lies on a
 * box in a shop: who steals the box must not be able to speak for a bank. So it is confined to names and addresses that
 * mean nothing on the Internet.
 */
export const NAME_CONSTRAINTS_OID = '2.5.29.30';

/** One permitted subtree: a DNS suffix, or address bytes followed by mask bytes. */
export interface Subtree {
  readonly tag: typeof DNS_NAME | typeof IP_ADDRESS;
  readonly value: Buffer;
}

/** Special-use names (RFC 6761, 6762, 8375), ICANN's `.internal`, and the `.lan` of most home routers. */
const LOCAL_DOMAINS = ['localhost', 'local', 'home.arpa', 'internal', 'lan'];

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

const PERMITTED = 0xa0;
const DNS_NAME = 0x82;
const IP_ADDRESS = 0x87;

/**
 * What a new authority may certify: everything local, and of `names` (what the box is called when the authority is
 * made) exactly those that are not, so that a box with a public address or a name of its own works from the start.
 */
export function permittedSubtrees(names: readonly string[]): Subtree[] {
  const local = [...LOCAL_DOMAINS, ...LOCAL_RANGES, ...LOCAL_RANGES_6].map(subtree);
  return [...local, ...names.filter((name) => !permits(local, name)).map(subtree)];
}

/** Whether a client will accept `name` (DNS name or address) below these constraints; none at all permit everything. */
export function permits(permitted: readonly Subtree[], name: string): boolean {
  const address = addressBytes(name);
  const tag = address === null ? DNS_NAME : IP_ADDRESS;
  const sameKind = permitted.filter((one) => one.tag === tag);
  return (
    sameKind.length === 0 ||
    sameKind.some(({ value }) =>
      address === null ? `.${name}`.endsWith(`.${value.toString('latin1')}`) : inRange(address, value),
    )
  );
}

/** The value of the extension, DER. */
export function encodeConstraints(permitted: readonly Subtree[]): Buffer {
  const subtrees = permitted.map(({ tag, value }) => der(TAG.sequence, der(tag, value)));
  return der(TAG.sequence, der(PERMITTED, Buffer.concat(subtrees)));
}

/** The permitted subtrees of a certificate (DER); empty when it has no name constraints. Throws a `DerError`. */
export function readConstraints(certificate: Buffer): Subtree[] {
  const value = extensionsOf(certificate).get(NAME_CONSTRAINTS_OID);
  const [constraints] = value === undefined ? [] : elements(value);
  const permitted = within(constraints).find(({ tag }) => tag === PERMITTED);
  return within(permitted).flatMap((subtree) =>
    within(subtree).flatMap(({ tag, value: base }) =>
      tag === DNS_NAME || tag === IP_ADDRESS ? [{ tag, value: base }] : [],
    ),
  );
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
