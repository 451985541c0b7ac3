import { type Area, cut, inked, type Picture, readPgm } from './picture.js';
import { runOn } from './programs.js';

/** Dots per inch of the picture of a page: seven to a module of the finest code. */
const DPI = 300;
const POINTS = 72;
const MM = 25.4;

interface Word extends Area {
  readonly text: string;
}

/** What a PDF shows between the last separator line of its fiscal slip and the closing line. */
export interface Foot {
  /** The whole width of the rows of the slip. */
  readonly picture: Picture;
  /** Size of all ink between the rows of text, mm; zero without ink. */
  readonly widthMm: number;
  readonly heightMm: number;
}

/** Undefined when the text of the PDF does not show the two lines. */
export async function footOf(pdf: Buffer): Promise<Foot | undefined> {
  const pages = ((await runOn(pdf, 'pdftotext', '-bbox', '-', '-'))?.toString() ?? '').split('</page>').map(wordsOf);
  const at = pages.findIndex((words) => words.some(isClosing));
  const area = footArea(pages[at] ?? []);
  if (area === undefined) return undefined;
  const page = String(at + 1);
  const drawn = await runOn(pdf, 'pdftoppm', '-r', String(DPI), '-gray', '-f', page, '-l', page, '-');
  const whole = drawn && readPgm(drawn);
  if (whole === undefined) return undefined;
  const picture = cut(whole, area);
  const ink = inked(picture) ?? { left: 0, top: 0, right: 0, bottom: 0 };
  const mm = (pixels: number): number => (pixels / DPI) * MM;
  return { picture, widthMm: mm(ink.right - ink.left), heightMm: mm(ink.bottom - ink.top) };
}

/** The words of a page, in pixels of its picture. */
function wordsOf(page: string): Word[] {
  const form = /<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">([^<]*)</g;
  const pixels = (points: string | undefined): number => Math.round((Number(points) / POINTS) * DPI);
  return Array.from(page.matchAll(form), ([, left, top, right, bottom, text = '']) => {
    return { left: pixels(left), top: pixels(top), right: pixels(right), bottom: pixels(bottom), text };
  });
}

function isClosing({ text }: Word): boolean {
  return /КРАЈ$/.test(text);
}

/** Where the QR code has to stand: as wide as the closing line, below the last separator, above the next row of text. */
function footArea(words: readonly Word[]): Area | undefined {
  const closing = words.find(isClosing);
  if (closing === undefined) return undefined;
  const row = words.filter(({ top, text }) => Math.abs(top - closing.top) < 3 && /[=КФР]/.test(text));
  const left = Math.min(...row.map((word) => word.left));
  const right = Math.max(...row.map((word) => word.right));
  const inside = words.filter((word) => word.left >= left - 3 && word.right <= right + 3);
  const separators = inside.filter(({ text, bottom }) => /^[=-]{20,}$/.test(text) && bottom <= closing.top + 3);
  if (separators.length === 0) return undefined;
  const top = Math.max(...separators.map(({ bottom }) => bottom));
  const bottom = Math.min(...inside.filter((word) => word.top >= top - 3).map((word) => word.top));
  return { left, right, top, bottom };
}
