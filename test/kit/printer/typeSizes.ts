import { type Glyph, glyphs } from './alphabet.js';
import { DEVICE_FONTS, drawLetter, type Setting } from './deviceFont.js';

/** A size of type that can be recognised. */
export interface TypeSize {
  readonly width: number;
  readonly height: number;
  /** Drawn when first asked for, since few papers have all sizes. */
  readonly glyphs: () => readonly Glyph[];
}

const LARGE: Setting = DEVICE_FONTS.A;
const SMALL: Setting = { width: 9, height: 18, em: 15, baseline: 14 };

/** The two cells in which drawn slips have 40 columns, and twice their size: drawn so large, or of enlarged dots. */
export const TYPE_SIZES: readonly TypeSize[] = [LARGE, SMALL].flatMap((setting) => [
  sized(setting, () => glyphs((letter) => drawLetter(letter, setting))),
  sized(doubled(setting), () => [
    ...glyphs((letter) => drawLetter(letter, doubled(setting))),
    ...glyphs((letter) => drawLetter(letter, setting).enlarged(2, 2)),
  ]),
]);

function doubled({ width, height, em, baseline }: Setting): Setting {
  return { width: 2 * width, height: 2 * height, em: 2 * em, baseline: 2 * baseline };
}

function sized({ width, height }: Setting, draw: () => Glyph[]): TypeSize {
  let drawn: Glyph[] | undefined;
  return { width, height, glyphs: () => (drawn ??= draw()) };
}
