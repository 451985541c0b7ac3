import { drawPiece } from './paper.js';
import { readRule, readRow, type TextRow } from './textRows.js';
import type { Picture } from './picture.js';
import { findQr, type QrArea } from './qrArea.js';
import type { Mark, Piece, PrinterOptions } from './types.js';

export { type TextRow, textFrom } from './textRows.js';
export { foldHomoglyphs } from './alphabet.js';

/** The content of a piece of paper. */
export interface Reading {
  /** From top to bottom. Of drawn rows only the look is known: compare them through {@link foldHomoglyphs}. */
  readonly rows: readonly TextRow[];
  readonly qr: QrArea | undefined;
  /** Rows with ink that is neither text nor a code: a logo, a ruler. */
  readonly pictures: readonly { readonly y: number; readonly height: number }[];
}

/** Reads a piece: runs of text as they are, drawn ones by their look. */
export function readPiece(piece: Piece, options: Pick<PrinterOptions, 'dots'>): Reading {
  const bitmaps = piece.marks.filter(({ kind }) => kind === 'bitmap');
  const drawn = readPicture(drawPiece({ ...piece, marks: bitmaps }, options));
  return { ...drawn, rows: [...drawn.rows, ...textRows(piece.marks)].sort((one, other) => one.y - other.y) };
}

/** Reads what is drawn. */
export function readPicture(picture: Picture): Reading {
  const qr = findQr(picture);
  const rest = qr === undefined ? picture : picture.without(qr);
  const rows: TextRow[] = [];
  const pictures: { y: number; height: number }[] = [];
  let y = nextInk(rest, 0);
  while (y < rest.height) {
    const row = readRule(rest, y) ?? readRow(rest, y, rows.slice(-2));
    if (row === undefined) {
      const end = nextBlank(rest, y);
      pictures.push({ y, height: end - y });
      y = nextInk(rest, end);
    } else {
      rows.push(row);
      y = nextInk(rest, row.y + row.cellHeight);
    }
  }
  return { rows, qr, pictures };
}

/** Runs on the same height are one row, with as many blanks between them as fit there. */
function textRows(marks: readonly Mark[]): TextRow[] {
  const rows: TextRow[] = [];
  for (const mark of marks) {
    if (mark.kind !== 'text') continue;
    const { x, y, text, cellWidth, cellHeight } = mark;
    const before = rows.at(-1);
    if (before?.y !== y) {
      rows.push({ text, x, y, cellWidth, cellHeight });
      continue;
    }
    const gap = Math.round((x - before.x) / before.cellWidth);
    rows.splice(-1, 1, { ...before, text: before.text.padEnd(gap) + text });
  }
  return rows;
}

function nextInk(picture: Picture, from: number): number {
  const at = picture.dots.indexOf(1, from * picture.width);
  return at < 0 ? picture.height : Math.floor(at / picture.width);
}

function nextBlank(picture: Picture, from: number): number {
  let y = from;
  while (y < picture.height && picture.dots.subarray(y * picture.width, (y + 1) * picture.width).includes(1)) y += 1;
  return y;
}
