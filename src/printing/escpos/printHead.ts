import { COLUMNS } from '../../base/index.js';
import { dotsAcross, type PrinterSetting } from '../../settings/index.js';
import { type ColumnWidth, type Font, fontOf } from './font.js';

/** The print head of a printer, and where text stands on it. */
export interface PrintHead {
  /** Across. */
  readonly dots: number;
  /** Dots per inch. */
  readonly dpi: number;
  /** For usual text: forty cells of it fit. */
  readonly font: Font;
  /** For the total, in the same columns and twice as high. */
  readonly tallFont: Font;
  /** For sentences that must not be overlooked, twice as wide and as high. */
  readonly largeFont: Font;
  /** For small text; the usual font where that is small already. */
  readonly smallFont: Font;
  /** Dots before the first of forty columns, which stand in the middle. */
  readonly margin: number;
  /** Are all rows of one size, and rules rows of signs? */
  readonly isPlain: boolean;
}

/** Millimetres of an inch. */
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

/** Dots of a length, rounded. */
export function dotsOf(mm: number, { dpi }: Pick<PrintHead, 'dpi'>): number {
  return Math.round((mm * dpi) / INCH);
}

/** A length in dots, mm. */
export function mmOf(dots: number, { dpi }: Pick<PrintHead, 'dpi'>): number {
  return (dots * INCH) / dpi;
}
