import type { Bilingual } from '../base/index.js';

/** The text in the language of the terminal: Serbian or, for all others, English. */
export function inLanguage({ sr, en }: Bilingual): string {
  return /^sr/i.test(process.env['LC_ALL'] ?? process.env['LANG'] ?? '') ? sr : en;
}
