import { failed, ok, type Result } from '../../base/result.js';
import { type ImportRow, MAX_ROWS, type RowFault } from '../import.js';
import { fieldOf } from './cells.js';
import { columnsOf, HEADINGS, type ItemColumn } from './columns.js';
import { type CsvRecord, parseCsv } from './table.js';

/** The encodings that a spreadsheet in Serbia saves; a file with the mark of UTF-8 is UTF-8 whatever is said. */
export const ENCODINGS = ['utf-8', 'windows-1250', 'windows-1251'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Largest file, bytes. */
export const MAX_FILE = 4 * 1024 * 1024;

/** What a file says, before anybody has asked whether it is allowed. */
export interface ItemFile {
  readonly rows: readonly ImportRow[];
  /** Rows that could not be read, and so are not among `rows`. */
  readonly faults: readonly RowFault[];
  /** The heading of a field as the file has it, or as an export would. */
  readonly headingOf: (column: ItemColumn) => string;
}

/** Reads a file of items of at most {@link MAX_FILE} bytes. The error is an English sentence about the file as a whole. */
export function readItems(bytes: Uint8Array, encoding: Encoding): Result<ItemFile, string> {
  const text = decode(bytes, encoding);
  if (text === undefined) {
    const [, ...others] = ENCODINGS;
    return failed(
      `the file is not UTF-8: save it as "CSV UTF-8", or name its encoding: --encoding ${others.join('|')}`,
    );
  }
  const { records: all, fault } = parseCsv(text, separatorOf(text));
  const [first, ...records] = all;
  if (first === undefined) {
    return failed(
      fault ? `line ${fault.line}: ${fault.reason}` : 'the file is empty: its first line must name the columns.',
    );
  }
  const columns = columnsOf(first.cells);
  if (!columns.ok) return columns;
  const filled = records.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (filled.length > MAX_ROWS) return failed(`the file has ${filled.length} rows; ${MAX_ROWS} go into one import.`);
  const rows: ImportRow[] = [];
  const faults: RowFault[] = [];
  for (const record of filled) {
    const row = rowOf(record, columns.value);
    if (row.ok) rows.push(row.value);
    else faults.push(row.error);
  }
  if (fault !== undefined) faults.push({ ...fault, column: null });
  const headingOf = (column: ItemColumn): string =>
    first.cells[columns.value.indexOf(column)]?.trim() ?? HEADINGS[column][0];
  return ok({ rows, faults, headingOf });
}

function decode(bytes: Uint8Array, encoding: Encoding): string | undefined {
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  try {
    return new TextDecoder(isMarked ? 'utf-8' : encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** A heading holds none of the three, so the one that stands in the first line separates. */
function separatorOf(text: string): string {
  const [line = ''] = /\S.*/.exec(text) ?? [];
  return [';', '\t', ','].find((separator) => line.includes(separator)) ?? ';';
}

function rowOf({ line, cells }: CsvRecord, columns: readonly ItemColumn[]): Result<ImportRow, RowFault> {
  if (cells.slice(columns.length).some((cell) => cell !== '')) {
    const reason = `the row has ${cells.length} cells, the first line ${columns.length}. A cell that holds the separator must stand in quotation marks.`;
    return failed({ line, column: null, reason });
  }
  const fields: Record<string, unknown> = {};
  for (const [index, column] of columns.entries()) {
    // A spreadsheet may leave out the empty cells at the end of a row.
    const field = fieldOf(column, cells[index] ?? '');
    if (!field.ok) return failed({ line, column, reason: field.error });
    if (field.value !== undefined) fields[column] = field.value;
  }
  return ok({ line, fields });
}
