import { isIP, isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';

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
