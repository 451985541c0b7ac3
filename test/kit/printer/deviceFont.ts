import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Font, parse, type PathCommand } from 'opentype.js';
import { Picture } from './picture.js';

/** DejaVu Sans Mono, which has both alphabets of Serbian. */
export const FACE = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf');
/** Its bold cut. */
export const BOLD_FACE = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSansMono-Bold.ttf');

/** How a letter is set into its cell, dots. */
export interface Setting {
  readonly width: number;
  readonly height: number;
  /** Size of the em, at which the face is just as wide as the cell. */
  readonly em: number;
  /** From the top of the cell. */
  readonly baseline: number;
  /** Size of the em from left to right where it is another one, dots; such letters are not hinted. */
  readonly across?: number;
}

/** The stand-in's own two fonts. */
export const DEVICE_FONTS: Readonly<Record<'A' | 'B', Setting>> = {
  A: { width: 12, height: 24, em: 20, baseline: 19 },
  B: { width: 9, height: 17, em: 14, baseline: 13 },
};

type Point = readonly [x: number, y: number];
interface Crossing {
  readonly x: number;
  readonly turn: number;
}

/** Into how many pieces a curve is cut, and how many samples a dot has each way. */
const PIECES = 8;
const SAMPLES = 8;

const faces = new Map<string, Font>();
const drawn = new Map<string, Picture>();

/**
 * One letter in its cell: hinted, black where the outline covers half of a dot or more. The face's box stands for a letter
 * that is not in it.
 */
export function drawLetter(letter: string, setting: Setting, file = FACE): Picture {
  const { width, height, em, baseline, across = em } = setting;
  const key = [file, letter, width, height, em, baseline, across].join('/');
  const known = drawn.get(key);
  if (known !== undefined) return known;
  const face = faces.get(file) ?? loadFace(file);
  faces.set(file, face);
  const { commands } = face.getPath(letter, 0, baseline, em, { hinting: across === em });
  const polygons = contours(commands).map((polygon) => polygon.map(([x, y]): Point => [(x * across) / em, y]));
  const picture = fill(polygons, setting);
  drawn.set(key, picture);
  return picture;
}

function loadFace(file: string): Font {
  const bytes = readFileSync(file);
  return parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

/** The outline as polygons. */
function contours(commands: readonly PathCommand[]): Point[][] {
  const polygons: Point[][] = [];
  let polygon: Point[] = [];
  for (const command of commands) {
    if (command.type === 'M') polygons.push((polygon = []));
    if (command.type === 'Z') continue;
    const to: Point = [command.x, command.y];
    if (command.type === 'Q') polygon.push(...curve(polygon.at(-1) ?? to, [command.x1, command.y1], to));
    else if (command.type === 'C') throw new Error('a TrueType face has no cubic curves');
    else polygon.push(to);
  }
  return polygons;
}

function curve(from: Point, by: Point, to: Point): Point[] {
  return Array.from({ length: PIECES }, (_, index) => {
    const t = (index + 1) / PIECES;
    const at = (axis: 0 | 1): number => (1 - t) ** 2 * from[axis] + 2 * t * (1 - t) * by[axis] + t ** 2 * to[axis];
    return [at(0), at(1)];
  });
}

function fill(polygons: readonly Point[][], { width, height }: Setting): Picture {
  const covered = new Uint16Array(width * height);
  for (let line = 0; line < height * SAMPLES; line += 1) {
    let winding = 0;
    let from = 0;
    for (const { x, turn } of crossings(polygons, (line + 0.5) / SAMPLES)) {
      if (winding !== 0) cover(covered.subarray(Math.floor(line / SAMPLES) * width).subarray(0, width), from, x);
      winding += turn;
      from = x;
    }
  }
  return new Picture(
    width,
    height,
    Uint8Array.from(covered, (samples) => Number(samples * 2 >= SAMPLES ** 2)),
  );
}

/** Where the outline crosses a horizontal line, from left to right, and whether it goes up or down there. */
function crossings(polygons: readonly Point[][], y: number): Crossing[] {
  const found: Crossing[] = [];
  for (const polygon of polygons) {
    let [x0, y0] = polygon.at(-1) ?? [0, 0];
    for (const [x1, y1] of polygon) {
      if (y0 <= y !== y1 <= y) found.push({ x: x0 + ((y - y0) / (y1 - y0)) * (x1 - x0), turn: y0 <= y ? 1 : -1 });
      [x0, y0] = [x1, y1];
    }
  }
  return found.sort((one, other) => one.x - other.x);
}

/** Counts the samples of one line between two places, a sample lying in the middle of its part of a dot. */
function cover(row: Uint16Array, from: number, to: number): void {
  const end = Math.min(row.length * SAMPLES, Math.ceil(to * SAMPLES - 0.5));
  for (let sample = Math.max(0, Math.ceil(from * SAMPLES - 0.5)); sample < end; sample += 1) {
    const dot = Math.floor(sample / SAMPLES);
    row[dot] = (row[dot] ?? 0) + 1;
  }
}
