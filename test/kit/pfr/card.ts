/** Wrong PINs after which the card locks itself. */
const PIN_TRIES = 5;

/** Answers to a PIN, with the HTTP status that goes with each. */
export type PinAnswer = { readonly status: number; readonly code: string };

/** The secure element in its reader, as far as a till notices: the obstacles to a receipt, by official code. */
export class Card {
  isIn = true;
  /** The PIN was given since the card went in, and is in the memory of the processor. */
  isOpen: boolean;
  isExpired = false;
  /** ≥ 75 % of the amount that may be signed between two audits; and all of it. */
  needsAudit = false;
  isAtLimit = false;
  private wrongPins = 0;

  /** `pin` is null for a card without one: that of a V-PFR. */
  constructor(
    public jid: string,
    private readonly pin: string | null,
  ) {
    this.isOpen = pin === null;
  }

  /** The code that a receipt is refused with now. */
  get obstacle(): string | undefined {
    if (!this.isIn) return '1300';
    if (this.isLocked) return '2110';
    if (this.isExpired) return '2809';
    if (!this.isOpen) return '1500';
    return this.isAtLimit ? '2210' : undefined;
  }

  /** The codes in a status answer, in the order in which to mend them. Without a card the PIN is required as well. */
  get codes(): string[] {
    const codes = [
      [!this.isIn, '1300'],
      [this.isIn && this.isLocked, '2110'],
      [this.isIn && this.isExpired, '2809'],
      [!this.isOpen, '1500'],
      [this.isIn && this.isAtLimit, '2210'],
      [this.isIn && this.needsAudit, '1400'],
    ] as const;
    return codes.flatMap(([holds, code]) => (holds ? [code] : []));
  }

  insert(jid: string): void {
    this.close();
    this.isIn = true;
    this.jid = jid;
  }

  remove(): void {
    this.close();
    this.isIn = false;
  }

  /** The processor forgets the PIN: the card was out, or the power. */
  close(): void {
    this.isOpen = this.pin === null;
  }

  givePin(pin: string): PinAnswer {
    if (!this.isIn) return { status: 200, code: '1300' };
    if (this.isLocked) return { status: 423, code: '2110' };
    if (pin === this.pin) {
      this.isOpen = true;
      this.wrongPins = 0;
      return { status: 200, code: '0100' };
    }
    this.wrongPins += 1;
    this.close();
    return { status: 423, code: this.obstacle === '2110' ? '2110' : '2100' };
  }

  private get isLocked(): boolean {
    return this.wrongPins >= PIN_TRIES;
  }
}
