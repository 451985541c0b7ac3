import type { Clock } from '../../../src/base/clock.js';

/** One thing on paper. x, y and sizes in dots; y from the top of its piece. */
export type Mark =
  /** One run of characters in one type; the cell is that after enlargement. */
  | {
      readonly kind: 'text';
      readonly x: number;
      readonly y: number;
      readonly text: string;
      readonly font: 'A' | 'B';
      readonly cellWidth: number;
      readonly cellHeight: number;
    }
  /** 1 = black, the leftmost dot in the highest bit, ceil(width / 8) bytes a row. */
  | {
      readonly kind: 'bitmap';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly bits: Buffer;
    };

/** What came out of the printer up to a cut; the last one may still be in it (`open`). */
export interface Piece {
  readonly marks: readonly Mark[];
  /** Dots of paper, blank ones too. */
  readonly height: number;
  readonly end: 'full' | 'partial' | 'open';
}

/** The letters of the bytes 80 to FF. */
export type CodePage = 'cp437' | 'cp852' | 'cp855' | 'cp866' | 'iso-8859-5' | 'windows-1250' | 'windows-1251';

/** Which questions the printer answers. */
export interface Answers {
  /** DLE EOT n, at once. */
  readonly status: boolean;
  /** GS r 1, queued. */
  readonly queuedStatus: boolean;
  /** GS ( H function 48, queued. */
  readonly processId: boolean;
  /** GS a n: reports changes by itself while it is asked to. No when left out. */
  readonly autoStatus?: boolean;
}

export interface PrinterOptions {
  /** Width of the print head: 58 mm paper has 384 dots, 80 mm paper 512 (180 dpi) or 576 (203 dpi). */
  readonly dots: 384 | 512 | 576;
  readonly dpi: 180 | 203;
  /** The code pages that ESC t n knows. */
  readonly pages: Readonly<Record<number, CodePage>>;
  /** Starts in the mode of Chinese text, as cheap printers do: until FS . a byte from 80 on takes the next one with it. */
  readonly startsTwoByte: boolean;
  /** The receive buffer, 45 to 65,536 bytes. */
  readonly bufferBytes: number;
  /** Infinity prints each byte as it comes. */
  readonly mmPerSecond: number;
  readonly answers: Answers;
  /** Takes the bytes of GS ( H for text, as some clones do. */
  readonly printsUnknownGsH: boolean;
  readonly hasCutter: boolean;
  readonly clock: Clock;
}

/** What the sensor of the paper sees. */
export type PaperState = 'ok' | 'near end' | 'out';
