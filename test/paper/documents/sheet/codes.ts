import { runOn } from './texts.js';

export interface DrawnCode {
  /** Without the quiet zone, mm. */
  readonly sideMm: number;
  /** A PGM of eight pixels to a module. */
  readonly picture: Buffer;
}

const PIXELS = 8;

/** The QR code of an HTML sheet, painted as a browser would: rectangles one module high. */
export function codeOf(html: string): DrawnCode {
  const [, mm, corner, side] = /<svg width="([\d.]+)mm"[^>]* viewBox="(-?\d+) \2 (\d+) \3"/.exec(html) ?? [];
  const [, path = ''] = /<path d="([^"]*)"/.exec(html) ?? [];
  const [quiet, modules] = [-Number(corner), Number(side)];
  const width = modules * PIXELS;
  const pixels = Buffer.alloc(width * width, 255);
  const steps = path.matchAll(/([Mm])(-?\d+) ?(-?\d+)h(\d+)v1h-\4(?=[Mm]|$)/g);
  let [x, y, read] = [0, -1, 0];
  for (const [step, command, right, down, length] of steps) {
    [x, y] = command === 'M' ? [Number(right), Number(down)] : [x + Number(right), y + 1 + Number(down)];
    paint(pixels, width, { x: x + quiet, y: y + quiet, length: Number(length) });
    read += step.length;
  }
  if (read !== path.length) throw new Error('the path is not one of such rectangles');
  const sideMm = (Number(mm) * (modules - 2 * quiet)) / modules;
  return { sideMm, picture: Buffer.concat([Buffer.from(`P5 ${width} ${width} 255\n`), pixels]) };
}

function paint(pixels: Buffer, width: number, run: { x: number; y: number; length: number }): void {
  for (let row = run.y * PIXELS; row < (run.y + 1) * PIXELS; row += 1) {
    const left = row * width + run.x * PIXELS;
    pixels.fill(0, left, left + run.length * PIXELS);
  }
}

/** The text of the QR code in a picture; throws when it is unreadable. */
export function readCode(picture: Uint8Array): string {
  return runOn(picture, 'zbarimg', ['--raw', '--quiet', '-Sdisable', '-Sqrcode.enable', 'FILE']).toString().trim();
}
