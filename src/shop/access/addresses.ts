import { isIPv6 } from 'node:net';
import type { UtcMs } from '../../base/index.js';
import type { SeenAddress } from '../../platform/ledger/index.js';

/** Maximum number of addresses stored for each key. */
const MAX_ADDRESSES = 16;
const DAY = 24 * 60 * 60 * 1000;
/** How long an address is stored after its last use, ms. */
const REMEMBERED = 30 * DAY;
/**
 * How long an address counts as new to its key, ms. A key that was first used within this time has no history to
 * compare with.
 */
const NEW_FOR = DAY;

/** An IPv4 address mapped into IPv6 (RFC 4291, 2.5.5.2), as reported by a socket for both. */
const MAPPED = /^::ffff:(?=\d+\.)/i;
/** Derived from the device and the link, so it does not change (RFC 4291, 2.5.6; RFC 7217). */
const LINK_LOCAL = /^fe[89ab]/i;
/** Groups of 16 bits that identify the network of an IPv6 address. */
const NETWORK_GROUPS = 4;

/** The address of a socket without the parts that only show how it was reached. */
export function plainAddress(address: string): string {
  return address.replace(MAPPED, '').replace(/%.*$/, '');
}

/**
 * The part of an address that distinguishes devices as well as possible: the address itself. For IPv6 beyond the link
 * only the network, because a device changes its address every day there (RFC 8981).
 */
function placeOf(address: string): string {
  if (!isIPv6(address) || LINK_LOCAL.test(address)) return address;
  const [head = [], tail = []] = address.split('::').map((side) => side.split(':').filter((group) => group !== ''));
  const zeros = address.includes('::') ? Array<string>(8 - head.length - tail.length).fill('0') : [];
  return [...head, ...zeros, ...tail].slice(0, NETWORK_GROUPS).join(':');
}

/** Addresses from which one key was used recently. */
export class Addresses {
  private seen: SeenAddress[];

  constructor(recorded: readonly SeenAddress[] = []) {
    this.seen = [...recorded];
  }

  /** Addresses of the last thirty days, the last used one first. */
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

  /**
   * Removes the address that was unused for the longest time, new ones first. A caller that changes addresses thus does
   * not remove established ones.
   */
  private forgetOne(now: UtcMs): void {
    const fresh = this.seen.filter(({ firstAt }) => now - firstAt < NEW_FOR);
    const [gone] = (fresh.length > 0 ? fresh : this.seen).toSorted((one, other) => one.lastAt - other.lastAt);
    this.seen = this.seen.filter((known) => known !== gone);
  }
}

/**
 * New addresses of the last day. They are new to the key, which was used for longer than a day from elsewhere, and new
 * to the shop: none of its other keys has used them for longer than a day. Addresses first used before `acceptedAt` are
 * accepted.
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
