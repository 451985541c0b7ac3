import { type Steps, defineMessages, type Message } from '../../../base/index.js';

const MESSAGES = defineMessages('csvTable', {
  tooManyCells: {
    en: 'The row that begins here has more than {most} cells. Nothing from here on was read.',
    sr: 'Ред који овде почиње има више од {most} поља. Одавде надаље ништа није прочитано.',
  },
  longCell: {
    en: 'A cell that begins here has more than {most} characters; a quotation mark may be missing. Nothing from here on was read.',
    sr: 'Поље које овде почиње има више од {most} знакова; можда недостаје наводник. Одавде надаље ништа није прочитано.',
  },
  openQuote: {
    en: 'A quotation mark opens a cell here and is never closed. Nothing from here on was read.',
    sr: 'Наводник овде отвара поље и никад се не затвара. Одавде надаље ништа није прочитано.',
  },
  textAfterQuote: {
    en: 'Here text follows the closing quotation mark of a cell; inside a cell, write each quotation mark twice (""). Nothing from here on was read.',
    sr: 'Иза наводника који затвара поље овде следи текст; у пољу се сваки наводник пише два пута (""). Одавде надаље ништа није прочитано.',
  },
});

/** One record of a CSV file. */
export interface CsvRecord {
  /** The line of the file where it begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** Where and why a file is not valid CSV. */
export interface CsvFault {
  readonly line: number;
  readonly reason: Message;
}

/** Characters read in one step: some milliseconds even on a small board. */
const STEP = 32 * 1024;

const LINE_END = /\r\n|\r|\n/g;

/** Maximum cells of one record. No spreadsheet of items has as many, and a line of millions would fill the memory. */
const MAX_CELLS = 1000;

/** Maximum characters of one cell, as in Excel. */
const MAX_CELL = 32_767;

/**
 * Reads CSV (RFC 4180) with any separator of one character and any line ends. It passes each record to `take`, which
 * returns whether to continue, so that memory is needed only for what `take` stores. Like spreadsheets, it accepts a
 * quote inside a cell that does not begin with one. Empty lines are skipped. A misplaced quote ends the reading,
 * because it hides where the next record begins; undefined: there was none. csv-parse is not used, because it returns
 * wrong lines and misses misplaced quotes, as a test shows.
 */
export function* parseCsv(
  text: string,
  separator: string,
  take: (record: CsvRecord) => boolean,
): Steps<CsvFault | undefined> {
  let cells: string[] = [];
  let line = 1;
  let begun = 1;
  let at = 0;
  let paused = 0;
  while (at < text.length) {
    const cell: Cell = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at, separator);
    if (cell.end < 0) return { line, reason: MESSAGES.openQuote };
    if (cell.end - at > MAX_CELL) return { line, reason: MESSAGES.longCell({ most: MAX_CELL }) };
    const opened = line;
    cells.push(cell.content);
    if (cells.length > MAX_CELLS) return { line: begun, reason: MESSAGES.tooManyCells({ most: MAX_CELLS }) };
    line += cell.lineEnds;
    const next = text[cell.end];
    at = cell.end + (text.startsWith('\r\n', cell.end) ? 2 : 1);
    if (next === separator && at < text.length) continue;
    if (next === separator) cells.push('');
    else if (next !== undefined && next !== '\r' && next !== '\n')
      return { line: opened, reason: MESSAGES.textAfterQuote };
    const isEmpty = cells.length === 1 && cells[0] === '';
    if (!isEmpty && !take({ line: begun, cells })) return undefined;
    cells = [];
    line += 1;
    begun = line;
    if (at - paused < STEP) continue;
    paused = at;
    yield;
  }
  return undefined;
}

interface Cell {
  readonly content: string;
  /** Position after the cell; negative when it never ends. */
  readonly end: number;
  /** Number of line ends in the content. */
  readonly lineEnds: number;
}

function plainCell(text: string, at: number, separator: string): Cell {
  let end = at;
  const most = Math.min(text.length, at + MAX_CELL + 1);
  while (end < most && text[end] !== separator && text[end] !== '\r' && text[end] !== '\n') end += 1;
  return { content: text.slice(at, end), end, lineEnds: 0 };
}

function quotedCell(text: string, at: number): Cell {
  let close = text.indexOf('"', at + 1);
  while (close >= 0 && close - at <= MAX_CELL && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  if (close < 0 || close - at > MAX_CELL) return { content: '', end: close, lineEnds: 0 };
  const content = text.slice(at + 1, close).replaceAll('""', '"');
  return { content, end: close + 1, lineEnds: content.match(LINE_END)?.length ?? 0 };
}

/** Maximum part of a cell that a message repeats, UTF-16 units. */
const SHOWN = 40;

/** A cell as quoted in messages. */
export function quoted(cell: string): string {
  return cell.length > SHOWN ? `"${cell.slice(0, SHOWN)}…"` : `"${cell}"`;
}
