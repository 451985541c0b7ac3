import type { Finding, Words } from '../../base/words.js';
import { CODES, unknownCode } from './codeTable.js';
import type { CodeEntry } from './codeTable.js';

const PIN_REQUIRED = '1500';
const CARD_FAILED = '2220';

/** Codes of good news, of which nothing is said. */
const SILENT: ReadonlySet<string> = new Set(['0000', '0100', '0210', '9999']);

const PRIORITY: readonly string[] = [...CODES.keys()];
const FIRST_WARNING = PRIORITY.findIndex((code) => CODES.get(code)?.class === 'warning');

/** What a code means; one that is not in the official table is judged by its first digit. */
function meaningOf(code: string): CodeEntry {
  return CODES.get(code) ?? unknownCode(code);
}

/** Is it a code of the official table that says why something was not done? */
export function isOfficialFault(code: string): boolean {
  return (CODES.get(code)?.class ?? 'info') !== 'info';
}

/** Is it about what stands on the receipt (2310, a label; 28xx, a field), and not about the processor? */
export function isFaultOfReceipt(code: string): boolean {
  return code === '2310' || /^28\d\d$/.test(code);
}

/**
 * Do codes prove that no receipt was signed? One that blocks does; beside one that warns, a receipt may have been signed.
 * When the talk with the secure element failed, it may have signed before.
 */
export function proveRefusal(codes: readonly string[]): boolean {
  return !codes.includes(CARD_FAILED) && codes.some((code) => CODES.get(code)?.class === 'blocking');
}

/**
 * What is wrong by the general status codes (`gsc`), in the order in which to mend it: the card, its PIN, what else
 * blocks, then what only warns. Empty when all is well.
 */
export function findingsOf(gsc: readonly string[], isPinRequired: boolean): Finding[] {
  const codes = new Set(isPinRequired ? [...gsc, PIN_REQUIRED] : gsc);
  return byPriority([...codes].filter((code) => !SILENT.has(code))).map((code) => {
    const { class: kind, found, action } = meaningOf(code);
    return { code, blocks: kind === 'blocking', found, action };
  });
}

/**
 * Why a receipt was refused, in one text for the seller: the first code to be mended, what to do, and the fields that
 * `text` names. `codes` and `text` are those of the answer; without an official code the processor's own text is shown.
 */
export function refusalWords(codes: readonly string[], text: string | null): Words {
  const { code, found, action } = refusalFinding(codes, text);
  if (code === null) return found;
  return { sr: `${found.sr} ${action.sr} (${code})`, en: `${found.en} ${action.en} (${code})` };
}

/** The same as a finding: what is wrong, with the fields or the processor's own text, apart from what to do. */
export function refusalFinding(codes: readonly string[], text: string | null): Finding {
  const [code] = byPriority(codes.filter((code) => !SILENT.has(code)));
  if (code === undefined) return { code: null, blocks: true, found: plainRefusal(text), action: UNEXPLAINED };
  const { found, action } = meaningOf(code);
  const said = CODES.has(code) ? fieldsIn(text ?? '') : text === null ? [] : [{ sr: text, en: text }];
  const sr = [found.sr, ...said.map((field) => field.sr)].join(' ');
  const en = [found.en, ...said.map((field) => field.en)].join(' ');
  return { code, blocks: true, found: { sr, en }, action };
}

const UNEXPLAINED: Words = {
  sr: 'Поновите; ако се понови, позовите сервисера процесора (ПФР).',
  en: 'Try again; if it happens again, call the maker of the processor.',
};

function plainRefusal(text: string | null): Words {
  return {
    sr: text === null ? 'Процесор (ПФР) је одбио рачун без објашњења.' : `Процесор (ПФР) је одбио рачун: ${text}`,
    en: text === null ? 'The processor refused the receipt without a reason.' : `The processor refused: ${text}`,
  };
}

/** Unknown codes that block stand before the warnings, the other unknown ones at the end. */
function byPriority(codes: readonly string[]): string[] {
  const rank = (code: string): number => {
    const known = PRIORITY.indexOf(code);
    if (known >= 0) return known;
    return unknownCode(code).class === 'blocking' ? FIRST_WARNING - 0.5 : PRIORITY.length;
  };
  return [...codes].sort((left, right) => rank(left) - rank(right));
}

/** The names of the request's fields in Serbian; in lower case, since some processors write `Items[0].Gtin`. */
const FIELDS: ReadonlyMap<string, string> = new Map([
  ['cashier', 'касир'],
  ['buyerid', 'ИД купца'],
  ['buyercostcenterid', 'опционо поље купца'],
  ['invoicetype', 'врста рачуна'],
  ['transactiontype', 'врста трансакције'],
  ['invoicenumber', 'ЕСИР број'],
  ['dateandtimeofissue', 'ЕСИР време'],
  ['referentdocumentnumber', 'реф. број'],
  ['referentdocumentdt', 'реф. време'],
  ['items', 'ставке'],
  ['gtin', 'GTIN'],
  ['name', 'назив'],
  ['quantity', 'количина'],
  ['unitprice', 'цена'],
  ['labels', 'пореска ознака'],
  ['totalamount', 'износ'],
  ['payment', 'плаћања'],
  ['paymenttype', 'начин плаћања'],
  ['amount', 'износ плаћања'],
]);

const MAX_FIELDS = 3;
const PATH = /\b(items|payment)\[(\d{1,4})\](?:\.([a-z]{1,30}))?|\b([a-z]{1,30})(?=:)/gi;

/** `items[0].gtin` as a person counts: the GTIN of item 1. */
function fieldsIn(text: string): Words[] {
  const fields: Words[] = [];
  for (const [path, list, index = '', member, single] of text.matchAll(PATH)) {
    const name = FIELDS.get((member ?? single ?? list ?? '').toLowerCase());
    if (name === undefined) continue;
    const place = list === undefined ? '' : `${/^i/i.test(list) ? 'ставка' : 'плаћање'} ${Number(index) + 1}, `;
    fields.push({ sr: `Поље: ${place}${name}.`, en: `Field: ${path}.` });
  }
  return fields.slice(0, MAX_FIELDS);
}
