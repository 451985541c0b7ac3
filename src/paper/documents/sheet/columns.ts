import { CELL_PADDING_MM, type Column, MM_PER_PT, type Table, TYPE } from './sheet.js';

/** Least width of the column of names, percent. */
const MIN_SHARE = 12;

/**
 * Widths of the characters of a number in Inter with tabular figures, as fractions of the type size; `digit` is that of
 * all others.
 */
type Advances = Readonly<Record<'digit' | 'point' | 'minus' | 'percent', number>>;
const TEXT: Advances = { digit: 0.6485, point: 0.2881, minus: 0.6485, percent: 0.982 };
/** The same in bold, for the foot. */
const BOLD: Advances = { digit: 0.6485, point: 0.3189, minus: 0.6485, percent: 1.0045 };

/**
 * A table whose numbers fit: right-aligned columns get the share that their widest number needs, taken from the widest
 * text column. A number broken in two would read as two numbers, so PDF and HTML never break one. At the full width of
 * the A4 document all numbers fit, up to the highest total of a receipt. `width` is that of the table, mm.
 */
export function fitted(table: Table, width: number): Table {
  const giver = widestText(table.columns);
  let spare = (table.columns[giver]?.share ?? 0) - MIN_SHARE;
  let given = 0;
  const columns = table.columns.map((column, at) => {
    if (column.align !== 'right') return column;
    const share = Math.ceil((100 * neededMm(table, at)) / width);
    const more = Math.min(spare, Math.max(0, share - column.share));
    spare -= more;
    given += more;
    return { ...column, share: column.share + more };
  });
  return {
    ...table,
    columns: columns.map((column, at) => (at === giver ? { ...column, share: column.share - given } : column)),
  };
}

function widestText(columns: readonly Column[]): number {
  const shares = columns.map(({ align, share }) => (align === 'left' ? share : 0));
  return shares.indexOf(Math.max(...shares));
}

function neededMm({ rows, foot }: Table, at: number): number {
  const widest = Math.max(...rows.map((row) => emOf(row[at] ?? '', TEXT)), emOf(foot?.[at] ?? '', BOLD));
  return widest * TYPE.text * MM_PER_PT + 2 * CELL_PADDING_MM;
}

function emOf(number: string, advances: Advances): number {
  return Array.from(number, (character) => advances[kindOf(character)]).reduce((sum, advance) => sum + advance, 0);
}

function kindOf(character: string): keyof Advances {
  switch (character) {
    case '.':
    case ',':
      return 'point';
    case '-':
      return 'minus';
    case '%':
      return 'percent';
    default:
      return 'digit';
  }
}
