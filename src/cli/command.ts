import { failed, ok, type Result } from '../base/result.js';
import { oneLine } from '../base/text.js';

/** One command of `kasirbox`. */
export interface Command {
  /** How it is called, without `kasirbox`: `keys create --label L --data DIR`. */
  readonly usage: readonly string[];
  /** What it does, in a line. */
  readonly summary: string;
  /** Resolves with the exit code. */
  readonly run: (args: readonly string[]) => Promise<number>;
}

export const SUCCESS = 0;
export const FAILURE = 1;
/** The command line itself was not understood. */
export const USAGE = 2;

/** Where a command looks for the box when `--data` is not given; an installed box names its own folder. */
export const DEFAULT_FOLDER = process.env['KASIRBOX_DATA'] ?? './data';

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** A named value below a heading. It may be somebody else's text, which must not drive the terminal. */
export function printRow(name: string, value: string): void {
  print(`  ${name.padEnd(14)}${oneLine(value)}`);
}

/** Says what went wrong; the exit code that goes with it. */
export function complain(message: string, code: number = FAILURE): number {
  process.stderr.write(`kasirbox: ${message}\n`);
  return code;
}

export interface Parsed {
  readonly values: Readonly<Record<string, string | undefined>>;
  readonly words: readonly string[];
}

/**
 * Reads options that each take a value, flags that take none (their value is ''), and plain words, in any order. `--data` is always known. An option begins with
 * two dashes: what begins with one, such as a negative number, is a word, and so is all behind `--`.
 */
export function readArgs(
  args: readonly string[],
  options: readonly string[] = [],
  flags: readonly string[] = [],
): Result<Parsed, string> {
  const known = ['data', ...options];
  const values: Record<string, string> = {};
  const words: string[] = [];
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const [, name, given] = /^--([^=]*)(?:=(.*))?$/s.exec(arg) ?? [];
    if (name === undefined) {
      words.push(arg);
    } else if (arg === '--') {
      words.push(...rest.splice(0));
    } else if (flags.includes(name) && given === undefined) {
      values[name] = '';
    } else if (!known.includes(name)) {
      return failed(`there is no option "--${name}" here`);
    } else {
      const value = given ?? rest.shift();
      if (value === undefined || (given === undefined && value.startsWith('--'))) {
        return failed(`--${name} needs a value`);
      }
      values[name] = value;
    }
  }
  return ok({ values, words });
}
