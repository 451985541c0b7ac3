/** What is on a paper, before any printer: parts from top to bottom. The text of the processor is not changed in them. */
export interface Slip {
  readonly parts: readonly SlipPart[];
  /** Cash goes into the drawer or out of it: it is to open, where the printer has one. No when left out. */
  readonly opensDrawer?: boolean;
}

/** Light modules that must stay free on each side of a QR code (ISO/IEC 18004, 6.3.8). */
export const QUIET_MODULES = 4;

export type SlipPart =
  /** Lines of at most 40 columns (code points), as they are. */
  | { readonly kind: 'text'; readonly lines: readonly string[] }
  /** Lines of at most 40 columns in smaller type, where the printer has one (advertising, §16 P14). */
  | { readonly kind: 'small'; readonly lines: readonly string[] }
  /**
   * A sentence in type of at least twice the size (Technical Instruction, §16 P10), centred; broken between words where it
   * does not fit into one line.
   */
  | { readonly kind: 'large'; readonly text: string }
  /** A QR code with its quiet zone, centred: rows of `#` (dark) and `.` (light), one character a module. */
  | { readonly kind: 'code'; readonly rows: readonly string[] }
  /** Blank paper, mm. */
  | { readonly kind: 'space'; readonly mm: number }
  /** Marks at each cm across the whole width of the printer's head: what is missing at a side was not printed. */
  | { readonly kind: 'ruler' };
