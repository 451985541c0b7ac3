import { isIPv6 } from 'node:net';
import type { UtcMs } from '../base/index.js';
import type { SeenAddress } from '../ledger/index.js';

/** Addresses that are remembered of each key. */
export const MAX_ADDRESSES = 16;
const DAY = 24 * 60 * 60 * 1000;
/** For so long an address is remembered after its last use, ms. */
export const REMEMBERED = 30 * DAY;
/** An address is new to its key for so long, ms; and a key that was first used since has no past to which it could be new. */
export const NEW_FOR = DAY;

/** An IPv4 address mapped into IPv6 (RFC 4291, 2.5.5.2), as a socket for both reports it. */
const MAPPED = /^::ffff:(?=\d+\.)/i;
/** Made from the device and the link, so that it stays (RFC 4291, 2.5.6; RFC 7217). */
const LINK_LOCAL = /^fe[89ab]/i;
/** Groups of 16 bits that name the network of an IPv6 address. */
const NETWORK_GROUPS = 4;

/** The address of a socket without what only says how it was reached. */
export function plainAddress(address: string): string {
  return address.replace(MAPPED, '').replace(/%.*$/, '');
}

/**
 * What tells one device from another, as well as addresses can: the address itself, but the network alone for IPv6 beyond the
 * link, where a device gives itself another address every day (RFC 8981).
 */
function placeOf(address: string): string {
  if (!isIPv6(address) || LINK_LOCAL.test(address)) return address;
  const [head = [], tail = []] = address.split('::').map((side) => side.split(':').filter((group) => group !== ''));
  const zeros = address.includes('::') ? Array<string>(8 - head.length - tail.length).fill('0') : [];
  return [...head, ...zeros, ...tail].slice(0, NETWORK_GROUPS).join(':');
}

/** From where one key was used lately. */
export class Addresses {
  private seen: SeenAddress[];

  constructor(recorded: readonly SeenAddress[] = []) {
    this.seen = [...recorded];
  }

  /** Those of the last thirty days, the one used last first. */
  lately(now: UtcMs): SeenAddress[] {
    return this.seen.filter(({ lastAt }) => now - lastAt < REMEMBERED).sort((one, other) => other.lastAt - one.lastAt);
  }

  /** Notes a use; true when the address was not known. */
  note(address: string, now: UtcMs): boolean {
    const place = placeOf(address);
    const at = this.seen.findIndex((known) => placeOf(known.address) === place);
    const known = this.seen[at];
    if (known !== undefined && now - known.lastAt < REMEMBERED) {
      this.seen[at] = { address, firstAt: known.firstAt, lastAt: now };
      return false;
    }
    if (at >= 0) this.seen.splice(at, 1);
    else if (this.seen.length >= MAX_ADDRESSES) this.forgetOne(now);
    this.seen.push({ address, firstAt: now, lastAt: now });
    return true;
  }

  /** Forgets what was not used for the longest time, new ones first: who changes addresses forgets nobody else's. */
  private forgetOne(now: UtcMs): void {
    const fresh = this.seen.filter(({ firstAt }) => now - firstAt < NEW_FOR);
    const [gone] = (fresh.length > 0 ? fresh : this.seen).toSorted((one, other) => one.lastAt - other.lastAt);
    this.seen = this.seen.filter((known) => known !== gone);
  }
}

/**
 * Addresses of the last day that are new: to the key, which was used for longer than a day from elsewhere, and to the shop, of
 * whose other keys none has used them for longer than a day. What was first used before `acceptedAt` is in order.
 */
export function newAddresses(
  own: readonly SeenAddress[],
  ofOthers: () => readonly SeenAddress[],
  now: UtcMs,
  acceptedAt: UtcMs,
): SeenAddress[] {
  return own.filter(({ address, firstAt }) => {
    if (now - firstAt >= NEW_FOR || firstAt <= acceptedAt) return false;
    const isOlder = (other: SeenAddress): boolean => firstAt - other.firstAt >= NEW_FOR;
    const place = placeOf(address);
    return own.some(isOlder) && !ofOthers().some((other) => isOlder(other) && placeOf(other.address) === place);
  });
}
