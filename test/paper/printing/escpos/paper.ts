import { Bitmap } from '../../../../src/paper/printing/escpos/bitmap.js';
import { encodeSlip } from '../../../../src/paper/printing/escpos/encode.js';
import { type Font, fontOf } from '../../../../src/paper/printing/escpos/font.js';
import type { Slip } from '../../../../src/paper/slips/slip.js';
import type { PrinterSetting } from '../../../../src/shop/settings/printers.js';

type FontSize = Parameters<typeof fontOf>[1];

type ColumnWidth = Parameters<typeof fontOf>[0];

/** The heads that the box knows, by their dots. */
export const PRINTERS = [
  { dots: 384, width: 58, dpi: 203 },
  { dots: 512, width: 80, dpi: 180 },
  { dots: 576, width: 80, dpi: 203 },
] as const;

export function printer(more: Partial<PrinterSetting> = {}): PrinterSetting {
  return { name: 'kasa', address: 'tcp://192.168.1.50:9100', width: 80, dpi: 203, mode: 'raster', ...more };
}

/** What the dots of a slip leave on paper. Knows the commands of a drawn slip, whole in each chunk, and nothing else. */
export function paperOf(chunks: readonly Buffer[], dots: number): Bitmap {
  const bands = chunks.flatMap((chunk) => bandsOf(chunk));
  let centred = false;
  const rows = bands.flatMap((band) => {
    if (band.kind === 'align') centred = band.centre;
    if (band.kind !== 'raster') return [];
    const left = centred ? Math.floor((dots - 8 * band.across) / 2) : 0;
    return band.rows.map((row) => ({ left, row }));
  });
  const paper = new Bitmap(dots, rows.length);
  rows.forEach(({ left, row }, y) => {
    for (let x = 0; x < 8 * row.length; x += 1) {
      if (((row[x >> 3]! << (x & 7)) & 0x80) !== 0) paper.blacken(left + x, y);
    }
  });
  return paper;
}

type Command =
  | { readonly kind: 'raster'; readonly across: number; readonly rows: readonly Buffer[] }
  | { readonly kind: 'align'; readonly centre: boolean }
  | { readonly kind: 'other' };

/** Lengths of the commands that print nothing, by their first two bytes. */
const LENGTHS: Readonly<Record<string, number>> = { '1b40': 2, '1c2e': 2, '1b64': 3, '1d56': 4, '1b70': 5 };

function bandsOf(chunk: Buffer): Command[] {
  const commands: Command[] = [];
  for (let at = 0; at < chunk.length;) {
    const name = chunk.toString('hex', at, at + 2);
    const other = LENGTHS[name];
    if (name === '1d76') {
      const [across, height] = [chunk.readUInt16LE(at + 4), chunk.readUInt16LE(at + 6)];
      const rows = Array.from({ length: height }, (_, y) =>
        chunk.subarray(at + 8 + y * across, at + 8 + (y + 1) * across),
      );
      commands.push({ kind: 'raster', across, rows });
      at += 8 + across * height;
    } else if (name === '1b61') {
      commands.push({ kind: 'align', centre: chunk[at + 2] === 1 });
      at += 3;
    } else if (other !== undefined) {
      commands.push({ kind: 'other' });
      at += other;
    } else {
      throw new Error(`no command of a drawn slip: ${name}`);
    }
    if (at > chunk.length) throw new Error('a command is torn between two chunks');
  }
  return commands;
}

/** The paper of a drawn slip. */
export function print(slip: Slip, setting: PrinterSetting, dots: number): Bitmap {
  return paperOf(encodeSlip(slip, setting).chunks, dots);
}

/** The letters in cells from this dot on: those of `letters` with this glyph, `?` for any other pattern. */
export function readCells(paper: Bitmap, face: Font, left: number, top: number, letters: string): string {
  const known = new Map(Array.from(` ${letters}`, (letter) => [patternOf(face, letter), letter]));
  return Array.from({ length: 40 }, (_, cell) => {
    const x = left + cell * face.width;
    return known.get(cellOf(paper, x, top, face)) ?? '?';
  }).join('');
}

function patternOf(face: Font, letter: string): string {
  const rows = Array.from(face.glyph(letter), (row) => row.toString(2).padStart(32, '0').slice(0, face.width));
  return letter === ' ' ? '0'.repeat(face.width * face.height) : rows.join('');
}

function cellOf(paper: Bitmap, left: number, top: number, face: Font): string {
  let cell = '';
  for (let y = 0; y < face.height; y += 1)
    for (let x = 0; x < face.width; x += 1) cell += paper.isBlack(left + x, top + y) ? '1' : '0';
  return cell;
}

const COLUMNS: Readonly<Record<number, ColumnWidth>> = { 384: 9, 512: 12, 576: 14 };

/** The face and the left edge of forty columns on a head. */
export function columnsOf(dots: number, size: FontSize = 'usual'): { readonly face: Font; readonly left: number } {
  const face = fontOf(COLUMNS[dots] ?? 9, size);
  return { face, left: (dots - 40 * (COLUMNS[dots] ?? 9)) / 2 };
}

/** A PGM of the paper with light all around it, as a camera sees it. */
export function pictureOf(paper: Bitmap): Buffer {
  const edge = 40;
  const width = paper.width + 2 * edge;
  const pixels = Buffer.alloc(width * (paper.height + 2 * edge), 255);
  for (let y = 0; y < paper.height; y += 1)
    for (let x = 0; x < paper.width; x += 1) if (paper.isBlack(x, y)) pixels[(y + edge) * width + edge + x] = 0;
  return Buffer.concat([Buffer.from(`P5 ${width} ${paper.height + 2 * edge} 255\n`), pixels]);
}
