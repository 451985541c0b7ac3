import { isIPv6 } from 'node:net';

/** A client, as identified by its address. */
export interface Peer {
  /** An IPv4 address, or a whole IPv6 address with its zone. */
  readonly address: string;
  /** The IPv4 address itself, or the /64 of an IPv6 address, in which a device chooses addresses freely. */
  readonly network: string;
  /** A program on the box itself, which may call for many clients. */
  readonly isLocal: boolean;
}

/** An IPv4 address mapped into IPv6 (RFC 4291, 2.5.5.2), as a dual-stack socket reports it. */
const MAPPED = /^::ffff:(?=\d+\.)/i;
/** Groups of 16 bits of the network; a device chooses the other four itself (RFC 4291, 2.5.1; RFC 8981). */
const NETWORK_GROUPS = 4;
/** Other addresses of 127.0.0.0/8 count as strangers; programs get one only if they request it. */
const LOCAL: readonly string[] = ['127.0.0.1', '::1'];

/** The client at an address, as a socket reports it. */
export function peerOf(remoteAddress: string): Peer {
  const address = remoteAddress.replace(MAPPED, '');
  return { address, network: networkOf(address), isLocal: LOCAL.includes(address) };
}

function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  // An address that ends in dotted form has it in place of its last two groups, which are not part of the network.
  const missing = tail === undefined ? 0 : 8 - before.length - after.length - (after.at(-1)?.includes('.') ? 1 : 0);
  const groups = [...before, ...Array<string>(missing).fill('0'), ...after];
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}

/** Maximum number of remembered addresses, and how long after the last valid key, ms. */
const MAX_KNOWN = 256;
const KNOWN_FOR = 24 * 60 * 60 * 1000;

/** The addresses from which a valid key was recently sent: tablets, which have priority over strangers. */
export class KnownPeers {
  /** When each was last seen; least recent first. */
  private readonly seen = new Map<string, number>();

  /** @param monotonic a clock that never jumps, ms */
  constructor(private readonly monotonic: () => number) {}

  add(address: string): void {
    this.seen.delete(address);
    this.seen.set(address, this.monotonic());
    if (this.seen.size <= MAX_KNOWN) return;
    const [oldest = ''] = this.seen.keys();
    this.seen.delete(oldest);
  }

  forget(address: string): void {
    this.seen.delete(address);
  }

  has(address: string): boolean {
    const seen = this.seen.get(address);
    return seen !== undefined && this.monotonic() - seen < KNOWN_FOR;
  }
}
