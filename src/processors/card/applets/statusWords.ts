/** Applets of the tax authority's card: the secure element, and the one with the key for TLS. */
export type Applet = 'element' | 'pki';

export const DONE = 0x9000;

/** ISO/IEC 7816-4, 5.6, as used by these cards. */
const COMMON: Readonly<Record<number, string>> = {
  [DONE]: 'done',
  0x6700: 'wrong length',
  0x6881: 'logical channels are not supported',
  0x6884: 'command chaining is not supported',
  0x6982: 'the PIN was not given',
  0x6983: 'the PIN is blocked',
  0x6985: 'conditions of use are not met',
  0x6a80: 'wrong data',
  0x6a82: 'not found',
  0x6a86: 'wrong parameters P1 and P2',
  0x6a88: 'the data asked for is not there',
  0x6b00: 'wrong parameters P1 and P2',
  0x6d00: 'the card does not know this command',
  0x6e00: 'the card does not know this class of commands',
  0x6f00: 'the card gives no reason',
};

/** Status words specific to the secure element. */
const ELEMENT: Readonly<Record<number, string>> = {
  0x6301: 'the PIN was not given',
  0x6302: 'wrong PIN',
  0x6303: 'the PIN has a wrong length',
  0x6304: 'more tax categories than the card allows',
  0x6305: 'the amount limit is reached: an audit is needed before the next signature',
  0x6306: 'the end of an audit that was not begun',
  0x6307: 'fiscalization was switched off by the tax authority',
  0x6308: 'the time lies outside the validity of the certificate',
  0x6310: 'the PIN is blocked',
  0x63ff: 'a counter is at its end: the card must be replaced',
};

const WRONG_PIN = 0x63c0;

/** The name of a status word; an unknown one is named by its number. */
export function statusWordName(applet: Applet, word: number): string {
  const known = (applet === 'element' ? ELEMENT[word] : undefined) ?? COMMON[word];
  if (known !== undefined) return known;
  const left = applet === 'pki' ? triesInStatusWord(word) : undefined;
  return left === undefined
    ? `unknown status word ${word.toString(16).toUpperCase().padStart(4, '0')}`
    : `wrong PIN, tries left: ${left}`;
}

/** Remaining tries in `63Cx` (ISO/IEC 7816-4, 5.6). */
export function triesInStatusWord(word: number): number | undefined {
  return (word & 0xfff0) === WRONG_PIN ? word & 0x0f : undefined;
}

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
