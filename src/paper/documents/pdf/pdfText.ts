import { FONT_FILES, type FontName, fontPath } from '../fonts.js';
import { type Pdf, tagsOf } from './tags.js';

const PT_PER_MM = 72 / 25.4;

export function mm(length: number): number {
  return length * PT_PER_MM;
}

export interface TextStyle {
  readonly font: FontName;
  /** pt */
  readonly size: number;
}

/** A part of a page that is never split. */
export interface Strip {
  readonly height: number;
  readonly draw: (x: number, y: number) => void;
  /** Drawn again above this strip when it is the first on a page. */
  readonly head?: Strip;
  /** Must not be the last on a page: the next strip belongs to it. */
  readonly keepWithNext?: boolean;
}

/**
 * Distance from the top of a row to its base line, and its height without leading, as fractions of the type size
 * (`hhea`).
 */
const METRICS: Readonly<Record<FontName, { readonly ascender: number; readonly height: number }>> = {
  text: { ascender: 0.969, height: 1.21 },
  bold: { ascender: 0.969, height: 1.21 },
  mono: { ascender: 0.928, height: 1.164 },
};

/**
 * Amounts, quantities and rates use tabular figures, so that they align in columns. In other texts such figures, and
 * hyphens, would have too much space around them.
 */
const FIGURES = /^-?[\d.]+(?:,\d+)?%?(?: \p{L}{1,3})?$/u;

function featuresFor(text: string, { font }: TextStyle): PDFKit.Mixins.OpenTypeFeatures[] {
  return font !== 'mono' && FIGURES.test(text) ? ['tnum'] : [];
}

/** Space above the text in a row of this leading, pt. */
export function riseOf({ font, size }: TextStyle, leading: number): number {
  return (size * (leading - METRICS[font].height)) / 2;
}

const found = new Map<FontName, string>();

/** Path of a font, which must exist. pdfkit also recognizes by it fonts that it has already read. */
export function fontFile(name: FontName): string {
  const path = found.get(name) ?? fontPath(name);
  if (path === null) throw new Error(`${FONT_FILES[name]} is missing`);
  found.set(name, path);
  return path;
}

/** Draws one row of text. `y` is its top; the base line is one ascender below. */
export function drawText(pdf: Pdf, text: string, x: number, y: number, style: TextStyle): void {
  pdf.font(fontFile(style.font)).fontSize(style.size);
  const { ascender } = METRICS[style.font];
  const features = featuresFor(text, style);
  tagsOf(pdf).content(() => {
    pdf.text(text, x, y + ascender * style.size, { lineBreak: false, baseline: 'alphabetic', features });
  });
}

export function widthOf(pdf: Pdf, text: string, style: TextStyle): number {
  const features = featuresFor(text, style);
  return pdf.font(fontFile(style.font)).fontSize(style.size).widthOfString(text, { features });
}

/** The style with which a text fits into one row: a number broken in two would read as two numbers. */
export function shrunk(pdf: Pdf, text: string, width: number, style: TextStyle): TextStyle {
  const size = style.size * Math.min(1, width / widthOf(pdf, text, style));
  // Rounded down to a hundredth, so that rounding errors do not matter.
  return size === style.size ? style : { ...style, size: Math.floor(size * 100) / 100 };
}

/** Breaks a text between words, and too long words anywhere, so that no row is wider than `width`. */
export function wrap(pdf: Pdf, text: string, width: number, style: TextStyle): string[] {
  if (widthOf(pdf, text, style) <= width) return [text];
  const fits = (row: string): boolean => widthOf(pdf, row, style) <= width;
  const rows: string[] = [];
  let row = '';
  for (const word of text.split(' ')) {
    const longer = row === '' ? word : `${row} ${word}`;
    if (fits(longer)) {
      row = longer;
      continue;
    }
    if (row !== '') rows.push(row);
    const pieces = cut(word, fits);
    row = pieces.pop() ?? '';
    rows.push(...pieces);
  }
  return [...rows, row];
}

function cut(word: string, fits: (piece: string) => boolean): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const character of word) {
    if (piece !== '' && !fits(piece + character)) {
      pieces.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...pieces, piece];
}

export function drawRule(pdf: Pdf, x: number, y: number, width: number, weight: number, color = '#000'): void {
  tagsOf(pdf).artifact(() => {
    pdf
      .lineWidth(weight)
      .strokeColor(color)
      .moveTo(x, y)
      .lineTo(x + width, y)
      .stroke();
  });
}
