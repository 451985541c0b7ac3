import { Throttle, type Rates } from '../../../platform/http/index.js';

/** Limits of guesses from one address. */
const BY_ADDRESS: Rates = {
  stranger: { perSecond: 0.1, burst: 5 },
  known: { perSecond: 0.2, burst: 10 },
  local: { perSecond: 1, burst: 20 },
  allStrangers: { perSecond: 0.5, burst: 20 },
  allOthers: { perSecond: 2, burst: 40 },
  maxWait: 3000,
};
/**
 * Limits of guesses at the secret of one user, from any address. One address cannot use all of them, so it cannot lock
 * others out.
 */
const BY_USER: Rates = { ...BY_ADDRESS, stranger: { perSecond: 0.3, burst: 15 }, known: { perSecond: 0.6, burst: 30 } };
/**
 * A claim or recovery code has 40 bits or more and is cheap to check. The limit is so high that a neighbour with many
 * addresses cannot prevent an owner from claiming the box, and yet no guess will be right in a hundred years.
 */
const BY_ADDRESS_OF_CODES: Rates = { ...BY_ADDRESS, allStrangers: { perSecond: 50, burst: 100 } };

/**
 * Number of consecutive wrong PINs after which a cashier must wait, and the first wait, ms. It doubles each time, up to
 * an hour.
 */
const FREE_PINS = 5;
const FIRST_WAIT = 60_000;
const LONGEST_WAIT = 3_600_000;

interface Tried {
  count: number;
  until: number;
}

type AttemptKind = 'stranger' | 'known' | 'local';

/** The target of a guess: a user by number, or a name that does not exist. */
type GuessedUser = number | string;

/**
 * Slows guessing down. Strangers share a budget that is separate from the owner's own devices, so endless guesses by a
 * neighbour cannot lock an owner out. A PIN is short: after several consecutive wrong ones its cashier must wait, on
 * all devices.
 */
export class Attempts {
  private readonly byAddress: Throttle;
  private readonly byUser: Throttle;
  private readonly codes: Throttle;
  /** By number of the cashier. */
  private readonly pins = new Map<number, Tried>();

  /** @param monotonic a monotonic clock, ms */
  constructor(private readonly monotonic: () => number) {
    this.byAddress = new Throttle(monotonic, BY_ADDRESS);
    this.byUser = new Throttle(monotonic, BY_USER);
    this.codes = new Throttle(monotonic, BY_ADDRESS_OF_CODES);
  }

  /** How long a guess at a user's secret must wait, ms; undefined: it is refused, because too many wait. */
  take(kind: AttemptKind, address: string, user: GuessedUser): number | undefined {
    const wait = this.byAddress.take(kind, address);
    if (wait === undefined) return undefined;
    const ofUser = this.byUser.take(kind, user);
    if (ofUser === undefined) this.byAddress.giveBack(kind, address);
    return ofUser === undefined ? undefined : Math.max(wait, ofUser);
  }

  /** Call when it was not a guess. */
  giveBack(kind: AttemptKind, address: string, user: GuessedUser): void {
    this.byAddress.giveBack(kind, address);
    this.byUser.giveBack(kind, user);
  }

  /** {@link take} for a claim or recovery code. */
  takeCode(kind: AttemptKind, address: string): number | undefined {
    return this.codes.take(kind, address);
  }

  giveBackCode(kind: AttemptKind, address: string): void {
    this.codes.giveBack(kind, address);
  }

  /**
   * How long this cashier's PIN is not checked, ms. At 0 it already counts as tried, before the result is known, so
   * that of many concurrent tries no more are checked.
   */
  tryPin(cashier: number): number {
    const before = this.pins.get(cashier) ?? { count: 0, until: -Infinity };
    const now = this.monotonic();
    if (before.until > now) return before.until - now;
    const count = before.count + 1;
    const excess = count - FREE_PINS;
    const wait = excess < 0 ? 0 : Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** excess);
    this.pins.set(cashier, { count, until: now + wait });
    return 0;
  }

  rightPin(cashier: number): void {
    this.pins.delete(cashier);
  }

  /** Call when the PIN was not checked. */
  giveBackPin(cashier: number): void {
    const { count = 0 } = this.pins.get(cashier) ?? {};
    if (count <= 1) this.pins.delete(cashier);
    else this.pins.set(cashier, { count: count - 1, until: -Infinity });
  }
}
