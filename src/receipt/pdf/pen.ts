import type PDFDocument from 'pdfkit';
import { FONT_FILES, type FontName, fontPath } from '../fonts.js';

/** A pdfkit document; all measures in pt, from the upper left corner. */
export type Pdf = InstanceType<typeof PDFDocument>;

const PT_PER_MM = 72 / 25.4;

export function mm(length: number): number {
  return length * PT_PER_MM;
}

export interface TextStyle {
  readonly font: FontName;
  /** pt */
  readonly size: number;
}

/** A stretch of a page: what cannot be torn apart. */
export interface Strip {
  readonly height: number;
  readonly draw: (x: number, y: number) => void;
  /** Drawn again above this strip when it is the first on a page. */
  readonly head?: Strip;
  /** Not at the end of a page: what follows belongs to it. */
  readonly keepWithNext?: boolean;
}

/** Ascender of DejaVu in parts of the type size; it is the same in all its faces used here. */
const ASCENDER = 0.928;

const found = new Map<FontName, string>();

/** Path of a font that must be there; also the name by which pdfkit knows that it has read it already. */
export function fontFile(name: FontName): string {
  const path = found.get(name) ?? fontPath(name);
  if (path === null) throw new Error(`${FONT_FILES[name]} is missing`);
  found.set(name, path);
  return path;
}

/** Writes one line of text; `y` is the top of its letters' box, so that the base line is an ascender below. */
export function write(pdf: Pdf, text: string, x: number, y: number, style: TextStyle): void {
  pdf.font(fontFile(style.font)).fontSize(style.size);
  pdf.text(text, x, y + ASCENDER * style.size, { lineBreak: false, baseline: 'alphabetic' });
}

export function widthOf(pdf: Pdf, text: string, style: TextStyle): number {
  return pdf.font(fontFile(style.font)).fontSize(style.size).widthOfString(text);
}

/** Breaks a text between words, and words that are too long anywhere, so that no line is wider than `width`. */
export function wrap(pdf: Pdf, text: string, width: number, style: TextStyle): string[] {
  if (widthOf(pdf, text, style) <= width) return [text];
  const fits = (line: string): boolean => widthOf(pdf, line, style) <= width;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = cut(word, fits);
    line = pieces.pop() ?? '';
    lines.push(...pieces);
  }
  return [...lines, line];
}

function cut(word: string, fits: (piece: string) => boolean): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const sign of word) {
    if (piece !== '' && !fits(piece + sign)) {
      pieces.push(piece);
      piece = '';
    }
    piece += sign;
  }
  return [...pieces, piece];
}

export function rule(pdf: Pdf, x: number, y: number, width: number, weight: number, color = '#000'): void {
  pdf
    .lineWidth(weight)
    .strokeColor(color)
    .moveTo(x, y)
    .lineTo(x + width, y)
    .stroke();
}
