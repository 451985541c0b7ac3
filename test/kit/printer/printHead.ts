import { characterAt, NO_CHARACTER } from './codepages.js';
import { indent, LineBuffer, type Align, type Type } from './lineBuffer.js';
import type { Roll } from './roll.js';
import type { CodePage, PrinterOptions } from './types.js';

/** What commands set and ESC @ sets back. */
export interface Modes {
  codePage: CodePage;
  font: 'A' | 'B';
  /** Enlargement, 1 to 8. */
  widthTimes: number;
  heightTimes: number;
  align: Align;
  /** Dots from line to line. */
  lineSpacing: number;
  /** Is text Chinese: two bytes a character from 80 on? */
  isTwoByte: boolean;
  /** Does the printer report changes by itself (GS a)? */
  reportsChanges: boolean;
}

/** Of ESC 2: 3.75 mm on a TM-T20II, 1/6 inch on 180 dpi. */
export const DEFAULT_LINE_SPACING = 30;

const CELLS = { A: { width: 12, height: 24 }, B: { width: 9, height: 17 } } as const;

/** Any Chinese character; the right one would be as useless to a Serbian buyer. */
const CHINESE = '㐀';

/** The print head with its line buffer: turns characters and rows of dots into marks on the roll. */
export class PrintHead {
  modes: Modes;
  /** How often a line was too long and went on below. */
  wraps = 0;
  readonly #line: LineBuffer;

  constructor(
    private readonly options: Pick<PrinterOptions, 'dots' | 'startsTwoByte' | 'hasCutter'>,
    private readonly roll: Roll,
    readonly complain: (message: string) => void,
  ) {
    this.#line = new LineBuffer(options.dots);
    this.modes = this.#modesAtStart();
  }

  get isAtLineStart(): boolean {
    return this.#line.isEmpty;
  }

  /** Modes as at power on; the line that was not printed yet is lost (ESC @). */
  reset(): void {
    this.#line.drop();
    this.roll.endBand();
    this.modes = this.#modesAtStart();
  }

  /** One byte of text, from 20 on. */
  text(byte: number): void {
    const character = characterAt(byte, this.modes.codePage);
    if (character === NO_CHARACTER) this.complain(`no letter at ${hex(byte)} of ${this.modes.codePage}`);
    this.#add(character, this.#type());
  }

  /** Two bytes of text in Chinese mode, in a cell of double width. */
  chinese(first: number, second: number): void {
    this.complain(`text in Chinese mode: ${hex(first, second)}`);
    const type = this.#type();
    this.#add(CHINESE, { ...type, cellWidth: 2 * type.cellWidth });
  }

  /** Prints the line and moves the paper by so many dots, or more where its characters are taller. */
  printLine(feed: number): void {
    this.#line.print(this.roll, this.modes.align, feed);
  }

  /** Begins a picture of so many bytes a row. */
  beginBand(bytesPerRow: number): void {
    const width = Math.min(bytesPerRow * 8, this.options.dots);
    this.roll.beginBand(indent(this.options.dots - width, this.modes.align), width);
  }

  /** A row of the picture; what is beyond the head is not printed. */
  row(bits: Buffer): void {
    this.roll.row(bits.subarray(0, this.options.dots / 8));
  }

  endBand(): void {
    this.roll.endBand();
  }

  cut(end: 'full' | 'partial'): void {
    if (this.options.hasCutter) this.roll.cut(end);
    else this.complain('a cut, and there is no cutter');
  }

  #add(character: string, type: Type): void {
    if (!this.#line.hasRoom(type.cellWidth)) {
      this.wraps += 1;
      this.printLine(this.modes.lineSpacing);
    }
    this.#line.add(character, type);
  }

  #type(): Type {
    const { font, widthTimes, heightTimes } = this.modes;
    const { width, height } = CELLS[font];
    return { font, cellWidth: width * widthTimes, cellHeight: height * heightTimes };
  }

  #modesAtStart(): Modes {
    return {
      codePage: 'cp437',
      font: 'A',
      widthTimes: 1,
      heightTimes: 1,
      align: 'left',
      lineSpacing: DEFAULT_LINE_SPACING,
      isTwoByte: this.options.startsTwoByte,
      reportsChanges: false,
    };
  }
}

/** Bytes as the command manuals write them: `1B 40`. */
export function hex(...bytes: readonly number[]): string {
  return bytes.map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(' ');
}
