import { assertNever, COLUMNS } from '../../../base/index.js';
import { DEVICE_FONTS, type DeviceFont } from '../../../platform/devices/index.js';
import { type PrinterSetting, textLayout } from '../../../shop/settings/index.js';
import type { Slip, SlipPart } from '../../slips/index.js';
import type { SelectedCodePage } from './codePages.js';
import { align, LINE_FEED, lineSpacing, magnify, selectCodePage, selectFont } from './commands.js';
import { cellRows, cells, centredRows, drawPart } from './drawing.js';
import { type PrintHead, printHeadOf } from './font.js';
import { type Printed, rasterCommands } from './raster.js';

/**
 * Characters of a slip that are in no code page of the printer, each once. A slip with any of them cannot be sent as
 * text.
 */
export function charactersWithoutCodePage({ parts }: Slip, codePages: readonly SelectedCodePage[]): string[] {
  const characters = new Set(parts.flatMap((part) => textsOf(part).flatMap((text) => Array.from(cells(text)))));
  const isCovered = (character: string): boolean => codePages.some(({ bytes }) => bytes.has(character));
  return Array.from(characters).filter((character) => !isAscii(character) && !isCovered(character));
}

function textsOf(part: SlipPart): readonly string[] {
  switch (part.kind) {
    case 'text':
      return part.rows;
    case 'rule':
    case 'total':
      return [part.row];
    case 'small':
    case 'large':
      return part.lines;
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

/**
 * A slip as text in the code pages of the printer, which must have all its characters. Other parts are sent as dots.
 */
export function writeSlip({ parts }: Slip, printer: PrinterSetting, codePages: readonly SelectedCodePage[]): Printed {
  const writer = new Writer(printer, printHeadOf(printer), codePages);
  for (const part of parts) writer.add(part);
  return writer;
}

class Writer implements Printed {
  readonly commands: Buffer[] = [];
  dots = 0;
  readonly #layout: ReturnType<typeof textLayout>;
  #codePage: SelectedCodePage | undefined;

  constructor(
    printer: PrinterSetting,
    readonly head: PrintHead,
    readonly codePages: readonly SelectedCodePage[],
  ) {
    this.#layout = textLayout(printer);
    this.#select(this.#layout.font);
  }

  add(part: SlipPart): void {
    switch (part.kind) {
      case 'text':
        this.#columns(part.rows, 1);
        return;
      case 'rule':
        this.#columns([part.row], 1);
        return;
      case 'total':
        if (!this.head.isPlain) this.commands.push(magnify(1, 2));
        this.#columns([part.row], this.head.isPlain ? 1 : 2);
        if (!this.head.isPlain) this.commands.push(magnify(1, 1));
        return;
      case 'small':
        this.#select('B');
        this.#centred(part.lines, 'B', 1);
        this.#select(this.#layout.font);
        return;
      case 'large':
        this.commands.push(magnify(2, 2));
        this.#centred(part.lines, this.#layout.font, 2);
        this.commands.push(magnify(1, 1));
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

  #select(font: DeviceFont): void {
    this.commands.push(selectFont(font), lineSpacing(this.#layout.leading[font]));
  }

  /** Forty columns, centred on the head as closely as whole columns allow. */
  #columns(rows: readonly string[], times: number): void {
    const { font } = this.#layout;
    const { width } = DEVICE_FONTS[font];
    const indent = ' '.repeat(Math.round((this.head.dots - COLUMNS * width) / 2 / width));
    for (const row of cellRows(rows)) this.#row(row === '' ? '' : indent + row, font, times);
  }

  #centred(lines: readonly string[], font: DeviceFont, times: number): void {
    this.commands.push(align('centre'));
    const rows = centredRows(lines, this.head.dots, times * DEVICE_FONTS[font].width);
    for (const row of rows) this.#row(row, font, times);
    this.commands.push(align('left'));
  }

  /**
   * A row of text, `times` as high as the font. The paper moves by the line spacing, or by the height of the row if
   * that is larger.
   */
  #row(row: string, font: DeviceFont, times: number): void {
    this.commands.push(Buffer.concat([...this.#encoded(Array.from(row)), LINE_FEED]));
    this.dots += Math.max(times * DEVICE_FONTS[font].height, this.#layout.leading[font]);
  }

  /** The bytes of characters, with the necessary switches of code page. */
  #encoded(characters: readonly string[]): Buffer[] {
    return characters.flatMap((character, at) => {
      if (isAscii(character)) return [Buffer.from(character)];
      const byte = this.#codePage?.bytes.get(character);
      if (byte !== undefined) return [Buffer.from([byte])];
      this.#codePage = this.#codePageFor(characters.slice(at));
      return [selectCodePage(this.#codePage.number), Buffer.from([this.#codePage.bytes.get(character) ?? 0])];
    });
  }

  /**
   * The code page that covers the most characters before another switch. Switches cost time, and some printers pause at
   * them.
   */
  #codePageFor(characters: readonly string[]): SelectedCodePage {
    const reach = ({ bytes }: SelectedCodePage): number => {
      const end = characters.findIndex((character) => !isAscii(character) && !bytes.has(character));
      return end === -1 ? characters.length : end;
    };
    return this.codePages.reduce((best, one) => (reach(one) > reach(best) ? one : best));
  }
}
