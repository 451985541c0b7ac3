import { imitatedSentence, oneLine } from '../base/index.js';

/** What is printed, for any printer: parts from top to bottom. They hold the text of the processor unchanged. */
export interface Slip {
  readonly parts: readonly SlipPart[];
  /** Must the cash drawer open, where the printer has one? No when left out. */
  readonly opensDrawer?: boolean;
}

export type SlipPart =
  /** Rows of at most 40 columns (code points), as they are. */
  | { readonly kind: 'text'; readonly rows: readonly string[] }
  /**
   * A row of at most 40 columns that divides, of `=` or `-` alone or at both sides of words: a drawn line, where the printer is not set to
   * `plain`. Such signs in a `text` stay signs, since a name may have them.
   */
  | { readonly kind: 'rule'; readonly row: string }
  /** A row of at most 40 columns that is found first: twice as high as others, where the printer is not set to `plain`. */
  | { readonly kind: 'total'; readonly row: string }
  /**
   * Lines of any length in a smaller font, where the printer has one, centred (advertising, §16 P14); broken between words at the width of
   * the paper.
   */
  | { readonly kind: 'small'; readonly lines: readonly string[] }
  /**
   * Lines of at least twice the size (Technical Instruction, §16 P10), centred; broken between words where they do not fit
   * into one row.
   */
  | { readonly kind: 'large'; readonly lines: readonly string[] }
  /**
   * A QR code, centred, with light paper above and below it: rows of `#` (dark) and `.` (light), one character a module. That of a receipt
   * has the size that is prescribed; one of an address is small enough for a ticket.
   */
  | { readonly kind: 'code'; readonly rows: readonly string[]; readonly isSmall?: true }
  /** Blank paper, mm. */
  | { readonly kind: 'space'; readonly mm: number }
  /** Ticks at each cm across the whole width of the print head: what is missing at a side was not printed. */
  | { readonly kind: 'ruler' };

/** A text that others have chosen, as one row; in place of one that draws what only a processor may write there is an ellipsis. */
export function foreignRow(text: string): string {
  return imitatedSentence(text, { mayDeny: true }) === undefined ? oneLine(text) : '…';
}
