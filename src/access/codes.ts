import { secureRandom } from '../base/index.js';

/** Digits and letters that nobody takes for each other, Latin or Cyrillic; 5 bits each (Crockford's base 32). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A random code of so many characters, 5 bits each. */
export function newCode(length: number): string {
  return codeOf(secureRandom(length));
}

/** The code that these bytes make, a character each. */
export function codeOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => ALPHABET.charAt(byte & 31)).join('');
}

/** `ABCD-EFGH`, as it is printed and read out. */
export function shownCode(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? '';
}

/** A code as it was typed: without blanks and hyphens, in capitals, with what looks alike read as what is in the alphabet. */
export function readCode(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[\s-]/g, '')
    .replace(/[O\u041e]/g, '0')
    .replace(/[IL]/g, '1');
}
