import { isIPv6 } from 'node:net';

/** An IPv4 address in the clothes of IPv6 (RFC 4291, 2.5.5.2), as a socket for both reports it. */
const MAPPED = /^::ffff:(?=\d+\.)/i;
/** Groups of 16 bits that name the network; the other four are the device's to choose (RFC 4291, 2.5.1; RFC 8981). */
const NETWORK_GROUPS = 4;

/** Whom connections from an address are counted for: an IPv4 address alone, all of an IPv6 /64 together. */
export function networkOf(address: string): string {
  const plain = address.replace(MAPPED, '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  // An address with dots at its end has them in its last two groups, behind the network.
  const missing = tail === undefined ? 0 : 8 - before.length - after.length - (after.at(-1)?.includes('.') ? 1 : 0);
  const groups = [...before, ...Array<string>(missing).fill('0'), ...after];
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
