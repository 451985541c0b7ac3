import { writeFileSync } from 'node:fs';
import { qrModules } from '../../../src/base/qr.js';
import { eanBars } from '../../../src/interfaces/web/client/screens/catalogue/ean.js';
import type { Pixels } from '../../../src/interfaces/web/client/scan/decodeQr.js';

const WIDTH = 1280;
const HEIGHT = 720;
const [WHITE, GREY, BLACK] = [225, 128, 25];

/** Does a point of the picture lie on something dark? */
type Picture = (x: number, y: number) => boolean;

/** A code in the middle, `scale` dots a module. */
export function qrPicture(text: string, scale: number): Picture {
  const code = qrModules(text);
  if (code === null) throw new Error('too long');
  const { size, data } = code;
  const [left, top] = [(WIDTH - size * scale) / 2, (HEIGHT - size * scale) / 2];
  return (x, y) => {
    const [column, row] = [Math.floor((x - left) / scale), Math.floor((y - top) / scale)];
    return column >= 0 && column < size && row >= 0 && row < size && data[row * size + column] === 1;
  };
}

/** The bars of an EAN-13 or EAN-8 in the middle, `scale` dots a module. */
export function eanPicture(gtin: string, scale: number): Picture {
  const bars = eanBars(gtin) ?? '';
  const left = (WIDTH - bars.length * scale) / 2;
  return (x, y) => Math.abs(y - HEIGHT / 2) < 120 && bars[Math.floor((x - left) / scale)] === '1';
}

/** The picture as a page gets it from a camera, `width` pixels across, its edges softened as a canvas does when it makes one smaller. */
export function cameraPicture(isDark: Picture, width: number): Pixels {
  const shrunk = WIDTH / width;
  const height = Math.round(HEIGHT / shrunk);
  const data = new Uint8ClampedArray(4 * width * height);
  const lightAt = (x: number, y: number): number => (isDark(x, y) ? BLACK : WHITE);
  const between = (from: number, to: number, part: number): number => from + (to - from) * part;
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [((at % width) + 0.5) * shrunk - 0.5, (Math.floor(at / width) + 0.5) * shrunk - 0.5];
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const upper = between(lightAt(left, top), lightAt(left + 1, top), x - left);
    const lower = between(lightAt(left, top + 1), lightAt(left + 1, top + 1), x - left);
    data.fill(between(upper, lower, y - top), 4 * at, 4 * at + 3);
    data[4 * at + 3] = 255;
  }
  return { data, width, height };
}

/** Writes a film of one picture for `--use-file-for-fake-video-capture`: YUV4MPEG2, planes of 4:2:0. */
export function writeVideo(path: string, isDark: Picture): void {
  const frame = Buffer.alloc(WIDTH * HEIGHT * 1.5, GREY);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) frame[y * WIDTH + x] = isDark(x, y) ? BLACK : WHITE;
  }
  writeFileSync(
    path,
    Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\nFRAME\n`), frame]),
  );
}
