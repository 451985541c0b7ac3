import { latin, toNfc } from '../base/index.js';

/** Most characters of the tags N and P, with the line breaks between their rows. */
export const MAX_PARTY = 70;
/** Rows of a name and address come one below the other, as in the bank's own examples. */
const ROW_END = '\r\n';

/** Letters that banks write: those of Serbian and English Latin. The bank’s text rules Cyrillic out. */
const LETTERS = 'A-Za-zČĆĐŠŽčćđšž';
/** The bank's table of special characters. `|` is none of them: it ends a tag. */
const SPECIAL = '!(/@}):\\[~#*;\\]$+<^%,=_"&\\->`.?{\'';
const FOREIGN = new RegExp(`[^${LETTERS}0-9${SPECIAL} ]`, 'gu');

/** What printers of names like, in signs of the table. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ '„': '"', '“': '"', '”': '"', '«': '"', '»': '"', '’': "'", '‘': "'", '‚': "'" },
  ...{ '‐': '-', '‑': '-', '‒': '-', '–': '-', '—': '-', '−': '-', '…': '...' },
};

/**
 * One row in the letters of a payment code: Serbian Cyrillic in Latin, letters of other languages without their accents,
 * and a blank for whatever else banks do not write, as `|`, line breaks and pictures. It may be ''.
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

/** Does it say anything? A name of signs alone names nobody. */
export function saysSomething(row: string): boolean {
  return new RegExp(`[${LETTERS}0-9]`).test(row);
}

/**
 * Name, address and place in at most {@link MAX_PARTY} characters. Rows after the name are left out whole, the last of them
 * first, since half an address leads nowhere; the name alone is cut after a whole word, as a short business name is.
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
