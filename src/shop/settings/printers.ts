import { canonicalJson, COLUMNS, type JsonSchema } from '../../base/index.js';
import { INVOICE_TYPES, type InvoiceType } from '../../contract/index.js';
import {
  type CodePageNumbers,
  CYRILLIC_CODE_PAGES,
  DEVICE_FONTS,
  type DeviceFont,
  LATIN_CODE_PAGES,
  PRINT_HEAD_DOTS,
  PRINTER_MAKES,
  type PrinterMake,
} from '../../platform/devices/index.js';

/** A printer of the box. */
export interface PrinterSetting {
  /** Its name in the API and in commands; 1 to 30 letters, digits, hyphens. */
  readonly name: string;
  /**
   * `serial:///dev/ttyUSB0?baud=115200&flow=rtscts`, `usb://04b8:0e15/SERIAL`, `tcp://192.168.1.50:9100`,
   * `lp:///dev/usb/lp0`.
   */
  readonly address: string;
  /** Paper width, mm. */
  readonly width: 58 | 80;
  /** Resolution of the print head, dots per inch. */
  readonly dpi: 180 | 203;
  /** Command language: Epson's ESC/POS (default), or Star's line mode. */
  readonly language?: 'escpos' | 'star';
  /** `raster` draws everything; `text` sends characters in code pages, for slow or old printers. */
  readonly mode: 'raster' | 'text';
  /** Which new receipts are printed automatically: all, none, or those of these types; default none. */
  readonly autoPrint?: boolean | readonly InvoiceType[];
  /** Dots across the head. Default: 384 for 58 mm, 576 for 80 mm at 203 dpi and 512 at 180 dpi. */
  readonly dots?: 384 | 512 | 576;
  /** For `text`: a model that the box knows, or the numbers of its code pages; default `epson`. */
  readonly codePages?: PrinterMake | CodePageNumbers;
  /** True to print all rows in one size, including the total, and rules as characters. Default false. */
  readonly plain?: boolean;
  /**
   * For `text`: distance between rows, in the printer's units of `ESC 3`, which are dots for most; default as in {@link
   * textLayout}.
   */
  readonly leading?: number;
  /** Copies of each receipt, 1 to 3; those after the first are marked as repeats. */
  readonly copies?: number;
  /** `none`: the paper is torn off by hand. Default `partial`. */
  readonly cutter?: 'none' | 'partial' | 'full';
  /** Opens the drawer before a receipt that was paid in cash, by pin 2 or 5 of its plug. */
  readonly drawer?: 'none' | 'pin2' | 'pin5';
  /** A PNG in base64, printed in black and white above the title. */
  readonly logo?: string;
  /** Maximum number of waiting jobs; further ones are cancelled at once. Default 200. */
  readonly maxWaiting?: number;
  /** Maximum hours that a job may wait; default 24. */
  readonly maxAgeHours?: number;
  /** True to print a ticket with the address and state of the box when the printer powers up. Default true. */
  readonly ticket?: boolean;
}

/** True when both printers have the same settings, in any order of their members. */
export function samePrinter(one: PrinterSetting, other: PrinterSetting): boolean {
  return canonicalJson(one) === canonicalJson(other);
}

/** True when the printer has this name. Names are compared without case, as no two differ by case alone. */
export function hasPrinterName({ name }: Pick<PrinterSetting, 'name'>, wanted: string): boolean {
  return name.toLowerCase() === wanted.toLowerCase();
}

/** Dots across the head of a printer. */
export function dotsAcross({ width, dpi, dots }: PrinterSetting): number {
  return dots ?? Math.max(...PRINT_HEAD_DOTS[width][dpi]);
}

/** Distance between rows for each font, dots: hardly more space than between drawn rows. */
const LEADING: Readonly<Record<DeviceFont, number>> = { A: 26, B: 18 };

/**
 * Text layout of a printer: the larger font in which forty columns fit, and the row distance of each font in units of
 * `ESC 3`. The smaller font scales with the setting.
 */
export function textLayout(printer: PrinterSetting): {
  readonly font: DeviceFont;
  readonly leading: Readonly<Record<DeviceFont, number>>;
} {
  const font = COLUMNS * DEVICE_FONTS.A.width <= dotsAcross(printer) ? 'A' : 'B';
  const { leading = LEADING[font] } = printer;
  const scaled = (other: DeviceFont): number => Math.round((leading * LEADING[other]) / LEADING[font]);
  return { font, leading: { A: scaled('A'), B: scaled('B') } };
}

/** Maximum length of a printer name, characters. */
export const MAX_PRINTER_NAME = 30;

/** No leading hyphen: a name must not look like a command option. */
export const PRINTER_NAME = `^[\\p{L}\\p{Nd}][\\p{L}\\p{Nd}-]{0,${MAX_PRINTER_NAME - 1}}$`;

const number = (minimum: number, maximum: number): JsonSchema => ({ type: 'integer', minimum, maximum });
const oneOf = (...words: readonly string[]): JsonSchema => ({ type: 'string', enum: words });
const codePageNumber = number(0, 255);

/** Schema of one printer; `badPrinters` makes further checks. */
export const printerSchema: JsonSchema = {
  type: 'object',
  required: ['name', 'address', 'width', 'dpi', 'mode'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', pattern: PRINTER_NAME },
    address: { type: 'string' },
    width: { enum: [58, 80] },
    dpi: { enum: [180, 203] },
    language: oneOf('escpos', 'star'),
    mode: oneOf('raster', 'text'),
    autoPrint: { type: ['boolean', 'array'], uniqueItems: true, items: oneOf(...INVOICE_TYPES) },
    dots: { enum: [384, 512, 576] },
    codePages: {
      type: ['string', 'object'],
      if: { type: 'string' },
      then: { enum: PRINTER_MAKES },
      additionalProperties: false,
      properties: Object.fromEntries(
        [...CYRILLIC_CODE_PAGES, ...LATIN_CODE_PAGES].map((name) => [name, codePageNumber]),
      ),
    },
    plain: { type: 'boolean' },
    leading: number(16, 255),
    copies: number(1, 3),
    cutter: oneOf('none', 'partial', 'full'),
    drawer: oneOf('none', 'pin2', 'pin5'),
    logo: { type: 'string' },
    maxWaiting: number(1, 1000),
    maxAgeHours: number(1, 168),
    ticket: { type: 'boolean' },
  },
};
