import type { Bilingual } from '../base/index.js';

/**
 * The text in the language of the terminal: Serbian or, for all others, English. A variable that is empty is as good as unset (POSIX.1-2017,
 * 8.2).
 */
export function inLanguage({ sr, en }: Bilingual): string {
  const { LC_ALL, LC_MESSAGES, LANG } = process.env;
  return /^sr/i.test(LC_ALL || LC_MESSAGES || LANG || '') ? sr : en;
}
