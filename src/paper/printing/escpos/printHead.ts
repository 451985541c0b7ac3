import { COLUMNS } from '../../../base/index.js';
import { dotsAcross, type PrinterSetting } from '../../../shop/settings/index.js';
import { type ColumnWidth, type Font, fontOf } from './font.js';

/** The print head of a printer, with fonts and margin of its text. */
export interface PrintHead {
  /** Width in dots. */
  readonly dots: number;
  /** Dots per inch. */
  readonly dpi: number;
  /** For usual text; forty cells of it fit. */
  readonly font: Font;
  /** For the total, in the same columns and twice as high. */
  readonly tallFont: Font;
  /** For sentences that must not be overlooked, twice as wide and as high. */
  readonly largeFont: Font;
  /** For small text; the usual font if that is small already. */
  readonly smallFont: Font;
  /** Dots before the first of forty columns, which are centred. */
  readonly margin: number;
  /** True when all rows have one size and rules are printed as rows of signs. */
  readonly isPlain: boolean;
}

/** Millimetres per inch. */
const INCH = 25.4;

/** The widest first. */
const COLUMN_WIDTHS = [14, 12, 9] as const satisfies readonly ColumnWidth[];

export function printHeadOf(printer: PrinterSetting): PrintHead {
  const dots = dotsAcross(printer);
  const column = COLUMN_WIDTHS.find((width) => COLUMNS * width <= dots) ?? 9;
  return {
    dots,
    dpi: printer.dpi,
    font: fontOf(column, 'usual'),
    tallFont: fontOf(column, 'tall'),
    largeFont: fontOf(column, 'large'),
    smallFont: fontOf(9, 'usual'),
    margin: (dots - COLUMNS * column) / 2,
    isPlain: printer.plain ?? false,
  };
}

/** Converts a length in mm to dots, rounded. */
export function dotsOf(mm: number, { dpi }: Pick<PrintHead, 'dpi'>): number {
  return Math.round((mm * dpi) / INCH);
}

/** Converts a length in dots to mm. */
export function mmOf(dots: number, { dpi }: Pick<PrintHead, 'dpi'>): number {
  return (dots * INCH) / dpi;
}
