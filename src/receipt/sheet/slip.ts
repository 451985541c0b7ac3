import type { IssuedInvoice } from '../../ledger/invoice.js';
import { NOT_FISCAL } from '../lettering.js';
import { linesOf, printedParts } from '../printed.js';
import { QR_MM, qrCodeOf } from '../qr.js';
import { legible } from './legible.js';
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
} from './sheet.js';

/** Price, quantity and total of an item, below its name. */
const NUMBERS = /^ *[\d.]+,\d\d +[\d.]+(?:,\d{3})? +-?[\d.]+,\d\d *$/;
const ANY_RULE = /^(?:=+|-+)$/;
const RULE = /^=+$/;
/** A piece ends after so many lines, however long its section is: 500 payments need more than one page. */
const MAX_PIECE = 20;
/** More lines than this are not kept together. */
const MAX_LAST = 8;

/** The code with its quiet zone (the smaller the code, the wider), the frame, and the gap above the advertising text. */
const NOT_TEXT_MM = QR_MM * 1.09 + 2 * FRAME_PADDING_MM + ADVERT_GAP_MM;

/** The processor's text for the sheet: only its lines told apart, and not a character changed that can be drawn. */
export function slipOf({ draft, signature }: IssuedInvoice, paper: Paper): Slip {
  const { aboveCode, belowCode, advert } = printedParts(signature.journal, draft);
  const above = linesOf(aboveCode).map(legible);
  const last = above.splice(startOfLast(above));
  const parts = {
    pieces: piecesOf(above),
    end: { above: last, code: qrCodeOf(signature.verificationUrl), below: linesOf(belowCode).map(legible) },
    advert: advert.map(legible),
  };
  return { kind: 'slip', ...shapeOf(paper, parts), ...parts };
}

/** The largest type at which the whole slip stands on one page; beside a document, and when it is long, two columns. */
function shapeOf(paper: Paper, parts: Omit<Slip, 'kind' | 'columns' | 'size'>): Pick<Slip, 'columns' | 'size'> {
  switch (paper) {
    case 'a4':
      return { columns: 2, size: 7.5 };
    case 'a5':
      return { columns: 1, size: largestFitting([8, 7.5, 7], paper, parts) ?? 8 };
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
  const above = pieces.reduce((sum, { lines, large }) => sum + (large ? LARGE : lines.length), 0);
  const lines = above + end.above.length + end.below.length + advert.length;
  const room = height - 2 * margin - NOT_TEXT_MM;
  return sizes.find((size) => lines * size * SLIP_LEADING * MM_PER_PT <= room);
}

/** Where the last section between two rules begins, the PFR time and numbers: the code shall not stand without them. */
function startOfLast(lines: readonly string[]): number {
  const rule = lines.findLastIndex((line, at) => at < lines.length - 1 && RULE.test(line));
  return Math.max(rule + 1, lines.length - MAX_LAST);
}

/** An item with all of its name, and every other section down to its rule, in one piece. */
function piecesOf(lines: readonly string[]): SlipPiece[] {
  const pieces: SlipPiece[] = [];
  let piece: string[] = [];
  const end = (): void => {
    if (piece.length > 0) pieces.push({ lines: piece, large: false });
    piece = [];
  };
  for (const line of lines) {
    if (line.trim() === NOT_FISCAL) {
      end();
      pieces.push({ lines: [line], large: true });
      continue;
    }
    piece.push(line);
    if (NUMBERS.test(line) || ANY_RULE.test(line) || piece.length === MAX_PIECE) end();
  }
  end();
  return pieces;
}
