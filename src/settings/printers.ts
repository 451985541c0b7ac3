import { INVOICE_TYPES, type InvoiceType } from '../base/fiscal.js';
import { canonicalJson } from '../base/json.js';
import type { JsonSchema } from '../base/schema.js';

/** Code pages that hold letters of Serbian, those with Cyrillic first. */
export const CYRILLIC_PAGES = ['windows-1251', 'cp855', 'iso-8859-5'] as const;
const LATIN_PAGES = ['windows-1250', 'cp852'] as const;
type CodePage = (typeof CYRILLIC_PAGES | typeof LATIN_PAGES)[number];

/** Numbers that `ESC t` gives the code pages of a printer, by page. */
export type CodePages = { readonly [page in CodePage]?: number };

/** Makes whose numbers are known, see `CODE_PAGES` in printing. */
export const PRINTER_MAKES = ['epson', 'bixolon', 'rongta', 'xprinter', 'zjiang'] as const;
export type PrinterMake = (typeof PRINTER_MAKES)[number];

/** A printer of the box. */
export interface PrinterSetting {
  /** By which it is called in the API and in commands; 1 to 30 letters, digits, hyphens. */
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
  /** `raster` draws everything; `text` sends letters by the code pages, for slow or old printers. */
  readonly mode: 'raster' | 'text';
  /** Are new receipts printed without being asked for: all, none, or those of these types? None when left out. */
  readonly autoPrint?: boolean | readonly InvoiceType[];
  /** Dots across the head; when left out, 384 for 58 mm, 576 for 80 mm at 203 dpi and 512 at 180 dpi. */
  readonly dots?: 384 | 512 | 576;
  /** For `text`: a make, or the numbers of its pages. Left out: `epson`. */
  readonly codePages?: PrinterMake | CodePages;
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
  /** Does it print a ticket, with the address and state of the box, when it powers up? Yes when left out. */
  readonly ticket?: boolean;
}

/** Are they set alike? The order in which the members were written says nothing. */
export function samePrinter(one: PrinterSetting, other: PrinterSetting): boolean {
  return canonicalJson(one) === canonicalJson(other);
}

/** Longest name of a printer, characters. */
export const MAX_PRINTER_NAME = 30;

/** No hyphen in front: a name must not look like an option of a command. */
export const PRINTER_NAME = `^[\\p{L}\\p{Nd}][\\p{L}\\p{Nd}-]{0,${MAX_PRINTER_NAME - 1}}$`;

const number = (minimum: number, maximum: number): JsonSchema => ({ type: 'integer', minimum, maximum });
const word = (...words: readonly string[]): JsonSchema => ({ type: 'string', enum: words });
const page = number(0, 255);

/** The form of one printer; what goes beyond the form is the matter of `badPrinters`. */
export const printerSchema: JsonSchema = {
  type: 'object',
  required: ['name', 'address', 'width', 'dpi', 'mode'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', pattern: PRINTER_NAME },
    address: { type: 'string' },
    width: { enum: [58, 80] },
    dpi: { enum: [180, 203] },
    mode: word('raster', 'text'),
    autoPrint: { type: ['boolean', 'array'], uniqueItems: true, items: word(...INVOICE_TYPES) },
    dots: { enum: [384, 512, 576] },
    codePages: {
      type: ['string', 'object'],
      if: { type: 'string' },
      then: { enum: PRINTER_MAKES },
      additionalProperties: false,
      properties: Object.fromEntries([...CYRILLIC_PAGES, ...LATIN_PAGES].map((name) => [name, page])),
    },
    copies: number(1, 3),
    cutter: word('none', 'partial', 'full'),
    drawer: word('none', 'pin2', 'pin5'),
    logo: { type: 'string' },
    maxWaiting: number(1, 1000),
    maxAgeHours: number(1, 168),
    ticket: { type: 'boolean' },
  },
};

/** The form of `printers`. */
export const printersSchema: JsonSchema = { type: 'array', maxItems: 20, items: printerSchema };
