import { stringify } from 'csv-stringify/sync';
import type { StoredItem } from '../../../platform/ledger/index.js';
import { cellOf, COLUMNS, FORMULA, HEADINGS } from './cells.js';

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
