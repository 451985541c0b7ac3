import { createInterface } from 'node:readline/promises';
import type { Bilingual } from '../../base/index.js';
import { complain, USAGE } from './command.js';
import { inLanguage } from './language.js';

const YES = ['yes', 'да', 'da'];

/** Asks on the terminal, where only a full yes counts; undefined without a terminal. */
export async function confirm(question: string): Promise<boolean | undefined> {
  const answer = await promptForLine(`${question} ${inLanguage({ sr: 'Упишите да:', en: 'Type yes:' })} `);
  return answer === undefined ? undefined : YES.includes(answer.toLowerCase());
}

/**
 * Asks on the terminal before something that cannot be undone. Undefined when the person is sure; otherwise the exit
 * code. `refused`: the message when they are not.
 */
export async function exitUnlessConfirmed(question: Bilingual, refused: Bilingual): Promise<number | undefined> {
  const isSure = await confirm(inLanguage(question));
  if (isSure === undefined) return complain(NO_TERMINAL, USAGE);
  return isSure ? undefined : complain(refused);
}

const NO_TERMINAL: Bilingual = {
  sr: 'нема терминала за питање: наведите --yes ако сте сигурни',
  en: 'there is no terminal to ask on: add --yes if you are sure',
};

/** Asks on the terminal for one row, without the blanks around it; undefined without a terminal. */
export async function promptForLine(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-D and Ctrl-C give no answer.
  const closed = new Promise<string>((resolve) =>
    terminal.once('close', () => resolve('')).once('SIGINT', () => terminal.close()),
  );
  const answer = await Promise.race([terminal.question(question), closed]);
  terminal.close();
  return answer.trim();
}

/** Shows the progress of long work on a terminal. */
interface Meter {
  /** Bytes done, of all if their number is known. */
  show(done: number, all?: number): void;
  /** Removes the row. */
  end(): void;
}

/** Time between two updates, ms: a terminal on a serial port is slow. */
const INTERVAL = 200;
const MEGABYTE = 1_000_000;

/** Rewrites one row on standard error. Writes nothing when standard error is not a terminal. */
export function meter(what: string): Meter {
  const { stderr } = process;
  let last = 0;
  return {
    show(done, all) {
      if (!stderr.isTTY || performance.now() - last < INTERVAL) return;
      last = performance.now();
      const share = all === undefined || all === 0 ? '' : ` (${Math.floor((100 * done) / all)} %)`;
      stderr.write(`\r\u001b[K${(done / MEGABYTE).toFixed(1)} MB ${what}${share}`);
    },
    end() {
      if (stderr.isTTY) stderr.write('\r\u001b[K');
    },
  };
}
