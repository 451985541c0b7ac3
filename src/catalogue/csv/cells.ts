import { formatMoney } from '../../base/money.js';
import { failed, ok, type Result } from '../../base/result.js';
import type { StoredItem } from '../../ledger/views/main.js';
import type { ItemColumn } from './columns.js';
import { quoted } from './table.js';

/**
 * Texts that a spreadsheet would not leave as they are: what it runs as a formula (CWE-1236), and what it takes for a
 * number or a date and shows, then saves, as another one: 8600123456789 as 8,60012E+12, 007 as 7, 1-2 as the first of
 * February. Whole numbers of up to 11 digits stay what they are. Apostrophes in front change nothing, so that
 * {@link guarded} can be undone. The last four characters are those before them in full width.
 */
const NOT_SAFE = /^'*(?:[\t\r\n]|\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|(?!(?:0|[1-9]\d{0,10})$)[\d.,/:+\-eE\s]+$)/;

/** The text with an apostrophe in front where a spreadsheet would run or change it; it is then left alone. */
export function guarded(text: string): string {
  return NOT_SAFE.test(text) ? `'${text}` : text;
}

/** Inverse of {@link guarded}. */
export function unguarded(cell: string): string {
  return cell.startsWith("'") && NOT_SAFE.test(cell.slice(1)) ? cell.slice(1) : cell;
}

/** What an export writes into a cell. */
export function cellOf(column: ItemColumn, item: StoredItem): string {
  if (column === 'price') return formatMoney(item.price);
  if (column === 'active') return item.active ? 'да' : 'не';
  return guarded(item[column] ?? '');
}

/**
 * What a cell says about a field, as the API would get it; undefined when it says nothing and the field keeps its value.
 * Whether the value is allowed is not looked at here. The error is an English sentence.
 */
export function fieldOf(
  column: ItemColumn,
  cell: string,
): Result<string | number | boolean | null | undefined, string> {
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

/** `1234`, `1.234.567`, `1.234,5`, and with the signs of an English spreadsheet `1,234.50`. */
const AMOUNT = /^(-?)(\d{1,15}|\d{1,3}(?:\.\d{3}){1,4}(?!\.)|\d{1,3}(?:,\d{3}){1,4}(?!,))(?:[.,](\d{1,2}))?$/;
/** Either thousands or a number with three decimals: nobody can tell which. */
const AMBIGUOUS = /^-?\d{1,3}[.,]\d{3}$/;

function priceOf(cell: string): Result<number, string> {
  if (AMBIGUOUS.test(cell)) {
    return failed(`price ${quoted(cell)} can be read in two ways: write it with two decimals, as 1234,00 or 1,23.`);
  }
  const amount = AMOUNT.exec(cell);
  if (amount === null) return failed(`price ${quoted(cell)} is not an amount such as 1234,50 or 1.234,50.`);
  const [, sign = '', whole = '', fraction = '0'] = amount;
  return ok(Number(`${sign}${whole.replace(/[.,]/g, '')}.${fraction}`));
}

const YES = ['да', 'da', 'yes', 'true', '1'];
const NO = ['не', 'ne', 'no', 'false', '0'];

function activeOf(cell: string): Result<boolean, string> {
  const word = cell.toLowerCase();
  if (YES.includes(word)) return ok(true);
  return NO.includes(word) ? ok(false) : failed(`active ${quoted(cell)} is neither да nor не.`);
}

/** How a spreadsheet writes a number of more than eleven digits. */
const SHORTENED = /^\s*\d+(?:[.,]\d+)?E\+\d+\s*$/i;

function shortened(field: string, cell: string): string {
  return `${field} ${quoted(cell)} was shortened by the spreadsheet, its digits are lost: format the column as text, enter it again.`;
}

function gtinOf(cell: string): Result<string | null, string> {
  if (SHORTENED.test(cell)) return failed(shortened('gtin', cell));
  if (/^\d{1,7}$/.test(cell)) {
    return failed(
      `gtin "${cell}" must be 8 to 14 digits. A spreadsheet drops zeros in front: format the column as text, enter it again.`,
    );
  }
  return ok(unguarded(cell) || null);
}
