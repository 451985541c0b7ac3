import { createInterface } from 'node:readline/promises';
import { inLanguage } from './language.js';

const YES = ['yes', 'да', 'da'];

/** Asks on the terminal, where only a whole yes is one; undefined when there is no terminal to ask on. */
export async function confirm(question: string): Promise<boolean | undefined> {
  if (!process.stdin.isTTY) return undefined;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-D and Ctrl-C give no answer, which is no yes.
  const left = new Promise<string>((resolve) =>
    terminal.once('close', () => resolve('')).once('SIGINT', () => terminal.close()),
  );
  const answer = await Promise.race([
    terminal.question(`${question} ${inLanguage({ sr: 'Упишите да:', en: 'Type yes:' })} `),
    left,
  ]);
  terminal.close();
  return YES.includes(answer.trim().toLowerCase());
}
