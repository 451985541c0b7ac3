import { latin, toNfc } from '../../base/index.js';

/** Most characters of the tags N and P, with the line breaks between their rows. */
const MAX_PARTY = 70;
/** The rows of a name and address are below each other, as in the bank's own examples. */
const ROW_END = '\r\n';

/** Letters that banks use: those of Serbian and English Latin. The bank’s text rules Cyrillic out. */
const LETTERS = 'A-Za-zČĆĐŠŽčćđšž';
/** The bank's table of special characters. `|` is not one of them, since it ends a tag. */
const SPECIAL = '!(/@}):\\[~#*;\\]$+<^%,=_"&\\->`.?{\'';
const FOREIGN = new RegExp(`[^${LETTERS}0-9${SPECIAL} ]`, 'gu');

/** Typographic signs and their replacements from the table. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ '„': '"', '“': '"', '”': '"', '«': '"', '»': '"', '’': "'", '‘': "'", '‚': "'" },
  ...{ '‐': '-', '‑': '-', '‒': '-', '–': '-', '—': '-', '−': '-', '…': '...' },
};

/**
 * One row in the letters of a payment code. Serbian Cyrillic becomes Latin, letters of other languages lose their
 * accents, and all characters that banks do not use, such as `|`, line breaks and pictures, become blanks. It may be
 * ''.
 */
export function ipsRow(text: string): string {
  return latin(toNfc(text))
    .replace(FOREIGN, (sign) => PLAIN[sign] ?? withoutAccents(sign))
    .replace(FOREIGN, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** `ü` is `u`, `й` is `i`, `ﬁ` is `fi`. */
function withoutAccents(sign: string): string {
  return latin(sign.normalize('NFKD').replace(/\p{M}/gu, ''));
}

/** True when a row has a letter or a digit: a name of signs alone identifies nothing. */
export function saysSomething(row: string): boolean {
  return new RegExp(`[${LETTERS}0-9]`).test(row);
}

/**
 * Name, address and place in at most {@link MAX_PARTY} characters. Rows after the name are dropped whole, the last one
 * first, since half an address is useless. The name alone is cut after a whole word, as in a short business name.
 */
export function ipsParty(rows: readonly string[]): string {
  for (let count = rows.length; count > 1; count -= 1) {
    const text = rows.slice(0, count).join(ROW_END);
    if (text.length <= MAX_PARTY) return text;
  }
  const [name = ''] = rows;
  if (name.length <= MAX_PARTY) return name;
  const wordEnd = name.lastIndexOf(' ', MAX_PARTY);
  return name.slice(0, wordEnd > 0 ? wordEnd : MAX_PARTY);
}
