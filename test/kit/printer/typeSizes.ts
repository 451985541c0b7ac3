import { type Font, fontOf } from '../../../src/paper/printing/escpos/font.js';
import { type Glyph, glyphs } from './alphabet.js';
import { DEVICE_FONTS, drawLetter, type Setting } from './deviceFont.js';
import { Picture } from './picture.js';

type FontSize = Parameters<typeof fontOf>[1];

/** Type of one size, letter by letter. */
export interface Type {
  readonly width: number;
  readonly height: number;
  readonly draw: (letter: string) => Picture;
}

/** A size of type that can be recognised. */
export interface TypeSize extends Omit<Type, 'draw'> {
  /** Drawn when first asked for, since few papers have all sizes. */
  readonly glyphs: () => readonly Glyph[];
}

/** The outline as it is, in the cells of a printer's own fonts. */
export function deviceType(setting: Setting): Type {
  return { width: setting.width, height: setting.height, draw: (letter) => drawLetter(letter, setting) };
}

/** The face that the box draws with. That each of its letters looks like itself is another test's matter. */
export function boxType(column: 9 | 12 | 14, size: FontSize): Type {
  const font = fontOf(column, size);
  return { width: font.width, height: font.height, draw: (letter) => drawnBy(font, letter) };
}

/** Of every width of a column: usual text, the total, and sentences. */
export const BOX_TYPES: readonly Type[] = ([14, 12, 9] as const).flatMap((column) =>
  (['usual', 'tall', 'large'] as const).map((size) => boxType(column, size)),
);

const DEVICE_TYPE = deviceType(DEVICE_FONTS.A);
const ENLARGED: Type = {
  width: 2 * DEVICE_TYPE.width,
  height: 2 * DEVICE_TYPE.height,
  draw: (letter) => DEVICE_TYPE.draw(letter).enlarged(2, 2),
};

/** What drawn slips are set in, and the type of the stand-in itself. */
export const TYPE_SIZES: readonly TypeSize[] = [...BOX_TYPES, DEVICE_TYPE, ENLARGED].map(({ width, height, draw }) => {
  let drawn: Glyph[] | undefined;
  return { width, height, glyphs: () => (drawn ??= glyphs(draw)) };
});

function drawnBy(font: Font, letter: string): Picture {
  const picture = new Picture(font.width, font.height);
  font.glyph(letter).forEach((dots, y) => {
    for (let x = 0; x < font.width; x += 1) picture.dots[y * font.width + x] = (dots >>> (31 - x)) & 1;
  });
  return picture;
}
