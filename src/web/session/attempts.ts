import { Budget, type Rates } from '../../http/index.js';

/** Guesses from one address. */
const BY_ADDRESS: Rates = {
  stranger: { perSecond: 0.1, burst: 5 },
  known: { perSecond: 0.2, burst: 10 },
  local: { perSecond: 1, burst: 20 },
  allStrangers: { perSecond: 0.5, burst: 20 },
  allOthers: { perSecond: 2, burst: 40 },
  maxWait: 3000,
};
/** Guesses at the secret of one user, from wherever. One address cannot use all of them up, and so keeps nobody else out. */
const BY_USER: Rates = { ...BY_ADDRESS, stranger: { perSecond: 0.3, burst: 15 }, known: { perSecond: 0.6, burst: 30 } };
/**
 * A claim or recovery code has 40 bits or more and costs the box nothing to look at: so many guesses may be made in all that no
 * neighbour with many addresses keeps an owner from claiming the box, and not one of them will be right in a hundred years.
 */
const BY_ADDRESS_OF_CODES: Rates = { ...BY_ADDRESS, allStrangers: { perSecond: 50, burst: 100 } };

/** PINs in a row, none of them right, after which a cashier has to wait, and for how long, ms; twice as long each time, up to an hour. */
const FREE_PINS = 5;
const FIRST_WAIT = 60_000;
const LONGEST_WAIT = 3_600_000;

interface Tried {
  count: number;
  until: number;
}

export type AttemptKind = 'stranger' | 'known' | 'local';

/** Whose secret is guessed: a user by number, or a name that nobody has. */
export type GuessedUser = number | string;

/**
 * Slows guessing down. Strangers share a budget that the owner's own devices do not draw on, so a neighbour who guesses without
 * end keeps no owner out. A PIN is short: after some wrong ones in a row its cashier waits, everywhere.
 */
export class Attempts {
  private readonly byAddress: Budget;
  private readonly byUser: Budget;
  private readonly codes: Budget;
  /** By number of the cashier. */
  private readonly pins = new Map<number, Tried>();

  /** @param monotonic a clock that never jumps, ms */
  constructor(private readonly monotonic: () => number) {
    this.byAddress = new Budget(monotonic, BY_ADDRESS);
    this.byUser = new Budget(monotonic, BY_USER);
    this.codes = new Budget(monotonic, BY_ADDRESS_OF_CODES);
  }

  /** How long a guess at a user's secret has to wait, ms; undefined: it is refused, as too many wait. */
  take(kind: AttemptKind, address: string, user: GuessedUser): number | undefined {
    const wait = this.byAddress.take(kind, address);
    if (wait === undefined) return undefined;
    const ofUser = this.byUser.take(kind, user);
    if (ofUser === undefined) this.byAddress.giveBack(kind, address);
    return ofUser === undefined ? undefined : Math.max(wait, ofUser);
  }

  /** It was no guess. */
  giveBack(kind: AttemptKind, address: string, user: GuessedUser): void {
    this.byAddress.giveBack(kind, address);
    this.byUser.giveBack(kind, user);
  }

  /** The same for a claim or recovery code. */
  takeCode(kind: AttemptKind, address: string): number | undefined {
    return this.codes.take(kind, address);
  }

  giveBackCode(kind: AttemptKind, address: string): void {
    this.codes.giveBack(kind, address);
  }

  /**
   * How long this cashier's PIN is not looked at, ms. At 0 it counts as tried, before anybody knows whether it is right: of many
   * that come at once no more are looked at.
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

  /** Nobody has looked at it. */
  giveBackPin(cashier: number): void {
    const { count = 0 } = this.pins.get(cashier) ?? {};
    if (count <= 1) this.pins.delete(cashier);
    else this.pins.set(cashier, { count: count - 1, until: -Infinity });
  }
}
