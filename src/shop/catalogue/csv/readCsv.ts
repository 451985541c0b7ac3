import { runAtOnce, failed, ok, type Result, type Steps, defineMessages, type Message } from '../../../base/index.js';
import { type ImportRow, MAX_CSV_ROWS, type RowFault } from '../import.js';
import { columnsOf, fieldOf, HEADINGS, type ItemColumn } from './cells.js';
import { type CsvFault, type CsvRecord, parseCsv, quoted } from './table.js';

const MESSAGES = defineMessages('csv', {
  empty: {
    en: 'the file is empty: its first line must name the columns.',
    sr: 'датотека је празна: њен први ред мора навести колоне.',
  },
  tooManyRows: {
    en: 'the file has more than {most} rows, the most for one import.',
    sr: 'датотека има више од {most} редова: толико стаје у један увоз.',
  },
  wrongEncoding: {
    en: 'the file is not {encoding}: save it as "CSV UTF-8"',
    sr: 'датотека није {encoding}: сачувајте је као „CSV UTF-8”',
  },
  otherEncoding: {
    en: 'the file is not {encoding}: save it as "CSV UTF-8", or name its encoding: --encoding {others}',
    sr: 'датотека није {encoding}: сачувајте је као „CSV UTF-8”, или наведите њен кодни распоред: --encoding {others}',
    srOnPage:
      'датотека није {encoding}: изаберите њен кодни распоред, на пример WINDOWS-1251, или је сачувајте као „CSV UTF-8”',
    enOnPage: 'the file is not {encoding}: choose its encoding, for example WINDOWS-1251, or save it as "CSV UTF-8"',
  },
  line: { en: 'line {line}: {fault}', sr: 'ред {line}: {fault}' },
  stray: {
    en: '{where} A cell that contains the separator must be in quotation marks.',
    sr: '{where} Поље са раздвојником мора стајати под наводницима.',
  },
  noHeading: {
    en: 'column {column} has no heading, but here it contains {cell}.',
    sr: 'колона {column} нема наслов, а овде у њој стоји {cell}.',
  },
  cells: {
    en: 'the row has {cells} cells, but the first line has {columns}.',
    sr: 'ред има {cells} поља, а први ред {columns}.',
  },
});

