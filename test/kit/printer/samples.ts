import { FakePrinter } from './core.js';
import type { PrinterOptions } from './types.js';

const GS = 0x1d;

/** DLE EOT n. */
export function status(question: number): Uint8Array {
  return Uint8Array.of(0x10, 0x04, question);
}

/** GS ( H, function 48; the id has four letters. */
export function processId(id: string): Buffer {
  return Buffer.concat([Buffer.from([GS, 0x28, 0x48, 6, 0, 0x30, 0x30]), Buffer.from(id)]);
}

/** A picture of `rows` rows of two bytes, the number of the row in both. */
export function band(rows: number): Buffer {
  const data = Array.from({ length: rows }, (_, row) => [row, row]).flat();
  return Buffer.from([GS, 0x76, 0x30, 0, 2, 0, rows, 0, ...data]);
}

/** A printer with what it has answered, in hexadecimal. */
export function listening(options: Partial<PrinterOptions> = {}): { printer: FakePrinter; answers: string[] } {
  const printer = new FakePrinter(options);
  const answers: string[] = [];
  printer.onAnswer = (bytes) => answers.push(Buffer.from(bytes).toString('hex'));
  return { printer, answers };
}

/** The content of all pieces: lines of text, and pictures as their bytes. */
export function onPaper(printer: FakePrinter): string[] {
  const marks = printer.pieces.flatMap((piece) => piece.marks);
  return marks.map((mark) => (mark.kind === 'text' ? mark.text : mark.bits.toString('hex')));
}

/** Gives the printer everything, whenever it has room, as a front does. */
export function send(printer: FakePrinter, bytes: Uint8Array): void {
  let left = bytes;
  const offer = (): void => {
    left = left.subarray(printer.take(left));
  };
  printer.onRoom = offer;
  offer();
}
