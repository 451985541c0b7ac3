/** Wrong PINs in a row after which an applet is blocked for good. */
export const PIN_TRIES = 5;

/** A PIN inside a card: it counts wrong ones, also over resets, and blocks itself. */
export class PinCounter {
  left = PIN_TRIES;
  isVerified = false;
  /** Every PIN that was ever given to it, as its bytes in hex. */
  readonly given: string[] = [];

  constructor(private readonly pin: Buffer) {}

  verify(given: Buffer): 'right' | 'wrong' | 'blocked' {
    this.given.push(given.toString('hex'));
    if (this.left === 0) return 'blocked';
    this.isVerified = given.equals(this.pin);
    this.left = this.isVerified ? PIN_TRIES : this.left - 1;
    if (this.isVerified) return 'right';
    return this.left === 0 ? 'blocked' : 'wrong';
  }

  /** Power off, reset, or another applet was selected. */
  forget(): void {
    this.isVerified = false;
  }
}
