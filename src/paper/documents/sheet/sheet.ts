import type { Language, UtcMs } from '../../../base/index.js';
import type { QrCode } from '../../journal/index.js';

/**
 * The printable sheet of a receipt as plain data. describe.ts makes it; html.ts and ../pdf/draw.ts draw it, so that
 * both have the same content in the same order. Its texts contain only characters that the fonts have (glyphs.ts).
 */

/** `a4`: a document with the fiscal slip at its end; `a5` and `a4slip`: the fiscal slip alone. */
export const PAPERS = ['a4', 'a5', 'a4slip'] as const;
export type Paper = (typeof PAPERS)[number];

/** Size of the paper and the margin on each side, mm. The page number is in the lower margin. */
export const PAGES: Readonly<
  Record<Paper, { readonly width: number; readonly height: number; readonly margin: number }>
> = {
  a4: { width: 210, height: 297, margin: 15 },
  a5: { width: 148, height: 210, margin: 10 },
  a4slip: { width: 210, height: 297, margin: 15 },
};

export const MM_PER_PT = 25.4 / 72;

/** Type sizes of the document, pt. The sentence on receipts that are not fiscal is twice the largest other size. */
export const TYPE = { text: 8.5, small: 7, dense: 7.5, title: 15, amount: 13, sentence: 30 } as const;

/** Between two blocks, mm. */
export const BLOCK_GAP_MM = 3.5;
/** Below the title row of a document, mm. */
export const OPENING_GAP_MM = 0.5;

/** Left and right padding of the cells of a table, and above and below their text, mm. */
export const CELL_PADDING_MM = 1;
export const CELL_AIR_MM = { usual: 0.7, dense: 0.2 } as const;
/** The largest logo of a document, and the gap between it and the name, mm. */
export const LOGO_MM = { width: 24, height: 18, gap: 3 } as const;

/** The seller's share of the width of a letterhead. It is the larger one, since an address is longer than a number. */
export const LETTERHEAD_SHARE = 0.62;
/** Gap between the text of a box and its code, mm. */
export const BOX_GAP_MM = 3;

/** Alternative text of a logo. */
export const LOGO_ALT = 'Логотип';

/** Space above and below an amount of the sums, mm. */
export const SUM_AIR_MM = 0.35;

export interface Sheet {
  readonly paper: Paper;
  /** Language of the texts around the blocks, such as the page number. */
  readonly language: Language;
  /** Title of window and document, not drawn on the sheet. */
  readonly title: string;
  /** PFR time of a receipt; for a report, the time when it was made. */
  readonly time: UtcMs;
  /** Printed at the left in the lower margin of every page, opposite the page number. */
  readonly foot: string;
  readonly blocks: readonly Block[];
}

/** The blocks of a `pair` are side by side and never split; every other block is below the one before it. */
export type Block =
  | Party
  | Letterhead
  | Cards
  | Heading
  | Banner
  | Opening
  | Sentence
  | Facts
  | Table
  | Sums
  | Box
  | Amount
  | Note
  | Pair
  | Slip;

/** Seller or buyer: a caption, the first row large, the others below. */
export interface Party {
  readonly kind: 'party';
  readonly caption: string;
  readonly rows: readonly string[];
}

/** The seller at the left; the kind and number of the document at the right, in large type. */
export interface Letterhead {
  readonly kind: 'letterhead';
  /** At the left of the name. */
  readonly logo: Picture | null;
  readonly name: string;
  readonly rows: readonly string[];
  readonly title: string;
  readonly number: string;
  readonly below: string;
}

/** A PNG, and its size on paper, mm. */
export interface Picture {
  readonly base64: string;
  readonly width: number;
  readonly height: number;
}

/** Facts side by side: a caption, the main value, and further details in small type. */
export interface Cards {
  readonly kind: 'cards';
  readonly cards: readonly Card[];
}

export interface Card {
  readonly caption: string;
  readonly strong: string;
  readonly rows: readonly string[];
}

/** Amounts below each other, all in one column; the strong one is the most important figure. */
export interface Sums {
  readonly kind: 'sums';
  readonly rows: readonly Sum[];
}

