import type { Picture } from './picture.js';

/** Pixels of the longer side of what is painted; a QR code has at most 177 modules a side, and a quiet zone of 4. */
const SIDE = 740;

type Point = readonly [x: number, y: number];
type Edge = readonly [from: Point, to: Point];

/**
 * An SVG of filled paths of straight lines, as most writers of QR codes draw it, black on white. Undefined when it is drawn
 * with anything else, for which one would need a browser.
 */
export function paintSvg(svg: string): Picture | undefined {
  const [, box = ''] = /\bviewBox\s*=\s*["']([^"']+)["']/.exec(svg) ?? [];
  const [x = NaN, y = NaN, wide = NaN, high = NaN] = box
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (!(wide > 0 && high > 0) || !/^(?:[^<]|<\/?(?:svg|path|title|desc)\b)*$/.test(svg)) return undefined;
  if (/\b(?:stroke|transform)\b/.test(svg)) return undefined;
  const edges = edgesOfAll(svg);
  if (edges === undefined) return undefined;
  const scale = SIDE / Math.max(wide, high);
  const [width, height] = [Math.round(wide * scale), Math.round(high * scale)];
  const pixels = Buffer.alloc(width * height, 255);
  const column = (at: number): number => Math.min(width, Math.max(0, Math.round((at - x) * scale)));
  for (let row = 0; row < height; row += 1) {
    for (const [from, to] of spans(edges, y + (row + 0.5) / scale)) {
      pixels.fill(0, row * width + column(from), row * width + column(to));
    }
  }
  return { width, height, pixels };
}

/** The edges of all paths that leave ink. */
function edgesOfAll(svg: string): Edge[] | undefined {
  const edges: Edge[] = [];
  for (const [element] of svg.matchAll(/<path\b[^>]*>/g)) {
    if (/\bfill\s*=\s*["'](?:none|white|#fff(?:fff)?)["']/i.test(element)) continue;
    const more = edgesOf(/\sd\s*=\s*["']([^"']*)["']/.exec(element)?.[1] ?? '');
    if (more === undefined) return undefined;
    edges.push(...more);
  }
  return edges;
}

/** Where a horizontal line runs through what is filled, by the rule `nonzero` (SVG 1.1, 11.3). */
function spans(edges: readonly Edge[], at: number): [from: number, to: number][] {
  const crossings = edges
    .filter(([[, above], [, below]]) => above <= at !== below <= at)
    .map(([[x1, y1], [x2, y2]]) => ({ x: x1 + ((at - y1) / (y2 - y1)) * (x2 - x1), turn: y1 < y2 ? 1 : -1 }))
    .sort((a, b) => a.x - b.x);
  const found: [number, number][] = [];
  let [winding, from] = [0, 0];
  for (const { x, turn } of crossings) {
    if (winding === 0) from = x;
    winding += turn;
    if (winding === 0) found.push([from, x]);
  }
  return found;
}

/** The edges of a path of straight lines, every piece closed; undefined when it has others (SVG 1.1, 8.3). */
function edgesOf(path: string): Edge[] | undefined {
  const edges: Edge[] = [];
  let start: Point = [0, 0];
  let pen = start;
  const lineTo = (to: Point): void => {
    edges.push([pen, to]);
    pen = to;
  };
  for (const [, letter = '', given = ''] of path.matchAll(/([a-z])([^a-z]*)/gi)) {
    const command = letter.toUpperCase();
    if (!'MLHVZ'.includes(command)) return undefined;
    // What is filled is closed, but only `Z` takes the pen along.
    if (command === 'M') edges.push([pen, start]);
    if (command === 'Z') lineTo(start);
    const numbers = Array.from(given.matchAll(/[+-]?(?:\d+\.?\d*|\.\d+)/g), ([number]) => Number(number));
    const step = command === 'H' || command === 'V' ? 1 : 2;
    for (let at = 0; at < numbers.length; at += step) {
      const to = target(command, letter === command ? [0, 0] : pen, pen, numbers.slice(at, at + step));
      if (command === 'M' && at === 0) start = pen = to;
      else lineTo(to);
    }
  }
  edges.push([pen, start]);
  return edges;
}

/** Where a command leads; `origin` is the pen for a relative one. */
function target(command: string, [x, y]: Point, pen: Point, [first = 0, second = 0]: readonly number[]): Point {
  if (command === 'H') return [x + first, pen[1]];
  return command === 'V' ? [pen[0], y + first] : [x + first, y + second];
}
