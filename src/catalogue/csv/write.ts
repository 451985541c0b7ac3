import type { StoredItem } from '../../ledger/views/main.js';
import { cellOf } from './cells.js';
import { COLUMNS, HEADINGS } from './columns.js';
import { csvLine } from './table.js';

/** What a list is separated by where the comma is in the numbers. */
const SEPARATOR = ';';
/** Without it a spreadsheet takes UTF-8 for the system's own code page. */
const MARK = '\ufeff';

/** The items as a file for a Serbian spreadsheet: UTF-8 with its mark, semicolons, decimal commas, CRLF. */
export function writeItems(items: readonly StoredItem[]): string {
  const headings = COLUMNS.map((column) => HEADINGS[column][0]);
  const rows = items.map((item) => COLUMNS.map((column) => cellOf(column, item)));
  return MARK + [headings, ...rows].map((cells) => csvLine(cells, SEPARATOR)).join('');
}
