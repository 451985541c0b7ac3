import { stringify } from 'csv-stringify/sync';
import { defineMessages, failed, formatMoney, type Message, ok, type Result, toNfc } from '../../../base/index.js';
import type { StoredItem } from '../../../platform/ledger/index.js';
import type { ItemChange } from '../validate.js';
import { quoted } from './table.js';

const COLUMNS_MESSAGES = defineMessages('csvColumns', {
  noIdentity: {
    en: 'without a column plu or назив, the items cannot be identified. Known columns: {known}.',
    sr: 'без колоне plu или назив не зна се који су артикли у питању. Познате су: {known}.',
  },
  unknownColumn: {
    en: 'the column {column} is not known. Known columns: {known}.',
    sr: 'колона {column} није позната. Познате су: {known}.',
  },
  columnTwice: { en: 'the column {column} appears twice.', sr: 'колона {column} стоји два пута.' },
});

/** A field of an item that a column may set. */
export type ItemColumn = keyof ItemChange;

/**
 * Headings in the order of an export. An export writes the first heading of each column; the others are accepted too.
 */
export const HEADINGS: Readonly<Record<ItemColumn, readonly [string, ...string[]]>> = {
  plu: ['plu', 'плу', 'шифра', 'šifra', 'sifra'],
  name: ['назив', 'naziv', 'name'],
  unit: ['јединица', 'jedinica', 'unit', 'јединица мере', 'jedinica mere', 'јм', 'jm'],
  price: ['цена', 'cena', 'price'],
  label: ['ознака', 'oznaka', 'label', 'пореска ознака', 'poreska oznaka'],
  gtin: ['gtin', 'гтин', 'баркод', 'barkod', 'бар-код', 'bar-kod', 'ean'],
  category: ['категорија', 'kategorija', 'category', 'група', 'grupa'],
  active: ['активан', 'aktivan', 'active'],
};

export const COLUMNS = Object.keys(HEADINGS) as ItemColumn[];

const BY_HEADING = new Map(COLUMNS.flatMap((column) => HEADINGS[column].map((heading) => [heading, column] as const)));

/**
 * The column of each heading, in the order of the file; undefined for a blank heading.
 */
export function columnsOf(headings: readonly string[]): Result<(ItemColumn | undefined)[], Message> {
  const columns: (ItemColumn | undefined)[] = [];
  for (const heading of headings) {
    if (heading.trim() === '') {
      columns.push(undefined);
      continue;
    }
    const column = BY_HEADING.get(toNfc(heading.trim()).toLowerCase());
    if (column === undefined)
      return failed(COLUMNS_MESSAGES.unknownColumn({ column: quoted(heading), known: known() }));
    if (columns.includes(column)) return failed(COLUMNS_MESSAGES.columnTwice({ column: quoted(heading) }));
    columns.push(column);
  }
  if (!columns.includes('plu') && !columns.includes('name')) {
    return failed(COLUMNS_MESSAGES.noIdentity({ known: known() }));
  }
  return ok(columns);
}

function known(): string {
  return COLUMNS.map((column) => HEADINGS[column].join('/')).join(', ');
}

const CELL_MESSAGES = defineMessages('csvCells', {
  badActive: { en: 'active {cell} is neither да nor не.', sr: 'активан {cell} није ни да ни не.' },
  ambiguousPrice: {
    en: 'price {price} is ambiguous: write it with two decimals, such as 1234,00 or 1,23.',
    sr: 'цена {price} може да се прочита на два начина: пишите је са две децимале, као 1234,00 или 1,23.',
  },
  badPrice: {
    en: 'price {price} is not an amount such as 1234,50 or 1.234,50.',
    sr: 'цена {price} није износ као 1234,50 или 1.234,50.',
  },
  shortened: {
    en: '{field} {cell} was shortened by the spreadsheet and its digits are lost: format the column as text and enter it again.',
    sr: '{field} {cell} је скратила табела и цифре су изгубљене: обликујте колону као текст и унесите поново.',
  },
  badGtin: {
    en: 'gtin "{cell}" must be 8 to 14 digits. A spreadsheet drops leading zeros: format the column as text and enter it again.',
    sr: 'GTIN „{cell}” мора имати од 8 до 14 цифара. Табела брише нуле на почетку: обликујте колону као текст и унесите поново.',
  },
});

/**
 * Characters that begin a formula (CWE-1236), for a character class; the last four are full-width forms of the first.
 */
const FORMULA = String.raw`=+\-@\uFF1D\uFF0B\uFF0D\uFF20`;

/**
 * Texts that a spreadsheet would change: formulas, which it runs, and texts like a number or a date, which it displays
 * and saves in another form: 8600123456789 as 8,60012E+12, 007 as 7, 1-2 as the first of February. Whole numbers of up
 * to 11 digits are safe. Leading apostrophes are ignored here, so that {@link guarded} can be undone.
 */
const NOT_SAFE = new RegExp(String.raw`^'*(?:[\t\r\n]|["\s]*[${FORMULA}]|(?!(?:0|[1-9]\d{0,10})$)[\d.,/:+\-eE\s]+$)`);

/**
 * A formula after a character that some spreadsheet uses as a separator, whatever the separator of this file, also
 * after blanks and quotation marks. No field is longer than 200 characters; the limit prevents a file of blanks from
 * costing time.
 */
const INNER_FORMULA = String.raw`(?=['"\s]{0,200}[${FORMULA}])`;
const NOT_SAFE_INSIDE = new RegExp(String.raw`([,;\t|])${INNER_FORMULA}`, 'g');
const GUARDED_INSIDE = new RegExp(String.raw`([,;\t|])'${INNER_FORMULA}`, 'g');

