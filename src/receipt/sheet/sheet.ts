import type { UtcMs } from '../../base/fiscal.js';
import type { QrCode } from '../qr.js';

/**
 * The printable sheet of a receipt as plain data. It is made once (describe.ts) and drawn twice (html.ts and
 * ../pdf/draw.ts), so that both always say the same, in the same order; its texts are legible already (legible.ts).
 */

/** `a4`: a document with the fiscal slip at its end; `a5` and `a4slip`: the fiscal slip alone. */
export const PAPERS = ['a4', 'a5', 'a4slip'] as const;
export type Paper = (typeof PAPERS)[number];

/** Size of the paper and the margin kept free on each side, mm. The page number stands in the lower margin. */
export const PAGES: Readonly<
  Record<Paper, { readonly width: number; readonly height: number; readonly margin: number }>
> = {
  a4: { width: 210, height: 297, margin: 15 },
  a5: { width: 148, height: 210, margin: 10 },
  a4slip: { width: 210, height: 297, margin: 15 },
};

export const MM_PER_PT = 25.4 / 72;

/** Type sizes of the document, pt. The sentence on papers that are not fiscal is twice the largest of the others. */
export const TYPE = { text: 8.5, small: 7.5, title: 13, sentence: 26 } as const;

/** Between two blocks, mm. */
export const BLOCK_GAP_MM = 4.5;

/** Kept free on the left and on the right in each cell of a table, mm. */
export const CELL_PADDING_MM = 1;

export interface Sheet {
  readonly paper: Paper;
  /** Names the document where no paper shows: window title, metadata, foot of the page. */
  readonly title: string;
  /** PFR time. */
  readonly time: UtcMs;
  readonly blocks: readonly Block[];
}

/** `pair` stands side by side and is never torn apart; everything else follows below the block before it. */
export type Block = Party | Heading | Notice | Sentence | Facts | Table | Amount | Note | Pair | Slip;

/** Seller or buyer: what they are, the first line large, the others below. */
export interface Party {
  readonly kind: 'party';
  readonly caption: string;
  readonly lines: readonly string[];
}

export interface Heading {
  readonly kind: 'heading';
  readonly above: string;
  readonly title: string;
}

/** A framed line that nobody must overlook. */
export interface Notice {
  readonly kind: 'notice';
  readonly text: string;
}

/** A centred line of {@link TYPE}.sentence. */
export interface Sentence {
  readonly kind: 'sentence';
  readonly text: string;
}

/** Captions with their values, two to a row. */
export interface Facts {
  readonly kind: 'facts';
  readonly rows: readonly Fact[];
}

export interface Fact {
  readonly caption: string;
  readonly value: string;
}

export interface Column {
  readonly head: string;
  /** Part of the table's width in percent; those of a table make 100. */
  readonly share: number;
  readonly align: 'left' | 'right' | 'center';
}

/** Breaks between rows; its head is repeated on every page. */
export interface Table {
  readonly kind: 'table';
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
  /** Last row, set off from the others. */
  readonly foot: readonly string[] | null;
}

/** The one figure that is looked for first. */
export interface Amount {
  readonly kind: 'amount';
  readonly caption: string;
  readonly amount: string;
}

export interface Note {
  readonly kind: 'note';
  readonly text: string;
}

export interface Pair {
  readonly kind: 'pair';
  readonly left: Exclude<Block, Pair | Slip>;
  readonly right: Exclude<Block, Pair | Slip>;
  /** Part of the width that the left one takes, in percent. */
  readonly share: number;
}

/** The processor's text in a frame, in type of equal widths, with the QR code in its place. Always the last block. */
export interface Slip {
  readonly kind: 'slip';
  /** Columns of text side by side on one page. */
  readonly columns: 1 | 2;
  /** Type size, pt. */
  readonly size: number;
  /** What stands above the QR code. */
  readonly pieces: readonly SlipPiece[];
  /** From the last rule to the closing line: kept together, so that the code never leaves the frame. */
  readonly end: { readonly above: readonly string[]; readonly code: QrCode | null; readonly below: readonly string[] };
  /** Advertising text below the frame, in smaller type. */
  readonly advert: readonly string[];
}

/** Lines that stay on one page; `large` ones are twice the size of the others. */
export interface SlipPiece {
  readonly lines: readonly string[];
  readonly large: boolean;
}

/** Distance from one line of the slip to the next, in parts of its type size. */
export const SLIP_LEADING = 1.17;
/** Size of the advertising text, in parts of the slip's. */
export const ADVERT_SCALE = 0.85;
/** Times that a large line is larger. */
export const LARGE = 2;
/** The frame is wider than the 40 columns, since the sentence of 23 characters takes 46 of them at twice the size. */
export const FRAME_COLUMNS = 46;
/** Between the frame and what it frames, mm. */
export const FRAME_PADDING_MM = 4;
/** Between the frame and the advertising text, mm. */
export const ADVERT_GAP_MM = 3;