export interface Sum {
  readonly caption: string;
  readonly amount: string;
  readonly isStrong: boolean;
}

/** A highlighted box: a title, amounts or words below it, and a code to scan. */
export interface Box {
  readonly kind: 'box';
  readonly title: string;
  readonly rows: readonly Fact[];
  readonly text: string;
  /** Null where there is nothing to scan. */
  readonly code: QrCode | null;
}

interface Heading {
  readonly kind: 'heading';
  readonly above: string;
  readonly title: string;
}

/** A framed row that must not be overlooked. */
export interface Banner {
  readonly kind: 'banner';
  readonly text: string;
}

/**
 * The title row of a receipt above its document, so that everything fiscal is between it and the closing row of the
 * slip (manual test procedure for an ESIR, p. 7).
 */
interface Opening {
  readonly kind: 'opening';
  readonly text: string;
}

/** A centred row in size {@link TYPE}.sentence. */
interface Sentence {
  readonly kind: 'sentence';
  readonly text: string;
}

/** Captions with values, two to a row. */
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
  /** Percent of the table's width; the columns of a table add up to 100. */
  readonly share: number;
  readonly align: 'left' | 'right' | 'center';
}

/** A table may be split between rows; its head is repeated on every page. */
export interface Table {
  readonly kind: 'table';
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
  /** Last row, set off from the others. */
  readonly foot: readonly string[] | null;
  /** In smaller type with less space, so that many rows end on the second page. */
  readonly isDense?: boolean;
}

/** The most important figure. */
interface Amount {
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
  /** Percent of the width for the left block. */
  readonly share: number;
}

/** The processor's text in a frame, in a fixed-width font, with the QR code in its place. Always the last block. */
export interface Slip {
  readonly kind: 'slip';
  /** Columns of text side by side on one page. */
  readonly columns: 1 | 2 | 3;
  /** Type size, pt. */
  readonly size: number;
  /** True when it begins in the free space of a page and continues on another one. Any other slip is not split. */
  readonly isLong: boolean;
  /** The text above the QR code. */
  readonly pieces: readonly SlipPiece[];
  /**
   * From the last rule to the closing row, of a long slip from its last items on. It is never split, so that the code
   * stays inside the frame.
   */
  readonly end: {
    readonly above: readonly string[];
    readonly code: QrCode | null;
    readonly below: readonly string[];
    /** Target of the code; null where there is no code, or the link is not usable. */
    readonly link: string | null;
  };
  /** The cash given with the change, and the advertising text: below the frame, in smaller type. */
  readonly advert: readonly string[];
}

/** Rows that stay on one page; `large` ones have twice the size of the others. */
export interface SlipPiece {
  readonly rows: readonly string[];
  readonly large: boolean;
}

/** Applies to all amounts of a document. */
export const PRICES_NOTE = 'Сви износи су у динарима (RSD), са урачунатим ПДВ-ом.';

/** Side of a payment code, without its quiet zone, mm. */
export const IPS_MM = 30;
/** Text of the link beside the code of a receipt. */
export const VERIFY = 'Проверите рачун';
/** Height of that row with the gap above it, mm. */
export const VERIFY_MM = 1 + TYPE.text * 1.35 * MM_PER_PT;

/** Height of a row of the slip, as a factor of its type size. */
export const SLIP_LEADING = 1.17;
/** Height of the title row of a document with the gap below it, mm. As the first row it is above the margin. */
export const OPENING_MM = TYPE.small * SLIP_LEADING * MM_PER_PT + OPENING_GAP_MM;
/** Size of the advertising text, as a factor of the slip's. */
export const ADVERT_SCALE = 0.85;
/** Size of a large row, as a factor of the slip's. */
export const LARGE = 2;
/** The frame is wider than the 40 columns, since the sentence of 23 characters takes 46 of them at twice the size. */
export const FRAME_COLUMNS = 46;
/** Padding between the frame and its content, mm. */
export const FRAME_PADDING_MM = 3;
/** A long slip begins on the next page when less than this is free, mm. */
export const MIN_SLIP_MM = 60;
/** Gap between the frame and the advertising text, mm. */
export const ADVERT_GAP_MM = 3;
