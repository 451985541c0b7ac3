/** What is printed, for any printer: parts from top to bottom. They hold the text of the processor unchanged. */
export interface Slip {
  readonly parts: readonly SlipPart[];
  /** Must the cash drawer open, where the printer has one? No when left out. */
  readonly opensDrawer?: boolean;
}

export type SlipPart =
  /** Rows of at most 40 columns (code points), as they are. */
  | { readonly kind: 'text'; readonly rows: readonly string[] }
  /** Rows of at most 40 columns in a smaller font, where the printer has one (advertising, §16 P14). */
  | { readonly kind: 'small'; readonly rows: readonly string[] }
  /**
   * A sentence of at least twice the size (Technical Instruction, §16 P10), centred; broken between words where it does not fit
   * into one row.
   */
  | { readonly kind: 'large'; readonly text: string }
  /** A QR code with its quiet zone, centred: rows of `#` (dark) and `.` (light), one character a module. */
  | { readonly kind: 'code'; readonly rows: readonly string[] }
  /** Blank paper, mm. */
  | { readonly kind: 'space'; readonly mm: number }
  /** Ticks at each cm across the whole width of the print head: what is missing at a side was not printed. */
  | { readonly kind: 'ruler' };
