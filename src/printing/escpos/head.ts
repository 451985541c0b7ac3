import { COLUMNS } from '../../base/text.js';
import type { PrinterSetting } from '../../settings/printers.js';
import { type Face, faceOf } from './face.js';

/** The head of a printer, and how letters stand on it. */
export interface Head {
  /** Across. */
  readonly dots: number;
  /** Dots per inch. */
  readonly dpi: number;
  /** Forty cells of it fit. */
  readonly face: Face;
  /** For smaller type; the same where the other is small already. */
  readonly small: Face;
  /** Dots before the first of forty columns, which stand in the middle. */
  readonly margin: number;
}

/** Millimetres of an inch. */
const INCH = 25.4;

/** Dots across the head of a printer. */
export function dotsAcross({ width, dpi, dots }: PrinterSetting): number {
  return dots ?? usualDots(width, dpi);
}

export function headOf(printer: PrinterSetting): Head {
  const across = dotsAcross(printer);
  const small = faceOf('9x18');
  const large = faceOf('12x24');
  const face = COLUMNS * large.width <= across ? large : small;
  return { dots: across, dpi: printer.dpi, face, small, margin: (across - COLUMNS * face.width) / 2 };
}

function usualDots(width: 58 | 80, dpi: 180 | 203): number {
  if (width === 58) return 384;
  return dpi === 180 ? 512 : 576;
}

/** Dots of a length, rounded. */
export function dotsOf(mm: number, { dpi }: Head): number {
  return Math.round((mm * dpi) / INCH);
}

/** A length in dots, mm. */
export function mmOf(dots: number, { dpi }: Head): number {
  return (dots * INCH) / dpi;
}
