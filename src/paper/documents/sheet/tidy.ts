import { oneLine } from '../../../base/index.js';
import { replaceMissingGlyphs } from './glyphs.js';

/** Replaces characters that cannot be drawn, and removes the padding of a receipt's 40 columns. */
export function tidy(text: string): string {
  return replaceMissingGlyphs(oneLine(text)).replace(/ {2,}/g, ' ').trim();
}
