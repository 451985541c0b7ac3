import { COLUMNS } from '../../base/index.js';
import { dotsAcross, type PrinterSetting } from '../../settings/index.js';
import { type Font, fontOf } from './font.js';

/** The print head of a printer, and where text stands on it. */
export interface PrintHead {
  /** Across. */
  readonly dots: number;
  /** Dots per inch. */
  readonly dpi: number;
  /** For usual text: forty cells of it fit. */
  readonly font: Font;
  /** For small text; the usual font where that is small already. */
  readonly smallFont: Font;
  /** Dots before the first of forty columns, which stand in the middle. */
  readonly margin: number;
}

/** Millimetres of an inch. */
const INCH = 25.4;

export function printHeadOf(printer: PrinterSetting): PrintHead {
  const across = dotsAcross(printer);
  const smallFont = fontOf('9x18');
  const large = fontOf('12x24');
  const font = COLUMNS * large.width <= across ? large : smallFont;
  return { dots: across, dpi: printer.dpi, font, smallFont, margin: (across - COLUMNS * font.width) / 2 };
}

/** Dots of a length, rounded. */
export function dotsOf(mm: number, { dpi }: PrintHead): number {
  return Math.round((mm * dpi) / INCH);
}

/** A length in dots, mm. */
export function mmOf(dots: number, { dpi }: PrintHead): number {
  return (dots * INCH) / dpi;
}
