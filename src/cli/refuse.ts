import { complain } from './command.js';
import { inLanguage } from './language.js';

/**
 * Says why an operation was refused, in the language of the terminal, and returns the exit code for it. Operations refuse with English
 * sentences; one that nobody has put into Serbian is better than none.
 */
export async function refuse(error: string): Promise<number> {
  const { commandWordsOf } = await import('./box/refusal.js');
  const words = commandWordsOf(error);
  return complain(words === undefined ? error : inLanguage(words));
}
