import { never } from '../../base/result.js';
import type { Slip, SlipPart } from '../slip.js';
import { align, LINE_FEED, magnify, selectFont, selectPage } from './commands.js';
import type { Head } from './head.js';
import { cellLines, cells, largeLines } from './lines.js';
import type { Page } from './pages.js';
import { drawPart, type Printed, rasterCommands } from './raster.js';

/** Letters of a slip that are on no page of the printer, each once: with one of them it cannot be sent as letters. */
export function lettersWithoutPage({ parts }: Slip, pages: readonly Page[]): string[] {
  const letters = new Set(parts.flatMap((part) => textsOf(part).flatMap((text) => Array.from(cells(text)))));
  return Array.from(letters).filter((letter) => !isAscii(letter) && !pages.some(({ bytes }) => bytes.has(letter)));
}

function textsOf(part: SlipPart): readonly string[] {
  switch (part.kind) {
    case 'text':
    case 'small':
      return part.lines;
    case 'large':
      return [part.text];
    case 'code':
    case 'space':
    case 'ruler':
      return [];
    default:
      return never(part);
  }
}

function isAscii(letter: string): boolean {
  return letter >= ' ' && letter <= '~';
}

/** A slip as letters by the pages of the printer, which must have them all; what is no text goes as dots. */
export function writeSlip({ parts }: Slip, head: Head, pages: readonly Page[]): Printed {
  const writer = new Writer(head, pages);
  for (const part of parts) writer.add(part);
  return writer;
}

class Writer implements Printed {
  readonly commands: Buffer[] = [];
  dots = 0;
  /** Font A where forty of its columns fit. */
  readonly #font: 'A' | 'B';
  #page: Page | undefined;

  constructor(
    readonly head: Head,
    readonly pages: readonly Page[],
  ) {
    this.#font = head.face === head.small ? 'B' : 'A';
    this.commands.push(selectFont(this.#font));
  }

  add(part: SlipPart): void {
    switch (part.kind) {
      case 'text':
        this.#lines(part.lines, this.head.face.width);
        return;
      case 'small':
        this.commands.push(selectFont('B'));
        this.#lines(part.lines, this.head.small.width);
        this.commands.push(selectFont(this.#font));
        return;
      case 'large':
        this.commands.push(align('centre'), magnify(2));
        for (const line of largeLines(part.text, this.head)) this.#line(line, 2 * this.head.face.height);
        this.commands.push(magnify(1), align('left'));
        return;
      case 'code':
      case 'space':
      case 'ruler': {
        const drawing = drawPart(part, this.head);
        this.commands.push(...rasterCommands(drawing));
        this.dots += drawing.bitmap.height;
        return;
      }
      default:
        never(part);
    }
  }

  /** Forty columns of this width in the middle of the head, as near as whole columns allow. */
  #lines(lines: readonly string[], column: number): void {
    const indent = ' '.repeat(Math.round(this.head.margin / column));
    for (const line of cellLines(lines)) this.#line(line === '' ? '' : indent + line, 0);
  }

  /** A line of letters of this height in dots; the paper moves by 1/6 inch, or by more when they are higher. */
  #line(line: string, height: number): void {
    this.commands.push(Buffer.concat([...this.#encoded(Array.from(line)), LINE_FEED]));
    this.dots += Math.max(height, Math.round(this.head.dpi / 6));
  }

  /** The bytes of letters, with the switches of page that they need. */
  #encoded(letters: readonly string[]): Buffer[] {
    return letters.flatMap((letter, at) => {
      if (isAscii(letter)) return [Buffer.from(letter)];
      const byte = this.#page?.bytes.get(letter);
      if (byte !== undefined) return [Buffer.from([byte])];
      this.#page = this.#pageFor(letters.slice(at));
      return [selectPage(this.#page.number), Buffer.from([this.#page.bytes.get(letter) ?? 0])];
    });
  }

  /** The page that goes furthest before another is needed: switches cost time, and some printers pause at them. */
  #pageFor(letters: readonly string[]): Page {
    const reach = ({ bytes }: Page): number => {
      const end = letters.findIndex((letter) => !isAscii(letter) && !bytes.has(letter));
      return end === -1 ? letters.length : end;
    };
    return this.pages.reduce((best, page) => (reach(page) > reach(best) ? page : best));
  }
}
