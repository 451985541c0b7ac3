import {
  linkToFollow,
  NOT_FISCAL,
  NOT_FISCAL_LINES,
  printedParts,
  QR_MM,
  qrCodeOf,
  rowsOf,
} from '../../journal/index.js';
import type { IssuedInvoice } from '../../ledger/index.js';
import { replaceMissingGlyphs } from './glyphs.js';
import {
  ADVERT_GAP_MM,
  FRAME_PADDING_MM,
  LARGE,
  MM_PER_PT,
  PAGES,
  type Paper,
  type Slip,
  SLIP_LEADING,
  type SlipPiece,
  VERIFY_MM,
} from './sheet.js';

/** Price, quantity and total of an item, below its name. */
const NUMBERS = /^ *[\d.]+,\d\d +[\d.]+(?:,\d{3})? +-?[\d.]+,\d\d *$/;
const ANY_RULE = /^(?:=+|-+)$/;
const RULE = /^=+$/;
/** Most rows in a piece, however long its section is: 500 payments need more than one page. */
const MAX_PIECE = 20;
/** From so many rows on the slip of a document stands in three columns, so that it shares the page with the total as long as that can be. */
const LONG_ROWS = 44;
/** Most rows of the last section that are kept together. */
const MAX_LAST = 8;

/** The code with its quiet zone (the smaller the code, the wider), the link below it, the frame, and the gap above the advertising text. */
const NOT_TEXT_MM = QR_MM * 1.09 + VERIFY_MM + 2 * FRAME_PADDING_MM + ADVERT_GAP_MM;

/** The processor's text for the sheet, split into rows; characters that can be drawn are not changed. */
export function slipOf({ draft, signature }: IssuedInvoice, paper: Paper): Slip {
  const { aboveCode, belowCode, adRows } = printedParts(signature.journal, draft);
  const above = rowsOf(aboveCode).map(replaceMissingGlyphs);
  const last = above.splice(startOfLast(above));
  const parts = {
    pieces: piecesOf(above),
    end: {
      above: last,
      code: qrCodeOf(signature.verificationUrl),
      below: rowsOf(belowCode).map(replaceMissingGlyphs),
      link: linkToFollow(signature.verificationUrl),
    },
    advert: adRows.map(replaceMissingGlyphs),
  };
  return { kind: 'slip', ...shapeOf(paper, parts), ...parts };
}

/** The largest type with which the whole slip fits on one page; in two columns after a document, or when it is long. */
function shapeOf(paper: Paper, parts: Omit<Slip, 'kind' | 'columns' | 'size'>): Pick<Slip, 'columns' | 'size'> {
  switch (paper) {
    case 'a4':
      return rowsAbove(parts) > LONG_ROWS ? { columns: 3, size: 6 } : { columns: 2, size: 7.5 };
    case 'a5': {
      const size = largestFitting([8, 7.5, 7], paper, parts);
      return size === undefined ? { columns: 2, size: 6 } : { columns: 1, size };
    }
    case 'a4slip': {
      const size = largestFitting([10, 9.5, 9], paper, parts);
      return size === undefined ? { columns: 2, size: 8 } : { columns: 1, size };
    }
  }
}

function largestFitting(
  sizes: readonly number[],
  paper: Paper,
  { pieces, end, advert }: Omit<Slip, 'kind' | 'columns' | 'size'>,
): number | undefined {
  const { height, margin } = PAGES[paper];
  const rows = rowsAbove({ pieces }) + end.above.length + end.below.length + advert.length;
  const room = height - 2 * margin - NOT_TEXT_MM;
  return sizes.find((size) => rows * size * SLIP_LEADING * MM_PER_PT <= room);
}

function rowsAbove({ pieces }: Pick<Slip, 'pieces'>): number {
  return pieces.reduce((sum, { rows, large }) => sum + (large ? LARGE * NOT_FISCAL_LINES.length : rows.length), 0);
}

/** Where the last section between two rules begins, with PFR time and numbers: it stays together with the code. */
function startOfLast(rows: readonly string[]): number {
  const rule = rows.findLastIndex((row, at) => at < rows.length - 1 && RULE.test(row));
  return Math.max(rule + 1, rows.length - MAX_LAST);
}

/** One piece for each item with its whole name, and for each other section down to its rule. */
function piecesOf(rows: readonly string[]): SlipPiece[] {
  const pieces: SlipPiece[] = [];
  let piece: string[] = [];
  const end = (): void => {
    if (piece.length > 0) pieces.push({ rows: piece, large: false });
    piece = [];
  };
  for (const row of rows) {
    if (row.trim() === NOT_FISCAL) {
      end();
      pieces.push({ rows: [row], large: true });
      continue;
    }
    piece.push(row);
    if (NUMBERS.test(row) || ANY_RULE.test(row) || piece.length === MAX_PIECE) end();
  }
  end();
  return pieces;
}