/** The encodings that spreadsheets in Serbia save. A byte order mark in the file overrides the given one. */
export const ENCODINGS = ['utf-8', 'windows-1250', 'windows-1251'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** The encoding of this name, in any case (RFC 9110, 8.3.2); undefined when it is unknown. */
export function encodingNamed(name: string): Encoding | undefined {
  return ENCODINGS.find((known) => known === name.toLowerCase());
}

/** Byte order marks (Unicode, 23.8). A spreadsheet's "Unicode text" is UTF-16. */
const MARKS = [
  { encoding: 'utf-8', mark: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', mark: [0xff, 0xfe] },
  { encoding: 'utf-16be', mark: [0xfe, 0xff] },
] as const;

/** Maximum file size, bytes. */
export const MAX_CSV_BYTES = 4 * 1024 * 1024;

/** The content of a file. Its values are not validated yet. */
export interface ItemFile {
  readonly rows: readonly ImportRow[];
  /** Why other rows could not be read. */
  readonly faults: readonly RowFault[];
  /** The heading of a column in the file, or in an export if the file does not have it. */
  readonly headingOf: (column: ItemColumn) => string;
}

/**
 * Reads a file of items of at most {@link MAX_CSV_BYTES} bytes. The error is about the file as a whole.
 */
export function readItems(bytes: Uint8Array, encoding: Encoding): Result<ItemFile, Message> {
  return runAtOnce(readingItems(bytes, encoding));
}

/** {@link readItems} in steps, for a box that sells meanwhile. */
export function* readingItems(bytes: Uint8Array, encoding: Encoding): Steps<Result<ItemFile, Message>> {
  const text = decode(withoutEndOfFile(bytes), encoding);
  if (!text.ok) return text;
  const named = SEPARATOR_LINE.exec(text.value)?.[1];
  const reading = new Reading(named !== undefined);
  const fault = yield* parseCsv(text.value, named ?? separatorOf(text.value), (record) => reading.take(record));
  return reading.end(fault);
}

/** DOS programs end a file with this byte. */
const END_OF_FILE = 0x1a;

function withoutEndOfFile(bytes: Uint8Array): Uint8Array {
  return bytes.at(-1) === END_OF_FILE ? bytes.subarray(0, -1) : bytes;
}

/** Collects the rows of a file while it is read. */
class Reading {
  private first: readonly string[] | undefined;
  private columns: readonly (ItemColumn | undefined)[] = [];
  /** Refusal of the file as a whole. */
  private refusal: Message | undefined;
  private readonly rows: ImportRow[] = [];
  private readonly faults: RowFault[] = [];

  /** @param isNamed true when the first record only names the separator */
  constructor(private isNamed: boolean) {}

  /** Adds a record; true when the next one is wanted too. */
  take(record: CsvRecord): boolean {
    if (record.cells.every((cell) => cell.trim() === '')) return true;
    if (this.isNamed) this.isNamed = false;
    else if (this.first === undefined) this.takeHeadings(record.cells);
    else this.takeRow(record);
    return this.refusal === undefined;
  }

  end(fault: CsvFault | undefined): Result<ItemFile, Message> {
    const { first, columns, refusal, rows } = this;
    if (refusal !== undefined) return failed(refusal);
    if (first === undefined) {
      return failed(fault ? MESSAGES.line({ line: fault.line, fault: fault.reason }) : MESSAGES.empty);
    }
    const faults = fault === undefined ? this.faults : [...this.faults, { ...fault, column: null }];
    const headingOf = (column: ItemColumn): string => first[columns.indexOf(column)]?.trim() ?? HEADINGS[column][0];
    return ok({ rows, faults, headingOf });
  }

  private takeHeadings(cells: readonly string[]): void {
    this.first = cells;
    const columns = columnsOf(cells);
    if (columns.ok) this.columns = columns.value;
    else this.refusal = columns.error;
  }

  private takeRow(record: CsvRecord): void {
    if (this.rows.length + this.faults.length === MAX_CSV_ROWS) {
      this.refusal = MESSAGES.tooManyRows({ most: MAX_CSV_ROWS });
      return;
    }
    const row = rowOf(record, this.columns);
    if (row.ok) this.rows.push(row.value);
    else this.faults.push(row.error);
  }
}

function decode(bytes: Uint8Array, said: Encoding): Result<string, Message> {
  const marked = MARKS.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte));
  const encoding = marked?.encoding ?? said;
  try {
    return ok(new TextDecoder(encoding, { fatal: true }).decode(bytes));
  } catch {
    const [, ...others] = ENCODINGS;
    const name = encoding.toUpperCase();
    if (marked !== undefined) return failed(MESSAGES.wrongEncoding({ encoding: name }));
    return failed(MESSAGES.otherEncoding({ encoding: name, others: others.join('|') }));
  }
}

/**
 * The first row `sep=;`, which names the separator for Excel. A program that does not know it may have added empty
 * cells.
 */
const SEPARATOR_LINE = /^\s*sep=([^"\r\n])\1*(?:[\r\n]|$)/i;

/** No heading contains one of the three, so the one in the first row is the separator. */
function separatorOf(text: string): string {
  const [line = ''] = /\S.*/.exec(text) ?? [];
  return [';', '\t', ','].find((separator) => line.includes(separator)) ?? ';';
}

function rowOf({ line, cells }: CsvRecord, columns: readonly (ItemColumn | undefined)[]): Result<ImportRow, RowFault> {
  const stray = cells.findIndex((cell, index) => columns[index] === undefined && cell.trim() !== '');
  if (stray >= 0) {
    const where =
      stray < columns.length
        ? MESSAGES.noHeading({ column: stray + 1, cell: quoted(cells[stray] ?? '') })
        : MESSAGES.cells({ cells: cells.length, columns: columns.length });
    return failed({ line, column: null, reason: MESSAGES.stray({ where }) });
  }
  const fields: Record<string, unknown> = {};
  for (const [index, column] of columns.entries()) {
    if (column === undefined) continue;
    // A spreadsheet may omit the empty cells at the end of a row.
    const field = fieldOf(column, cells[index] ?? '');
    if (!field.ok) return failed({ line, column, reason: field.error });
    if (field.value !== undefined) fields[column] = field.value;
  }
  return ok({ line, fields });
}
