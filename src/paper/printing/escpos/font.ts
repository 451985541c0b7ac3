import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COLUMNS, UNKNOWN_CHARACTER } from '../../../base/index.js';
import { dotsAcross, type PrinterSetting } from '../../../shop/settings/index.js';

/**
 * Cell sizes by the width of a column in dots: usual text, the total in the same columns and twice the height, and
 * sentences of twice the width and height.
 */
const CELLS = {
  9: { usual: '9x18', tall: '9x36', large: '18x36' },
  12: { usual: '12x24', tall: '12x48', large: '24x48' },
  14: { usual: '14x28', tall: '14x56', large: '28x56' },
} as const;

/** Widths of a column that the box has fonts for, dots. */
type ColumnWidth = keyof typeof CELLS;
type FontSize = keyof (typeof CELLS)[ColumnWidth];

/** A fixed-pitch font of dots. */
export interface Font {
  /** Width of a cell, dots; at most 32. */
  readonly width: number;
  /** Height of a cell, dots. */
  readonly height: number;
  /**
   * Rows of a glyph from the top, 32 bits each, the leftmost dot in the highest bit; `□` for characters that the font
   * lacks.
   */
  readonly glyph: (character: string) => Uint32Array;
  readonly has: (character: string) => boolean;
}

const loaded = new Map<string, Font>();

/** A font that the build has rendered from an outline font. Its file is read once. Throws when the file is missing. */
export function fontOf(column: ColumnWidth, size: FontSize): Font {
  const name = CELLS[column][size];
  const font = loaded.get(name) ?? parseFont(readFileSync(fontPath(name)));
  loaded.set(name, font);
  return font;
}

/** Missing font files, which slips need, as paths relative to the program. */
export function missingFaces(): string[] {
  const names = Object.values(CELLS).flatMap((cells) => Object.values(cells));
  return names.filter((name) => findFace(name) === undefined).map((name) => `faces/${name}.face`);
}

/** Searches next to the bundle, and in `dist` when the sources are run directly. */
function findFace(name: string): string | undefined {
  const folders = [join(__dirname, 'faces'), join(__dirname, '../../../../dist/faces')];
  return folders.map((folder) => join(folder, `${name}.face`)).find(existsSync);
}

function fontPath(name: string): string {
  const path = findFace(name);
  if (path === undefined) throw new Error(`the face ${name}.face is missing: run npm run build`);
  return path;
}

/** Reads the format that scripts/faces/write.mjs writes and documents. */
function parseFont(file: Buffer): Font {
  if (file.toString('latin1', 0, 4) !== 'FACE') throw new Error('not a face');
  const [width, height, count] = [file.readUInt8(4), file.readUInt8(5), file.readUInt16BE(6)];
  const stride = Math.ceil(width / 8);
  const places = new Map(Array.from({ length: count }, (_, at) => [file.readUInt16BE(8 + 2 * at), at]));
  const placeOf = (character: string): number | undefined => places.get(character.codePointAt(0) ?? 0);
  // Glyphs are decoded on demand, since a slip uses few of a face.
  const read = new Map<number, Uint32Array>();
  const glyphAt = (at: number): Uint32Array => {
    const from = 8 + 2 * count + at * stride * height;
    const row = (y: number): number => file.readUIntBE(from + y * stride, stride) * 2 ** (32 - 8 * stride);
    const glyph = read.get(at) ?? Uint32Array.from({ length: height }, (_, y) => row(y));
    read.set(at, glyph);
    return glyph;
  };
  const unknown = placeOf(UNKNOWN_CHARACTER);
  return {
    width,
    height,
    glyph: (character) => {
      const at = placeOf(character) ?? unknown;
      return at === undefined ? new Uint32Array(height) : glyphAt(at);
    },
    has: (character) => placeOf(character) !== undefined,
  };
}

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
