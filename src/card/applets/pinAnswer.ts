/** What an applet says to a PIN. `triesLeft` is null where the answer does not tell. */
export type PinAnswer =
  | { readonly kind: 'right' }
  | { readonly kind: 'wrong'; readonly triesLeft: number | null }
  | { readonly kind: 'blocked' };

/** Wrong PINs that an applet takes until it is blocked for good, those that are left and all of them; null: it does not tell. */
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
 * The secure element takes one byte per digit, with its value. One program sends ASCII to versions 3.2.2 to 3.2.8, which nothing
 * else confirms: that is never tried, for it would cost a try.
 */
export function elementPin(pin: string): Buffer {
  return Buffer.from(Array.from(pin, Number));
}

/** The applet with the key for TLS takes ASCII. */
export function pkiPin(pin: string): Buffer {
  return Buffer.from(pin, 'latin1');
}
