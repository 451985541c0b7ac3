import { commandWordsOf } from '../web/index.js';
import { complain } from './command.js';
import { inLanguage } from './language.js';

/**
 * Says why an operation was refused, in the language of the terminal, and returns the exit code for it. Operations refuse with English
 * sentences; one that nobody has put into Serbian is better than none.
 */
export function refuse(error: string): number {
  const words = commandWordsOf(error);
  return complain(words === undefined ? error : inLanguage(words));
}
