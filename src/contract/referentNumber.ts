import { readPfrNumber } from './pfrTraits.js';

// Runs in a browser, too.

/**
 * Where a receipt of elsewhere was issued: on another electronic fiscal device, before fiscalization (its number in the
 * books), or on an old fiscal cash register (Technical Instruction for ESIR, 16.P6).
 */
export type ReferentOrigin = 'device' | 'books' | 'register';

/** Replaces the parts that a receipt from before fiscalization does not have. */
const PREDEFINED = 'XXXXXXXX';

/** Cyrillic letters, by code point, that look like a Latin one, and then those that are written with one. */
const LATIN: Readonly<Record<string, string>> = {
  '\u0410': 'A',
  '\u0412': 'B',
  '\u0415': 'E',
  '\u0408': 'J',
  '\u041a': 'K',
  '\u041c': 'M',
  '\u041d': 'H',
  '\u041e': 'O',
  '\u0420': 'P',
  '\u0421': 'C',
  '\u0422': 'T',
  '\u0423': 'Y',
  '\u0425': 'X',
  '\u0411': 'B',
  '\u0413': 'G',
  '\u0414': 'D',
  '\u0417': 'Z',
  '\u0418': 'I',
  '\u041b': 'L',
  '\u0424': 'F',
};

/** A code in capital Latin letters: processors take no others. A Cyrillic letter without a Latin form stays. */
function latinCode(typed: string): string {
  const plain = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/\s/gu, '')
    .replace(/\p{Pd}/gu, '-');
  return Array.from(plain, (letter) => LATIN[letter] ?? letter).join('');
}

/** A number without leading zeros; undefined when it is none, or is 0. */
function counterOf(typed: string): string | undefined {
  const digits = typed.replace(/\s/gu, '');
  return /^\d{1,10}$/.test(digits) && Number(digits) > 0 ? String(Number(digits)) : undefined;
}

/** The number of a receipt of another device; undefined when it is no PFR number. */
export function deviceReferent(typed: string): string | undefined {
  const parts = readPfrNumber(latinCode(typed));
  const counter = parts && counterOf(String(parts.counter));
  return counter === undefined ? undefined : `${parts?.requestedBy}-${parts?.signedBy}-${counter}`;
}

/** `XXXXXXXX-XXXXXXXX-121` for the number of a receipt in the books; undefined when it is no number. */
export function booksReferent(number: string): string | undefined {
  const counter = counterOf(number);
  return counter === undefined ? undefined : `${PREDEFINED}-${PREDEFINED}-${counter}`;
}

/**
 * `XXXXXXXX-AB123456-159` for a slip of an old cash register: its fiscal module (IBFM, two letters and six digits) and
 * the number of the slip (BI). Undefined when one of them is not valid.
 */
export function registerReferent(module: string, slip: string): string | undefined {
  const [code, counter] = [latinCode(module), counterOf(slip)];
  return /^[A-Z]{2}\d{6}$/.test(code) && counter !== undefined ? `${PREDEFINED}-${code}-${counter}` : undefined;
}
