import { createInterface } from 'node:readline/promises';
import { inLanguage } from './language.js';

const YES = ['yes', 'да', 'da'];

/** Asks on the terminal, where only a full yes counts; undefined without a terminal. */
export async function confirm(question: string): Promise<boolean | undefined> {
  const answer = await askForRow(`${question} ${inLanguage({ sr: 'Упишите да:', en: 'Type yes:' })} `);
  return answer === undefined ? undefined : YES.includes(answer.toLowerCase());
}

/** Asks on the terminal for one row, without the blanks around it; undefined without a terminal. */
export async function askForRow(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-D and Ctrl-C give no answer.
  const left = new Promise<string>((resolve) =>
    terminal.once('close', () => resolve('')).once('SIGINT', () => terminal.close()),
  );
  const answer = await Promise.race([terminal.question(question), left]);
  terminal.close();
  return answer.trim();
}
