import type { Bilingual, Finding } from '../../../base/index.js';
import { CODES, unknownCode } from './codeTable.js';
import type { CodeEntry } from './codeTable.js';

const PIN_REQUIRED = '1500';
const CARD_FAILED = '2220';

/** Codes that report no fault, and are not shown. */
const SILENT: ReadonlySet<string> = new Set(['0000', '0100', '0210', '9999']);

const PRIORITY: readonly string[] = [...CODES.keys()];
const FIRST_WARNING = PRIORITY.findIndex((code) => CODES.get(code)?.class === 'warning');

/** The meaning of a code. Outside of the official table the first digit decides. */
function meaningOf(code: string): CodeEntry {
  return CODES.get(code) ?? unknownCode(code);
}

/** True for a code of the official table that is a warning or an error. */
export function isOfficialFault(code: string): boolean {
  return (CODES.get(code)?.class ?? 'info') !== 'info';
}

/** True for a code that reports a problem, an official one or a maker's own. Numbers below 1000 are HTTP statuses. */
export function isComplaint(code: string): boolean {
  const official = CODES.get(code);
  return official === undefined ? !code.startsWith('0') : official.class !== 'info';
}

/** True for a code about the content of the receipt (2310, a label; 28xx, a field), and not about the processor. */
export function isFaultOfReceipt(code: string): boolean {
  return code === '2310' || /^28\d\d$/.test(code);
}

/** True when the communication with the secure element failed: the element may have signed before. */
export function mayFollowSigning(codes: readonly string[]): boolean {
  return codes.includes(CARD_FAILED);
}

/**
 * True when the codes prove that no receipt was signed, as a blocking one does. With warnings alone a receipt may have
 * been signed. When the communication with the secure element failed, the element may have signed before.
 */
export function provesRefusal(codes: readonly string[]): boolean {
  return !mayFollowSigning(codes) && codes.some((code) => CODES.get(code)?.class === 'blocking');
}

/**
 * The findings of the general status codes (`gsc`), in the order in which to fix them: the card, its PIN, other
 * blocking codes, then the warnings. Empty when there is no fault.
 */
export function findingsOf(gsc: readonly string[], isPinRequired: boolean): Finding[] {
  const codes = new Set(isPinRequired ? [...gsc, PIN_REQUIRED] : gsc);
  return byPriority([...codes].filter((code) => !SILENT.has(code))).map((code) => {
    const { class: kind, ...words } = meaningOf(code);
    return { code, blocks: kind === 'blocking', ...words };
  });
}

/**
 * Why a receipt was refused, in one text for the seller: the first code to be fixed, the action, and the fields that
 * `text` names. `codes` and `text` come from the answer. Without an official code the processor's own text is shown.
 */
export function refusalText(codes: readonly string[], text: string | null): Bilingual {
  const { code, found, action } = refusalFinding(codes, text);
  if (code === null) return found;
  return { sr: `${found.sr} ${action.sr} (${code})`, en: `${found.en} ${action.en} (${code})` };
}

/**
 * The same refusal as a finding, with the problem (including the fields or the processor's own text) separate from the
 * action.
 */
export function refusalFinding(codes: readonly string[], text: string | null): Finding {
  const [code] = byPriority(codes.filter((code) => !SILENT.has(code)));
  if (code === undefined) return { code: null, blocks: true, found: plainRefusal(text), action: UNEXPLAINED };
  const { found, action, command } = meaningOf(code);
  const added = CODES.has(code) ? fieldsIn(text ?? '') : text === null ? [] : [{ sr: text, en: text }];
  const sr = [found.sr, ...added.map((field) => field.sr)].join(' ');
  const en = [found.en, ...added.map((field) => field.en)].join(' ');
  return { code, blocks: true, found: { sr, en }, action, ...(command !== undefined && { command }) };
}

const UNEXPLAINED: Bilingual = {
  sr: 'Поновите; ако се понови, позовите сервисера процесора (ПФР).',
  en: "Try again; if it happens again, call the processor's technician.",
};

function plainRefusal(text: string | null): Bilingual {
  return {
    sr: text === null ? 'Процесор (ПФР) је одбио рачун без објашњења.' : `Процесор (ПФР) је одбио рачун: ${text}`,
    en: text === null ? 'The processor refused the receipt without a reason.' : `The processor refused: ${text}`,
  };
}

/** Unknown codes that block come before the warnings, the other unknown ones at the end. */
function byPriority(codes: readonly string[]): string[] {
  const rank = (code: string): number => {
    const known = PRIORITY.indexOf(code);
    if (known >= 0) return known;
    return unknownCode(code).class === 'blocking' ? FIRST_WARNING - 0.5 : PRIORITY.length;
  };
  return [...codes].sort((left, right) => rank(left) - rank(right));
}

/**
 * The names of the request's fields in Serbian. Keys are in lower case, since some processors write `Items[0].Gtin`.
 */
const FIELDS: ReadonlyMap<string, string> = new Map([
  ['cashier', 'касир'],
  ['buyerid', 'ИД купца'],
  ['buyercostcenterid', 'опционо поље купца'],
  ['invoicetype', 'врста рачуна'],
  ['transactiontype', 'тип трансакције'],
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

/** The fields in a text, with items counted from 1: `items[0].gtin` is the GTIN of item 1. */
function fieldsIn(text: string): Bilingual[] {
  const fields: Bilingual[] = [];
  for (const [path, list, index = '', member, single] of text.matchAll(PATH)) {
    const name = FIELDS.get((member ?? single ?? list ?? '').toLowerCase());
    if (name === undefined) continue;
    const place = list === undefined ? '' : `${/^i/i.test(list) ? 'ставка' : 'плаћање'} ${Number(index) + 1}, `;
    fields.push({ sr: `Поље: ${place}${name}.`, en: `Field: ${path}.` });
  }
  return fields.slice(0, MAX_FIELDS);
}
