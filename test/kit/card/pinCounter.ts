/** Wrong PINs in a row after which an applet is blocked for good. */
export const PIN_TRIES = 5;

/** A PIN inside a card: it counts wrong ones, also over resets, and blocks itself. */
export class PinCounter {
  left = PIN_TRIES;
  isVerified = false;
  /** Every PIN that was ever given to it, as its bytes in hex. */
  readonly given: string[] = [];

  constructor(private pin: Buffer) {}

  /** A person changes it, which needs the old one. */
  change(pin: Buffer): void {
    if (this.left === 0) return;
    this.pin = pin;
    this.left = PIN_TRIES;
    this.isVerified = false;
  }

  is(given: Buffer): boolean {
    return given.equals(this.pin);
  }

  verify(given: Buffer): 'right' | 'wrong' | 'blocked' {
    this.given.push(given.toString('hex'));
    if (this.left === 0) return 'blocked';
    this.isVerified = this.is(given);
    this.left = this.isVerified ? PIN_TRIES : this.left - 1;
    if (this.isVerified) return 'right';
    return this.left === 0 ? 'blocked' : 'wrong';
  }

  /** Power off, reset, or another applet was selected. */
  forget(): void {
    this.isVerified = false;
  }
}
