/**
 * Code pages with Serbian letters, those with Cyrillic first. A printer in text mode needs one of those, because
 * receipts are in Cyrillic.
 */
export const CYRILLIC_CODE_PAGES = ['windows-1251', 'cp855', 'iso-8859-5'] as const;
export const LATIN_CODE_PAGES = ['windows-1250', 'cp852'] as const;
export type CodePageName = (typeof CYRILLIC_CODE_PAGES | typeof LATIN_CODE_PAGES)[number];

/** Numbers that select the code pages of a printer with `ESC t`, 0 to 255; missing pages are absent. */
export type CodePageNumbers = { readonly [name in CodePageName]?: number };

/** Data of printers that share one maker's tables. */
interface PrinterModel {
  /** The printers whose numbers are known. */
  readonly knownFrom: readonly string[];
  readonly codePages: CodePageNumbers;
}

/**
 * All known models, by the name used in the setting `codePages`. To add one, add an entry here; schema, types and code
 * pages follow.
 *
 * The numbers are those of the makers' own tables, as collected by receipt-print-hq/escpos-printer-db and
 * NielsLeenheer/ReceiptPrinterEncoder. A number means another code page on another make, so the test slip has to show
 * that the characters are correct. Only code pages depend on the model: one maker sells printers of several widths,
 * with and without a cutter, so those are settings, and the printer's abilities are probed.
 */
export const PRINTER_MODELS = {
  epson: {
    knownFrom: ['TM series of today'],
    codePages: { 'windows-1251': 46, cp855: 34, 'windows-1250': 45, cp852: 18 },
  },
  bixolon: {
    knownFrom: ['SRP-350III'],
    codePages: { 'windows-1251': 28, 'windows-1250': 47, cp852: 18 },
  },
  rongta: {
    knownFrom: ['RP326', 'RP332'],
    codePages: { 'windows-1251': 6, cp855: 28, 'iso-8859-5': 39, 'windows-1250': 30, cp852: 18 },
  },
  xprinter: {
    knownFrom: ['XP-T80Q', 'N160II'],
    codePages: { 'windows-1251': 23, cp852: 18 },
  },
  zjiang: {
    knownFrom: ['POS-5890', 'POS-8360', 'Netum'],
    codePages: { 'windows-1251': 73, cp855: 60, 'windows-1250': 72, cp852: 18 },
  },
} as const satisfies Readonly<Record<string, PrinterModel>>;

/** Name of a model. */
export type PrinterMake = keyof typeof PRINTER_MODELS;

function isPrinterMake(name: string): name is PrinterMake {
  return Object.hasOwn(PRINTER_MODELS, name);
}

/** In the order of {@link PRINTER_MODELS}. */
export const PRINTER_MAKES: readonly PrinterMake[] = Object.keys(PRINTER_MODELS).filter(isPrinterMake);

/** The make whose code page numbers are used for a printer in text mode when its setting has none. */
export const DEFAULT_MAKE: PrinterMake = 'epson';

/** Dots of available print heads, by paper width (mm) and dots per inch; the last is the usual one. */
export const PRINT_HEAD_DOTS = {
  58: { 180: [384], 203: [384] },
  80: { 180: [512], 203: [512, 576] },
} as const;

/** The two fonts of every printer, dots of a cell. */
export const DEVICE_FONTS = { A: { width: 12, height: 24 }, B: { width: 9, height: 17 } } as const;
export type DeviceFont = keyof typeof DEVICE_FONTS;
