import { complain } from './command.js';
import { inLanguage } from './language.js';

const LANGUAGES = { sr: 'sr', en: 'en' } as const;

/**
 * Prints why an operation was refused, in the language of the terminal, and returns the exit code. Operations refuse
 * with English sentences; a sentence without a translation is printed in English.
 */
export async function refuse(error: string): Promise<number> {
  return complain(await inWords(error));
}

/** A refusal in the language of the terminal. */
export async function inWords(error: string): Promise<string> {
  // English needs no translation, so the translations are not loaded.
  if (inLanguage(LANGUAGES) === 'en') return error;
  const { commandWordsOf } = await import('./box/refusal.js');
  const words = commandWordsOf(error);
  return words === undefined ? error : inLanguage(words);
}
