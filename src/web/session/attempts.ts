import { Budget, type Rates } from '../../http/index.js';

/** Guesses of a password, a claim code or a recovery code from one address, and at one user. */
const RATES: Rates = {
  stranger: { perSecond: 0.1, burst: 5 },
  known: { perSecond: 0.2, burst: 10 },
  local: { perSecond: 1, burst: 20 },
  allStrangers: { perSecond: 0.5, burst: 20 },
  allOthers: { perSecond: 2, burst: 40 },
  maxWait: 3000,
};

/** Wrong PINs in a row after which a cashier has to wait, and for how long, ms; twice as long each time, up to an hour. */
const FREE_PINS = 5;
const FIRST_WAIT = 60_000;
const LONGEST_WAIT = 3_600_000;
/** Names that are remembered; beyond it the one is forgotten that was tried the longest ago. */
const MAX_NAMES = 256;

interface Wrong {
  count: number;
  until: number;
}

export type AttemptKind = 'stranger' | 'known' | 'local';

/**
 * Slows guessing down. Strangers share a budget that the owner's own devices do not draw on, so a neighbour who guesses without
 * end keeps no owner out. A PIN is short: after some wrong ones in a row its cashier waits, everywhere.
 */
export class Attempts {
  private readonly byAddress: Budget;
  private readonly byUser: Budget;
  private readonly wrongPins = new Map<string, Wrong>();

  /** @param monotonic a clock that never jumps, ms */
  constructor(private readonly monotonic: () => number) {
    this.byAddress = new Budget(monotonic, RATES);
    this.byUser = new Budget(monotonic, RATES);
  }

  /** How long a guess has to wait, ms; undefined: it is refused, as too many wait. */
  take(kind: AttemptKind, address: string, user: string): number | undefined {
    const wait = this.byAddress.take(kind, address);
    if (wait === undefined) return undefined;
    const ofUser = this.byUser.take(kind, user);
    if (ofUser === undefined) this.byAddress.giveBack(kind, address);
    return ofUser === undefined ? undefined : Math.max(wait, ofUser);
  }

  /** It was no guess. */
  giveBack(kind: AttemptKind, address: string, user: string): void {
    this.byAddress.giveBack(kind, address);
    this.byUser.giveBack(kind, user);
  }

  /** How long this cashier's PIN is not looked at, ms. */
  pinWait(user: string): number {
    return Math.max(0, (this.wrongPins.get(user)?.until ?? 0) - this.monotonic());
  }

  wrongPin(user: string): void {
    const before = this.wrongPins.get(user) ?? { count: 0, until: 0 };
    const count = before.count + 1;
    const excess = count - FREE_PINS;
    const wait = excess < 0 ? 0 : Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** excess);
    this.wrongPins.delete(user);
    this.wrongPins.set(user, { count, until: this.monotonic() + wait });
    const [oldest = ''] = this.wrongPins.keys();
    if (this.wrongPins.size > MAX_NAMES) this.wrongPins.delete(oldest);
  }

  rightPin(user: string): void {
    this.wrongPins.delete(user);
  }
}