/**
 * The text with an apostrophe before everything that a spreadsheet would run or change; the apostrophe prevents that.
 */
export function guarded(text: string): string {
  const inside = text.replace(NOT_SAFE_INSIDE, "$1'");
  return NOT_SAFE.test(text) ? `'${inside}` : inside;
}

/** Inverse of {@link guarded}. */
function unguarded(cell: string): string {
  const text = cell.replace(GUARDED_INSIDE, '$1');
  return text.startsWith("'") && NOT_SAFE.test(text.slice(1)) ? text.slice(1) : text;
}

/** The cell of an item in an export. */
function cellOf(column: ItemColumn, item: StoredItem): string {
  if (column === 'price') return formatMoney(item.price);
  if (column === 'active') return item.active ? 'да' : 'не';
  return guarded(item[column] ?? '');
}

/**
 * The value of a cell as the API would get it; undefined when the cell is empty and the field is unchanged. Whether the
 * value is allowed is not checked here.
 */
export function fieldOf(
  column: ItemColumn,
  cell: string,
): Result<string | number | boolean | null | undefined, Message> {
  switch (column) {
    case 'price':
      return cell.trim() === '' ? ok(undefined) : priceOf(cell.trim());
    case 'active':
      return cell.trim() === '' ? ok(undefined) : activeOf(cell.trim());
    case 'gtin':
      return gtinOf(cell.trim());
    case 'plu':
      return SHORTENED.test(cell) ? failed(shortened('plu', cell)) : ok(unguarded(cell));
    case 'label':
      return ok(unguarded(cell.trim()) || undefined);
    case 'name':
      return ok(unguarded(cell) || undefined);
    case 'unit':
    case 'category':
      return ok(unguarded(cell));
  }
}

/** `1234`, `1.234.567`, `1.234,5`, and with the separators of an English spreadsheet `1,234.50`. */
const AMOUNT = /^(-?)(\d{1,15}|\d{1,3}(?:\.\d{3}){1,4}(?!\.)|\d{1,3}(?:,\d{3}){1,4}(?!,))(?:[.,](\d{1,2}))?$/;
/** Could be thousands or a number with three decimals. */
const AMBIGUOUS = /^-?\d{1,3}[.,]\d{3}$/;

function priceOf(cell: string): Result<number, Message> {
  if (AMBIGUOUS.test(cell)) {
    return failed(CELL_MESSAGES.ambiguousPrice({ price: quoted(cell) }));
  }
  const amount = AMOUNT.exec(cell);
  if (amount === null) return failed(CELL_MESSAGES.badPrice({ price: quoted(cell) }));
  const [, sign = '', whole = '', fraction = '0'] = amount;
  return ok(Number(`${sign}${whole.replace(/[.,]/g, '')}.${fraction}`));
}

const YES = ['да', 'da', 'yes', 'true', '1'];
const NO = ['не', 'ne', 'no', 'false', '0'];

function activeOf(cell: string): Result<boolean, Message> {
  const word = cell.toLowerCase();
  if (YES.includes(word)) return ok(true);
  return NO.includes(word) ? ok(false) : failed(CELL_MESSAGES.badActive({ cell: quoted(cell) }));
}

/** How a spreadsheet writes a number of more than eleven digits. */
const SHORTENED = /^\s*\d+(?:[.,]\d+)?E\+\d+\s*$/i;

function shortened(field: string, cell: string): Message {
  return CELL_MESSAGES.shortened({ field, cell: quoted(cell) });
}

function gtinOf(cell: string): Result<string | null, Message> {
  if (SHORTENED.test(cell)) return failed(shortened('gtin', cell));
  if (/^\d{1,7}$/.test(cell)) {
    return failed(CELL_MESSAGES.badGtin({ cell }));
  }
  return ok(unguarded(cell) || null);
}

/** Separator of cells in locales where the comma is the decimal sign. */
const SEPARATOR = ';';
/** Byte order mark. Without it a spreadsheet interprets UTF-8 as the code page of its system. */
const MARK = '\ufeff';

/** Items written in one piece. */
const STEP = 200;

/** The items as a file for a Serbian spreadsheet: UTF-8 with a byte order mark, semicolons, decimal commas, CRLF. */
export function writeItems(items: readonly StoredItem[]): string {
  return [...itemPieces(items)].join('');
}

/** {@link writeItems} in pieces, each some milliseconds of work. */
export function* itemPieces(items: readonly StoredItem[]): Generator<string, void, void> {
  yield spreadsheetText([COLUMNS.map((column) => HEADINGS[column][0])]);
  for (let at = 0; at < items.length; at += STEP) {
    const rows = items.slice(at, at + STEP).map((item) => COLUMNS.map((column) => cellOf(column, item)));
    yield csvText(rows, SEPARATOR);
  }
}

/** Any rows in that form. Their texts must already be {@link guarded}. */
export function spreadsheetText(rows: readonly (readonly string[])[]): string {
  return MARK + csvText(rows, SEPARATOR);
}

const QUOTED = new RegExp(String.raw`[\r\n]|^['"\s]*[${FORMULA}]|[,;\t|]'`);

/**
 * Rows as CSV, each with CRLF at its end (RFC 4180, 2.1). Cells are quoted when they need it, or when a spreadsheet
 * might treat them as a formula.
 */
export function csvText(rows: readonly (readonly string[])[], separator: string): string {
  // Without the line ends in `quoted_match` a cell with a lone CR or LF would get no quotation marks.
  const options = { delimiter: separator, record_delimiter: 'windows', quoted_match: QUOTED };
  return stringify([...rows], options);
}
