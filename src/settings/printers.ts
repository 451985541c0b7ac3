import { canonicalJson, COLUMNS, INVOICE_TYPES, type InvoiceType, type JsonSchema } from '../base/index.js';
import {
  type CodePageNumbers,
  CYRILLIC_CODE_PAGES,
  DEVICE_FONTS,
  type DeviceFont,
  LATIN_CODE_PAGES,
  PRINT_HEAD_DOTS,
  PRINTER_MAKES,
  type PrinterMake,
} from '../devices/index.js';

/** A printer of the box. */
export interface PrinterSetting {
  /** Its name in the API and in commands; 1 to 30 letters, digits, hyphens. */
  readonly name: string;
  /**
   * `serial:///dev/ttyUSB0?baud=115200&flow=rtscts`, `usb://04b8:0e15/SERIAL`, `tcp://192.168.1.50:9100`,
   * `lp:///dev/usb/lp0`.
   */
  readonly address: string;
  /** Of the paper, mm. */
  readonly width: 58 | 80;
  /** Dots per inch of the head. */
  readonly dpi: 180 | 203;
  /** The commands that it understands: Epson's ESC/POS when left out, or Star's line mode. */
  readonly language?: 'escpos' | 'star';
  /** `raster` draws everything; `text` sends characters in code pages, for slow or old printers. */
  readonly mode: 'raster' | 'text';
  /** Which new receipts are printed without being asked for: all, none, or those of these types; none when left out. */
  readonly autoPrint?: boolean | readonly InvoiceType[];
  /** Dots across the head; when left out, 384 for 58 mm, 576 for 80 mm at 203 dpi and 512 at 180 dpi. */
  readonly dots?: 384 | 512 | 576;
  /** For `text`: a model that the box knows, or the numbers of its code pages; `epson` when left out. */
  readonly codePages?: PrinterMake | CodePageNumbers;
  /** Are all rows of one size, the total too, and rules printed as signs? No when left out. */
  readonly plain?: boolean;
  /**
   * For `text`: from one row to the next, in the printer's units of `ESC 3`, which are dots for most; when left out as {@link textLayout}
   * has it.
   */
  readonly leading?: number;
  /** Papers of each receipt, 1 to 3; those after the first say that they are a repeat. */
  readonly copies?: number;
  /** `none`: the paper is torn off by hand. `partial` when left out. */
  readonly cutter?: 'none' | 'partial' | 'full';
  /** Opens the drawer before a receipt that was paid in cash: on pin 2 or 5 of its plug. */
  readonly drawer?: 'none' | 'pin2' | 'pin5';
  /** A PNG in base64, printed black and white above the title. */
  readonly logo?: string;
  /** Jobs that may wait; further ones are cancelled at once. 200 when left out. */
  readonly maxWaiting?: number;
  /** Hours that a job may wait; 24 when left out. */
  readonly maxAgeHours?: number;
  /** Does it print a ticket with the address and state of the box when it powers up? Yes when left out. */
  readonly ticket?: boolean;
}

/** Are they set alike, whatever the order of their members? */
export function samePrinter(one: PrinterSetting, other: PrinterSetting): boolean {
  return canonicalJson(one) === canonicalJson(other);
}

/** Is this the printer that is meant? No two names differ by case alone, and people do not mind it. */
export function hasPrinterName({ name }: Pick<PrinterSetting, 'name'>, wanted: string): boolean {
  return name.toLowerCase() === wanted.toLowerCase();
}

/** Dots across the head of a printer. */
export function dotsAcross({ width, dpi, dots }: PrinterSetting): number {
  return dots ?? Math.max(...PRINT_HEAD_DOTS[width][dpi]);
}

/** From one row of each font to the next, dots: hardly more air than between drawn rows. */
const LEADING: Readonly<Record<DeviceFont, number>> = { A: 26, B: 18 };

/**
 * How a printer sets text: the larger font in which forty columns fit, and from one row of a font to the next, in units of `ESC 3`. Of the
 * smaller font that follows the setting in proportion.
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

/** Longest name of a printer, characters. */
export const MAX_PRINTER_NAME = 30;

/** No hyphen in front: a name must not look like an option of a command. */
export const PRINTER_NAME = `^[\\p{L}\\p{Nd}][\\p{L}\\p{Nd}-]{0,${MAX_PRINTER_NAME - 1}}$`;

const number = (minimum: number, maximum: number): JsonSchema => ({ type: 'integer', minimum, maximum });
const oneOf = (...words: readonly string[]): JsonSchema => ({ type: 'string', enum: words });
const codePageNumber = number(0, 255);

/** The form of one printer; `badPrinters` checks what goes beyond the form. */
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
