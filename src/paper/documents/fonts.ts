import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * The fonts of the sheet, as whole TrueType files: Inter with tabular figures, and DejaVu for the slip. Both cover both
 * Serbian alphabets.
 */
export const FONT_FILES = {
  text: 'Inter_400Regular.ttf',
  bold: 'Inter_600SemiBold.ttf',
  mono: 'DejaVuSansMono.ttf',
} as const;

export type FontName = keyof typeof FONT_FILES;

/** Their paths in a source tree. */
const PACKAGED: Readonly<Record<FontName, string>> = {
  text: '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
  bold: '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf',
  mono: 'dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf',
};

/** Path of a font file: next to the bundle, or in its package in a source tree. Null when it is missing. */
export function fontPath(name: FontName): string | null {
  const bundled = join(__dirname, 'fonts', FONT_FILES[name]);
  if (existsSync(bundled)) return bundled;
  try {
    return createRequire(__filename).resolve(PACKAGED[name]);
  } catch {
    return null;
  }
}

/**
 * Missing font files, as paths relative to the program. PDFs need them; the HTML sheet can fall back to the reader's
 * fonts.
 */
export function missingFonts(): string[] {
  const names = Object.keys(FONT_FILES) as FontName[];
  return names.filter((name) => fontPath(name) === null).map((name) => `fonts/${FONT_FILES[name]}`);
}
