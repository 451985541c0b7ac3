import { PIN_TRIES } from '../../../kit/card/pinCounter.js';
import type { TaxCard } from '../../../kit/card/taxCard.js';

/** A PIN that may be sent without a person after a start, once, because this card has accepted it while the owner wanted it stored. */
interface Kept {
  readonly card: TaxCard;
  readonly pin: string;
  /** May it be wrong: was it changed since, or has the card lied? */
  isDoubtful: boolean;
}

/** Which PINs may be given to which cards, and those that were. */
export class Allowance {
  /** Given now because a person has just entered it: once. */
  entered: string | undefined;
  /** Is a signature asked for, which may verify once again? */
  mayRepeat = false;
  /** True when the owner wants PINs stored. */
  isWanted = false;
  /** Does the box hear what the card answers? */
  hears = true;
  /** What was wrong. */
  readonly faults: string[] = [];
  /** PINs that cards have received, by their permission, and the tries that stored ones have cost. */
  readonly seen = { entered: 0, repeated: 0, kept: 0, lost: 0 };
  /** PIN that each card has accepted since it was last powered up, as reported to the box. */
  private readonly accepted = new Map<TaxCard, string>();
  /** One alone is on the disk, but a power cut leaves the one before. */
  private readonly kept = new Set<Kept>();
  private hasUnlocked = false;

  /** Judges a PIN at the very moment in which it reaches a card. */
  judge(card: TaxCard, given: Buffer): void {
    const pin = given.toString('latin1');
    const { seen } = this;
    const kept = this.keptOf(card).find((one) => one.pin === pin);
    if (this.entered === pin) {
      this.entered = undefined;
      seen.entered += 1;
    } else if (this.mayRepeat && this.accepted.get(card) === pin) {
      this.mayRepeat = false;
      seen.repeated += 1;
    } else if (this.isWanted && kept !== undefined && !this.hasUnlocked) {
      this.kept.delete(kept);
      this.hasUnlocked = true;
      seen.kept += 1;
      const { left } = card.pki.pin;
      if (left !== PIN_TRIES) this.faults.push(`a kept PIN was tried at ${left} left`);
      if (card.pki.pin.is(given)) return;
      seen.lost += 1;
      if (!kept.isDoubtful) this.faults.push('a kept PIN that was right has cost a try');
    } else {
      this.faults.push(`nobody gave the PIN ${given.toString('hex')} to this card`);
    }
  }

  /** The answer about a PIN that the box gets: the card's own, or another one. */
  hear(card: TaxCard, pin: string, told: number, own: number): void {
    if (!this.hears) return;
    if (told !== 0x9000) this.accepted.delete(card);
    else this.accepted.set(card, pin);
    if (told === 0x9000 && this.isWanted) this.allow({ card, pin, isDoubtful: own !== 0x9000 });
  }

  /** The owner wants accepted PINs stored. True when this card has accepted one. */
  wantNow(card: TaxCard | undefined): boolean {
    const pin = card && this.accepted.get(card);
    if (card === undefined || pin === undefined) return false;
    this.allow({ card, pin, isDoubtful: !card.pki.pin.is(Buffer.from(pin)) });
    return true;
  }

  /** The PIN of this card was changed elsewhere. */
  change(card: TaxCard): void {
    for (const kept of this.keptOf(card)) kept.isDoubtful = true;
  }

  hasAccepted(card: TaxCard): boolean {
    return this.accepted.has(card);
  }

  /** True when the PIN stored for this card is right. */
  isRight(card: TaxCard | undefined): boolean {
    return this.keptOf(card).every(({ isDoubtful }) => !isDoubtful);
  }

  /** Of one card, or of all: it was powered down, is another's, or has refused. */
  forget(card?: TaxCard): void {
    if (card === undefined) this.accepted.clear();
    else this.accepted.delete(card);
  }

  start(): void {
    this.forget();
    this.entered = undefined;
    this.mayRepeat = false;
    this.hasUnlocked = false;
    this.hears = true;
  }

  private keptOf(card: TaxCard | undefined): Kept[] {
    return [...this.kept].filter((one) => one.card === card);
  }

  private allow(kept: Kept): void {
    const same = this.keptOf(kept.card).find(({ pin }) => pin === kept.pin);
    if (same !== undefined) this.kept.delete(same);
    this.kept.add(kept);
  }
}
