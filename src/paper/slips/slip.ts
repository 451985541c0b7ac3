import { findImitatedSentence, oneLine } from '../../base/index.js';

/** A paper for any printer, as parts from top to bottom. They contain the processor's text unchanged. */
export interface Slip {
  readonly parts: readonly SlipPart[];
  /** True when the cash drawer must open, where the printer has one. Defaults to false. */
  readonly opensDrawer?: boolean;
}

export type SlipPart =
  /** Rows of at most 40 columns (code points), unchanged. */
  | { readonly kind: 'text'; readonly rows: readonly string[] }
  /**
   * A dividing row of at most 40 columns, of `=` or `-` alone or on both sides of words. It is drawn as a line, unless
   * the printer is set to `plain`. Such signs in a `text` remain signs, since a name may contain them.
   */
  | { readonly kind: 'rule'; readonly row: string }
  /**
   * A row of at most 40 columns that must be easy to find: twice as high as others, unless the printer is set to
   * `plain`.
   */
  | { readonly kind: 'total'; readonly row: string }
  /**
   * Lines of any length in a smaller font, where the printer has one, centred (advertising, §16 P14). They are broken
   * between words at the width of the paper.
   */
  | { readonly kind: 'small'; readonly lines: readonly string[] }
  /**
   * Lines of at least twice the size (Technical Instruction, §16 P10), centred; broken between words where they do not
   * fit into one row.
   */
  | { readonly kind: 'large'; readonly lines: readonly string[] }
  /**
   * A QR code, centred, with light paper above and below it: rows of `#` (dark) and `.` (light), one character a
   * module. The code of a receipt has the prescribed size; that of an address is small enough for a ticket.
   */
  | { readonly kind: 'code'; readonly rows: readonly string[]; readonly isSmall?: true }
  /** Blank paper, mm. */
  | { readonly kind: 'space'; readonly mm: number }
  /**
   * Ticks at each mm and cm across the whole width of the print head. Ticks that are missing at a side show what was
   * not printed.
   */
  | { readonly kind: 'ruler' };

/**
 * A text chosen by others, as one row. A text that imitates a row reserved for the processor is replaced by an
 * ellipsis.
 */
export function foreignRow(text: string): string {
  return findImitatedSentence(text, { mayDeny: true }) === undefined ? oneLine(text) : '…';
}
