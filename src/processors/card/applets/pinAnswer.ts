/** The answer of an applet to a PIN. `triesLeft` is null when the answer does not include it. */
export type PinAnswer =
  | { readonly kind: 'right' }
  | { readonly kind: 'wrong'; readonly triesLeft: number | null }
  | { readonly kind: 'blocked' };

/**
 * Wrong PINs that an applet accepts before it is blocked permanently: the remaining ones and the total; null: the card
 * does not report it.
 */
export interface PinTries {
  readonly left: number | null;
  readonly limit: number | null;
}

const PIN = /^[0-9]{4}$/;

/** All PINs of these cards are four digits. */
export function isPin(text: string): boolean {
  return PIN.test(text);
}

/**
 * The secure element takes one byte per digit, with its value. One program sends ASCII to versions 3.2.2 to 3.2.8,
 * which no other source confirms. It is never attempted, because it would use up a try.
 */
export function elementPin(pin: string): Buffer {
  return Buffer.from(Array.from(pin, Number));
}

/** The applet with the key for TLS takes ASCII. */
export function pkiPin(pin: string): Buffer {
  return Buffer.from(pin, 'latin1');
}
