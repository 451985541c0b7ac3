import CodepageEncoder, { type Codepage } from '@point-of-sale/codepage-encoder';
import {
  type CodePageName,
  type CodePageNumbers,
  DEFAULT_MAKE,
  PRINTER_MODELS,
} from '../../../platform/devices/index.js';
import type { PrinterSetting } from '../../../shop/settings/index.js';

/** A code page of a printer. */
export interface SelectedCodePage {
  /** The number for `ESC t`. */
  readonly number: number;
  /** Bytes of its characters beyond ASCII, 80 to FF. */
  readonly bytes: ReadonlyMap<string, number>;
}

/** The code pages of a printer. The one with most of the characters of a receipt comes first. */
export function codePagesOf({ codePages = DEFAULT_MAKE }: PrinterSetting): SelectedCodePage[] {
  const numbers: CodePageNumbers = typeof codePages === 'string' ? PRINTER_MODELS[codePages].codePages : codePages;
  return PREFERRED.flatMap((name) => {
    const number = numbers[name];
    return number === undefined ? [] : [{ number, bytes: charactersOf(name) }];
  });
}

/** Cyrillic first; windows-1251 also has €, the dashes and the quotes that cp855 and iso-8859-5 lack. */
const PREFERRED: readonly CodePageName[] = ['windows-1251', 'cp855', 'iso-8859-5', 'windows-1250', 'cp852'];

/** Names of the encoder's tables, which lack ISO/IEC 8859-5. */
const TABLES: Readonly<Record<Exclude<CodePageName, 'iso-8859-5'>, Codepage>> = {
  'windows-1251': 'windows1251',
  cp855: 'cp855',
  'windows-1250': 'windows1250',
  cp852: 'cp852',
};

const known = new Map<CodePageName, ReadonlyMap<string, number>>();

function charactersOf(name: CodePageName): ReadonlyMap<string, number> {
  const characters = known.get(name) ?? readCodePage(name);
  known.set(name, characters);
  return characters;
}

/** Fills the unused positions in tables of code pages. */
const NOTHING = '\ufffd';

function readCodePage(name: CodePageName): ReadonlyMap<string, number> {
  const characters = new Map<string, number>();
  upperHalf(name).forEach((character, at) => {
    if (character !== NOTHING) characters.set(character, 0x80 + at);
  });
  return characters;
}

/** The characters at 80 to FF of a code page. */
function upperHalf(name: CodePageName): string[] {
  if (name === 'iso-8859-5') {
    const bytes = Uint8Array.from({ length: 0x80 }, (_, at) => 0x80 + at);
    return Array.from(new TextDecoder('iso-8859-5').decode(bytes));
  }
  const points = CodepageEncoder.getCodepoints(TABLES[name], true).slice(0x80);
  return points.map((point) => String.fromCodePoint(point));
}
