import { SERBIAN_LATIN } from './latin.js';

const MARKS = /\p{M}/gu;
/** What is one letter in Serbian, and two where there is no key for it. */
const STROKED = 'dj';
const LATIN: Readonly<Record<string, string>> = { ...SERBIAN_LATIN, ђ: STROKED, đ: STROKED };

/** A text as it is compared: in small Latin letters without marks, so that `Ћевапи`, `Ćevapi` and `cevapi` are the same. */
export function searchKey(text: string): string {
  let key = '';
  for (const letter of text.toLowerCase()) key += LATIN[letter] ?? letter;
  return key.normalize('NFD').replace(MARKS, '');
}
