import { assertNever } from '../../base/index.js';
import type { Slip, SlipPart } from '../../slips/index.js';
import { align, LINE_FEED, magnify, selectFont, selectCodePage } from './commands.js';
import type { PrintHead } from './printHead.js';
import { cellRows, cells, largeRows } from './textRows.js';
import type { SelectedCodePage } from './codePages.js';
import { drawPart, type Printed, rasterCommands } from './raster.js';

/** Characters of a slip that are in no code page of the printer, each once: with any of them it cannot be sent as text. */
export function charactersWithoutCodePage({ parts }: Slip, codePages: readonly SelectedCodePage[]): string[] {
  const characters = new Set(parts.flatMap((part) => textsOf(part).flatMap((text) => Array.from(cells(text)))));
  const isCovered = (character: string): boolean => codePages.some(({ bytes }) => bytes.has(character));
  return Array.from(characters).filter((character) => !isAscii(character) && !isCovered(character));
}

function textsOf(part: SlipPart): readonly string[] {
  switch (part.kind) {
    case 'text':
    case 'small':
      return part.rows;
    case 'large':
      return [part.text];
    case 'code':
    case 'space':
    case 'ruler':
      return [];
    default:
      return assertNever(part);
  }
}

function isAscii(character: string): boolean {
  return character >= ' ' && character <= '~';
}

/** A slip as text in the code pages of the printer, which must have all its characters; all other parts are sent as dots. */
export function writeSlip({ parts }: Slip, head: PrintHead, codePages: readonly SelectedCodePage[]): Printed {
  const writer = new Writer(head, codePages);
  for (const part of parts) writer.add(part);
  return writer;
}

class Writer implements Printed {
  readonly commands: Buffer[] = [];
  dots = 0;
  /** Font A where forty of its columns fit. */
  readonly #font: 'A' | 'B';
  #codePage: SelectedCodePage | undefined;

  constructor(
    readonly head: PrintHead,
    readonly codePages: readonly SelectedCodePage[],
  ) {
    this.#font = head.font === head.smallFont ? 'B' : 'A';
    this.commands.push(selectFont(this.#font));
  }

  add(part: SlipPart): void {
    switch (part.kind) {
      case 'text':
        this.#rows(part.rows, this.head.font.width);
        return;
      case 'small':
        this.commands.push(selectFont('B'));
        this.#rows(part.rows, this.head.smallFont.width);
        this.commands.push(selectFont(this.#font));
        return;
      case 'large':
        this.commands.push(align('centre'), magnify(2));
        for (const row of largeRows(part.text, this.head)) this.#row(row, 2 * this.head.font.height);
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
        assertNever(part);
    }
  }

  /** Forty columns of this width in the middle of the head, as near as whole columns allow. */
  #rows(rows: readonly string[], column: number): void {
    const indent = ' '.repeat(Math.round(this.head.margin / column));
    for (const row of cellRows(rows)) this.#row(row === '' ? '' : indent + row, 0);
  }

  /** A row of text of this height in dots; the paper moves by 1/6 inch, or by more when the row is higher. */
  #row(row: string, height: number): void {
    this.commands.push(Buffer.concat([...this.#encoded(Array.from(row)), LINE_FEED]));
    this.dots += Math.max(height, Math.round(this.head.dpi / 6));
  }

  /** The bytes of characters, with the switches of code page that they need. */
  #encoded(characters: readonly string[]): Buffer[] {
    return characters.flatMap((character, at) => {
      if (isAscii(character)) return [Buffer.from(character)];
      const byte = this.#codePage?.bytes.get(character);
      if (byte !== undefined) return [Buffer.from([byte])];
      this.#codePage = this.#codePageFor(characters.slice(at));
      return [selectCodePage(this.#codePage.number), Buffer.from([this.#codePage.bytes.get(character) ?? 0])];
    });
  }

  /** The code page that reaches furthest before another is needed: switches cost time, and some printers pause at them. */
  #codePageFor(characters: readonly string[]): SelectedCodePage {
    const reach = ({ bytes }: SelectedCodePage): number => {
      const end = characters.findIndex((character) => !isAscii(character) && !bytes.has(character));
      return end === -1 ? characters.length : end;
    };
    return this.codePages.reduce((best, one) => (reach(one) > reach(best) ? one : best));
  }
}
