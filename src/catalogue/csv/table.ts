import type { Steps } from '../../base/index.js';

/** One record of a CSV file. */
export interface CsvRecord {
  /** The line of the file where it begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** Where and why a file is not valid CSV. */
export interface CsvFault {
  readonly line: number;
  /** An English sentence. */
  readonly reason: string;
}

/** The records of a file, up to the first fault. */
export interface CsvTable {
  readonly records: readonly CsvRecord[];
  /** Undefined when the whole file was read. */
  readonly fault: CsvFault | undefined;
}

/** Characters read in one step: some milliseconds even on a small board. */
const STEP = 32 * 1024;

const LINE_END = /\r\n|\r|\n/g;

const UNCLOSED = 'A quotation mark opens a cell here and is never closed. Nothing from here on was read.';
const TEXT_BEHIND =
  'Text follows the closing quotation mark of a cell that opens here; inside a cell each one is written twice (""). Nothing from here on was read.';

/**
 * Reads CSV (RFC 4180) with any separator of one character and any line ends. As spreadsheets do, it also takes a quote
 * inside a cell that does not begin with one. Empty lines are skipped. A misplaced quote ends the reading, because it hides
 * where the next record begins. Not csv-parse, which gives wrong lines and misses misplaced quotes: a test shows where.
 */
export function* parseCsv(text: string, separator: string): Steps<CsvTable> {
  const records: CsvRecord[] = [];
  let cells: string[] = [];
  let line = 1;
  let begun = 1;
  let at = 0;
  let paused = 0;
  while (at < text.length) {
    const cell: Cell = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at, separator);
    if (cell.end < 0) return { records, fault: { line, reason: UNCLOSED } };
    const opened = line;
    cells.push(cell.content);
    line += cell.content.match(LINE_END)?.length ?? 0;
    const next = text[cell.end];
    at = cell.end + (text.startsWith('\r\n', cell.end) ? 2 : 1);
    if (next === separator && at < text.length) continue;
    if (next === separator) cells.push('');
    else if (next !== undefined && next !== '\r' && next !== '\n') {
      return { records, fault: { line: opened, reason: TEXT_BEHIND } };
    }
    if (cells.length > 1 || cells[0] !== '') records.push({ line: begun, cells });
    cells = [];
    line += 1;
    begun = line;
    if (at - paused < STEP) continue;
    paused = at;
    yield;
  }
  return { records, fault: undefined };
}

interface Cell {
  readonly content: string;
  /** Position after the cell; negative when it never ends. */
  readonly end: number;
}

function plainCell(text: string, at: number, separator: string): Cell {
  let end = at;
  while (end < text.length && text[end] !== separator && text[end] !== '\r' && text[end] !== '\n') end += 1;
  return { content: text.slice(at, end), end };
}

function quotedCell(text: string, at: number): Cell {
  let close = text.indexOf('"', at + 1);
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  const content = text.slice(at + 1, close).replaceAll('""', '"');
  return { content, end: close < 0 ? close : close + 1 };
}

/** How much of a cell a message repeats, UTF-16 units. */
const SHOWN = 40;

/** A cell as messages quote it. */
export function quoted(cell: string): string {
  return cell.length > SHOWN ? `"${cell.slice(0, SHOWN)}…"` : `"${cell}"`;
}
