import { oneLine } from '../../base/index.js';
import { replaceMissingGlyphs } from './glyphs.js';

/** In characters that can be drawn, without the padding of a receipt's 40 columns. */
export function tidy(text: string): string {
  return replaceMissingGlyphs(oneLine(text)).replace(/ {2,}/g, ' ').trim();
}
