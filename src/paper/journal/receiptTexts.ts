import { centreText, CLOSING, COLUMNS, NOT_FISCAL, TITLE } from '../../base/index.js';
import { type InvoiceType, isFiscalType, TRANSACTION_TYPES, type TransactionType } from '../../contract/index.js';

export { DEMO_SENTENCE, NOT_FISCAL } from '../../base/index.js';

/** The fixed texts of a receipt, as TaxCore's own generator prints them for sr-Cyrl-RS. */

const FISCAL_TITLE = centreText(` ${TITLE} `, COLUMNS, '=');
const FISCAL_CLOSING = centreText(` ${CLOSING} `, COLUMNS, '=');
/** The sentence on papers that are not fiscal receipts, in the two lines of its large print. */
export const NOT_FISCAL_LINES: readonly string[] = ['ОВО НИЈЕ', TITLE];
/** The extra character is on the left here, unlike in all other centred rows. */
const NOT_FISCAL_FRAME = `======== ${NOT_FISCAL} =======`;

/**
 * The row in the body of papers that are not fiscal receipts; it must be printed at least twice as large as the rest.
 */
export const NOT_FISCAL_ROW = centreText(NOT_FISCAL);

const TYPE_LETTERS: Readonly<Record<InvoiceType, string>> = {
  Normal: 'П',
  ProForma: 'Р',
  Copy: 'К',
  Training: 'О',
  Advance: 'А',
};

const TYPE_WORDS: Readonly<Record<InvoiceType, string>> = {
  Normal: 'ПРОМЕТ',
  ProForma: 'ПРЕДРАЧУН',
  Copy: 'КОПИЈА',
  Training: 'ОБУКА',
  Advance: 'АВАНС',
};

const TRANSACTION_WORDS: Readonly<Record<TransactionType, string>> = { Sale: 'ПРОДАЈА', Refund: 'РЕФУНДАЦИЈА' };

const DOCUMENT_NAMES: Readonly<Record<InvoiceType, Readonly<Record<TransactionType, string>>>> = {
  Normal: { Sale: 'Рачун', Refund: 'Рефундација' },
  ProForma: { Sale: 'Предрачун', Refund: 'Рефундација предрачуна' },
  Copy: { Sale: 'Копија', Refund: 'Копија рефундације' },
  Training: { Sale: 'Рачун за обуку', Refund: 'Рефундација за обуку' },
  Advance: { Sale: 'Авансни рачун', Refund: 'Рефундација аванса' },
};

/** The name of a receipt outside of its text, followed by its own number and not by that of an original. */
export function documentName(type: InvoiceType, transaction: TransactionType): string {
  return DOCUMENT_NAMES[type][transaction];
}

/** The first row. */
export function titleRow(type: InvoiceType): string {
  return isFiscalType(type) ? FISCAL_TITLE : NOT_FISCAL_FRAME;
}

/** The last row; on papers that are not fiscal receipts it repeats the title. */
export function closingRow(type: InvoiceType): string {
  return isFiscalType(type) ? FISCAL_CLOSING : NOT_FISCAL_FRAME;
}

/** The row above the rule and the head of the items. */
export const ITEMS_CAPTION = 'Артикли';

/** `ПРОМЕТ ПРОДАЈА`: kind of invoice and of transaction. */
export function bannerText(type: InvoiceType, transaction: TransactionType): string {
  return `${TYPE_WORDS[type]} ${TRANSACTION_WORDS[transaction]}`;
}

/** `-------------ПРОМЕТ ПРОДАЈА-------------` */
export function bannerRow(type: InvoiceType, transaction: TransactionType): string {
  return centreText(bannerText(type, transaction), COLUMNS, '-');
}

/** The two letters after the counter: ПП, ПР, АП, АР, КП, КР, ОП, ОР, РП, РР. */
export function counterLetters(type: InvoiceType, transaction: TransactionType): string {
  return TYPE_LETTERS[type] + (transaction === 'Sale' ? 'П' : 'Р');
}

/** Caption of the total; the amount is positive on refunds too. */
export function totalCaption(transaction: TransactionType): string {
  return transaction === 'Sale' ? 'Укупан износ:' : 'Укупна рефундација:';
}

const TOTALS = TRANSACTION_TYPES.map(totalCaption);

/**
 * Index of the row with the total in a processor's text; -1 where no known form of it is found. No item name can be
 * below it.
 */
export function totalRowIn(rows: readonly string[]): number {
  return rows.findLastIndex((row) => TOTALS.some((caption) => row.startsWith(caption)));
}

/** Only one of the two signs, in all columns. */
const RULE = new RegExp(`^([=-])\\1{${COLUMNS - 1}}$`);
/** Words between rows of one of the two signs, such as the title. */
const FRAME = /^([=-])\1{5,}[^=-]+\1{5,}$/;

/**
 * True for a row in the form of a divider or of the frame of a title. Whether the processor wrote it depends on its
 * position.
 */
export function isRuleShaped(row: string): boolean {
  const signs = row.trimEnd();
  return signs.length <= COLUMNS && (RULE.test(signs) || FRAME.test(signs));
}

/**
 * Indexes of the dividing rows of a processor's text: rules, and words between signs. An item name may look the same,
 * so only rows at positions without a caller's text count: the title, the rows around the caption of the items, the row
 * above the total and everything below it. In a text without a recognized total, only those before the items count.
 */
export function ruleRowsIn(rows: readonly string[]): ReadonlySet<number> {
  const total = totalRowIn(rows);
  // Texts of callers above the items are too short to fill a second row with signs.
  const items = rows.findIndex((row, at) => row.trim() === ITEMS_CAPTION && RULE.test(rows[at + 1]?.trimEnd() ?? ''));
  const isProcessors = (at: number): boolean =>
    at === 0 || (items !== -1 && Math.abs(at - items) === 1) || (total !== -1 && at >= total - 1);
  return new Set(rows.flatMap((row, at) => (isProcessors(at) && isRuleShaped(row) ? [at] : [])));
}
