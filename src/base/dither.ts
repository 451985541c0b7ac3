import type { Bilingual } from './bilingual.js';

// Also runs in a browser: a page previews what a printer will print.

/** Lightness of a pixel on white paper: 0 black to 255 (ITU-R BT.601). All arguments from 0 to 255. */
export function lightnessOnPaper(red: number, green: number, blue: number, alpha: number): number {
  return 255 - ((255 - (0.299 * red + 0.587 * green + 0.114 * blue)) * alpha) / 255;
}

/** How the error of each dot is distributed to its neighbours, in sixteenths. */
const NEIGHBOURS = [
  { x: 1, y: 0, share: 7 },
  { x: -1, y: 1, share: 3 },
  { x: 0, y: 1, share: 5 },
  { x: 1, y: 1, share: 1 },
] as const;

/** Lighter dots are white, unless errors of their neighbours add up. */
const MIDDLE = 128;

/**
 * A picture in black and white, with greys as dots (Floyd-Steinberg): 1 for each black dot.
 *
 * @param lightness of each dot, row by row
 * @param width dots in a row
 */
export function dithered(lightness: Float32Array, width: number): Uint8Array {
  const light = Float32Array.from(lightness);
  const height = light.length / width;
  return Uint8Array.from(light, (_, dot) => {
    const [x, y, value] = [dot % width, Math.floor(dot / width), light[dot] ?? 0];
    const isBlack = value < MIDDLE;
    for (const next of NEIGHBOURS) {
      if (x + next.x < 0 || x + next.x >= width || y + next.y >= height) continue;
      const place = dot + next.x + next.y * width;
      light[place] = (light[place] ?? 0) + ((value - (isBlack ? 0 : 255)) * next.share) / 16;
    }
    return isBlack ? 1 : 0;
  });
}

/**
 * How a picture is lost on paper. `blank`: nearly nothing is printed; `faint`: only scattered dots; `solid`: nearly all
 * is black.
 */
export type PaperLoss = 'blank' | 'faint' | 'solid';

/** Share of black below which a picture is blank. A thin line around a picture has more. */
const BLANK = 0.002;
/** Share of black above which it is solid. */
const SOLID = 0.95;

/** Undefined when the picture is visible on paper. `black` is the result of {@link dithered}. */
export function paperLoss(lightness: Float32Array, black: Uint8Array): PaperLoss | undefined {
  const share = black.reduce((sum, dot) => sum + dot, 0) / black.length;
  if (share < BLANK) return 'blank';
  if (share > SOLID) return 'solid';
  const dark = lightness.reduce((sum, value) => sum + (value < MIDDLE ? 1 : 0), 0) / lightness.length;
  return dark < BLANK ? 'faint' : undefined;
}

/** The texts for the person who uploaded the picture. */
export const PAPER_LOSSES: Readonly<Record<PaperLoss, Bilingual>> = {
  blank: {
    sr: 'Од ове слике се не штампа готово ништа: на папиру је бела или провидна. Обрните боје или изаберите тамнију слику.',
    en: 'Almost nothing of this picture is printed: on paper it is white or transparent. Invert it, or choose a darker one.',
  },
  faint: {
    sr: 'Ова слика је пребледа: на папиру остају само ретке тачке. Изаберите тамнију слику или обрните боје.',
    en: 'This picture is too faint: only scattered dots of it are printed. Choose a darker one, or invert it.',
  },
  solid: {
    sr: 'Готово цела слика се штампа црно. Обрните боје или изаберите светлију слику.',
    en: 'Almost all of this picture is printed black. Invert it, or choose a lighter one.',
  },
};
