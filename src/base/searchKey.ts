import { SERBIAN_LATIN } from './latin.js';

const MARKS = /\p{M}/gu;
/** One letter in Serbian, written as two without a key for it. */
const STROKED = 'dj';
const LATIN: Readonly<Record<string, string>> = { ...SERBIAN_LATIN, ђ: STROKED, đ: STROKED };

/**
 * A text for comparison: in lower-case Latin letters without marks, so that `Ћевапи`, `Ćevapi` and `cevapi` are equal.
 */
export function searchKey(text: string): string {
  let key = '';
  for (const letter of text.toLowerCase()) key += LATIN[letter] ?? letter;
  return key.normalize('NFD').replace(MARKS, '');
}
