import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The fonts of the sheet: DejaVu, which has both Serbian alphabets, as whole TrueType files. */
export const FONT_FILES = { text: 'DejaVuSans.ttf', bold: 'DejaVuSans-Bold.ttf', mono: 'DejaVuSansMono.ttf' } as const;

export type FontName = keyof typeof FONT_FILES;

/** Path of a font file: next to the bundle, or in its package in a source tree. Null when it is missing. */
export function fontPath(name: FontName): string | null {
  const path = join(fontFolder(), FONT_FILES[name]);
  return existsSync(path) ? path : null;
}

/** Are all fonts there? PDFs need them; the HTML sheet can fall back to the fonts of its reader. */
export function fontsPresent(): boolean {
  return Object.keys(FONT_FILES).every((name) => fontPath(name as FontName) !== null);
}

function fontFolder(): string {
  const bundled = join(__dirname, 'fonts');
  if (existsSync(bundled)) return bundled;
  try {
    return join(dirname(createRequire(__filename).resolve('dejavu-fonts-ttf/package.json')), 'ttf');
  } catch {
    return bundled;
  }
}
