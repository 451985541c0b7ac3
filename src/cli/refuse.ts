import { complain } from './command.js';
import { inLanguage } from './language.js';

const LANGUAGES = { sr: 'sr', en: 'en' } as const;

/**
 * Prints why an operation was refused, in the language of the terminal, and returns the exit code for it. Operations refuse with English
 * sentences; one that nobody has put into Serbian is better than none.
 */
export async function refuse(error: string): Promise<number> {
  return complain(await inWords(error));
}

/** A refusal in the language of the terminal. */
export async function inWords(error: string): Promise<string> {
  // English needs no look-up, and so no loading of it.
  if (inLanguage(LANGUAGES) === 'en') return error;
  const { commandWordsOf } = await import('./box/refusal.js');
  const words = commandWordsOf(error);
  return words === undefined ? error : inLanguage(words);
}
