import { centreText } from '../../../base/index.js';
import {
  isRuleShaped,
  linkToFollow,
  NOT_FISCAL,
  NOT_FISCAL_LINES,
  printedParts,
  QR_MM,
  qrCodeOf,
  rowsOf,
} from '../../journal/index.js';
import type { IssuedInvoice } from '../../../platform/ledger/index.js';
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
/** Most rows in a piece, regardless of its section: 500 payments need more than one page. */
const MAX_PIECE = 20;
/** Most rows of a slip in two columns that shares a page with its document. */
const WIDE_ROWS = 44;
/**
 * Most rows of a slip in two columns that has a page of its own, which has space for the larger type; sixty items need
 * the smaller one.
 */
const WIDE_PAGE_ROWS = 135;
/**
 * Most rows of a slip that shares the first page with its document: that of twenty items with names of one row and a
 * half.
 */
const SHARING_ROWS = 75;
/** Most rows of the last section that are not split. */
const MAX_LAST = 8;
/**
 * On a slip of several pages, these stay with the code, so that no page has only a code or a total: this many items, in
 * at most this many rows including everything below.
 */
const LAST_ITEMS = 2;
const MAX_END = 32;
/** Above this fraction of a page, columns of unequal length may not fit on it. */
const FULL = 0.9;

/**
 * The code with its quiet zone (the smaller the code, the wider), the link below it, the frame, and the gap above the
 * advertising text.
 */
const NOT_TEXT_MM = QR_MM * 1.09 + VERIFY_MM + 2 * FRAME_PADDING_MM + ADVERT_GAP_MM;

/** The processor's text for the sheet, split into rows. Characters that can be drawn are not changed. */
export function slipOf({ draft, signature }: IssuedInvoice, paper: Paper): Slip {
  const { aboveCode, belowCode, changeRows, adRows } = printedParts(signature.journal, draft);
  const above = rowsOf(aboveCode).map(replaceMissingGlyphs);
  const last = above.splice(startOfLast(above));
  const parts = {
    pieces: piecesOf(above),
    isLong: false,
    end: {
      above: last,
      code: qrCodeOf(signature.verificationUrl),
      below: rowsOf(belowCode).map(replaceMissingGlyphs),
      link: linkToFollow(signature.verificationUrl),
    },
    advert: [...changeRows, ...adRows.map((row) => centreText(replaceMissingGlyphs(row)))],
  };
  const whole: Slip = { kind: 'slip', ...parts, ...shapeOf(paper, parts) };
  const isWhole = paper === 'a4' ? rowsIn(parts) <= SHARING_ROWS : fitsOnPage(whole, paper);
  return isWhole ? whole : ofSeveralPages(whole);
}

/** The title row of a slip, and the slip without it, for a document that has it above; none without such a row. */
export function titleApart(slip: Slip): { readonly title: string | undefined; readonly slip: Slip } {
  const [first, ...others] = slip.pieces;
  const [title, ...rows] = first?.rows ?? [];
  if (first === undefined || title === undefined || !isRuleShaped(title)) return { title: undefined, slip };
  return { title, slip: { ...slip, pieces: [...(rows.length === 0 ? [] : [{ ...first, rows }]), ...others] } };
}

type Parts = Omit<Slip, 'kind' | 'columns' | 'size'>;

/** Moves the last items to the code, so that they stay with the totals. */
function ofSeveralPages(slip: Slip): Slip {
  const pieces = [...slip.pieces];
  let above = slip.end.above;
  for (let items = 0; items < LAST_ITEMS;) {
    const piece = pieces.at(-1);
    if (piece === undefined || piece.large || piece.rows.length + above.length > MAX_END) break;
    pieces.pop();
    above = [...piece.rows, ...above];
    if (NUMBERS.test(piece.rows.at(-1) ?? '')) items += 1;
  }
  return { ...slip, isLong: true, pieces, end: { ...slip.end, above } };
}

/** The largest type with which the whole slip fits on one page; in two columns after a document, or when it is long. */
function shapeOf(paper: Paper, parts: Parts): Pick<Slip, 'columns' | 'size'> {
  switch (paper) {
    case 'a4':
      return isWide(parts) ? { columns: 2, size: 7.5 } : { columns: 3, size: 6 };
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

function isWide(parts: Parts): boolean {
  const rows = rowsIn(parts);
  return rowsAbove(parts) <= WIDE_ROWS || (rows > SHARING_ROWS && rows <= WIDE_PAGE_ROWS);
}

function largestFitting(sizes: readonly number[], paper: Paper, parts: Parts): number | undefined {
  return sizes.find((size) => fitsOnPage({ ...parts, columns: 1, size }, paper));
}

function fitsOnPage({ columns, size, ...parts }: Omit<Slip, 'kind'>, paper: Paper): boolean {
  const { height, margin } = PAGES[paper];
  const needed = rowsIn(parts) * size * SLIP_LEADING * MM_PER_PT + NOT_TEXT_MM;
  return needed <= (height - 2 * margin) * (columns === 1 ? 1 : columns * FULL);
}

function rowsIn({ pieces, end, advert }: Parts): number {
  return rowsAbove({ pieces }) + end.above.length + end.below.length + advert.length;
}

function rowsAbove({ pieces }: Pick<Slip, 'pieces'>): number {
  return pieces.reduce((sum, { rows, large }) => sum + (large ? LARGE * NOT_FISCAL_LINES.length : rows.length), 0);
}

/** Start of the last section between two rules, with PFR time and numbers; it stays together with the code. */
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
