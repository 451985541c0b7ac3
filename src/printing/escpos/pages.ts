import CodepageEncoder, { type Codepage } from '@point-of-sale/codepage-encoder';
import { type CodePages, PRINTER_MAKES, type PrinterMake, type PrinterSetting } from '../../settings/printers.js';

type PageName = keyof CodePages;

/**
 * Numbers of the makers' own tables for `ESC t`, as collected by receipt-print-hq/escpos-printer-db and
 * NielsLeenheer/ReceiptPrinterEncoder: Epson TM of today, Bixolon SRP-350III, Rongta RP326 and RP332, Xprinter XP-T80Q and
 * N160II, and the Zjiang family (POS-5890, POS-8360, Netum). A number means another page on another make, so the test slip
 * has to show that the letters are right.
 */
export const CODE_PAGES: Readonly<Record<PrinterMake, CodePages>> = {
  epson: { 'windows-1251': 46, cp855: 34, 'windows-1250': 45, cp852: 18 },
  bixolon: { 'windows-1251': 28, 'windows-1250': 47, cp852: 18 },
  rongta: { 'windows-1251': 6, cp855: 28, 'iso-8859-5': 39, 'windows-1250': 30, cp852: 18 },
  xprinter: { 'windows-1251': 23, cp852: 18 },
  zjiang: { 'windows-1251': 73, cp855: 60, 'windows-1250': 72, cp852: 18 },
};

/** A code page of a printer. */
export interface Page {
  /** For `ESC t`. */
  readonly number: number;
  /** Bytes of its letters beyond ASCII, 80 to FF. */
  readonly bytes: ReadonlyMap<string, number>;
}

/** The pages of a printer, the one with most of the letters of a receipt first. */
export function pagesOf({ codePages = 'epson' }: PrinterSetting): Page[] {
  const numbers = isMake(codePages) ? CODE_PAGES[codePages] : codePages;
  return PREFERRED.flatMap((name) => {
    const number = numbers[name];
    return number === undefined ? [] : [{ number, bytes: lettersOf(name) }];
  });
}

function isMake(codePages: PrinterMake | CodePages): codePages is PrinterMake {
  return PRINTER_MAKES.some((make) => make === codePages);
}

/** Cyrillic first; windows-1251 also has €, the dashes and the quotes that cp855 and iso-8859-5 lack. */
const PREFERRED: readonly PageName[] = ['windows-1251', 'cp855', 'iso-8859-5', 'windows-1250', 'cp852'];

/** Names of the encoder's tables; it has none of ISO/IEC 8859-5. */
const TABLES: Readonly<Record<Exclude<PageName, 'iso-8859-5'>, Codepage>> = {
  'windows-1251': 'windows1251',
  cp855: 'cp855',
  'windows-1250': 'windows1250',
  cp852: 'cp852',
};

const known = new Map<PageName, ReadonlyMap<string, number>>();

function lettersOf(name: PageName): ReadonlyMap<string, number> {
  const letters = known.get(name) ?? readPage(name);
  known.set(name, letters);
  return letters;
}

/** Stands in tables where a page has nothing. */
const NOTHING = '\ufffd';

function readPage(name: PageName): ReadonlyMap<string, number> {
  const letters = new Map<string, number>();
  upperHalf(name).forEach((letter, at) => {
    if (letter !== NOTHING) letters.set(letter, 0x80 + at);
  });
  return letters;
}

/** What stands at 80 to FF of a page. */
function upperHalf(name: PageName): string[] {
  if (name === 'iso-8859-5') {
    const bytes = Uint8Array.from({ length: 0x80 }, (_, at) => 0x80 + at);
    return Array.from(new TextDecoder('iso-8859-5').decode(bytes));
  }
  const points = CodepageEncoder.getCodepoints(TABLES[name], true).slice(0x80);
  return points.map((point) => String.fromCodePoint(point));
}
