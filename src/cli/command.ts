import { parseArgs, type ParseArgsConfig } from 'node:util';
import { failed, ok, type Result } from '../base/result.js';

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

/** Where a command looks for the box when `--data` is not given. */
export const DEFAULT_FOLDER = './data';

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
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

/** Reads options that each take a value, and plain words, in any order. `--data` is always known. */
export function readArgs(args: readonly string[], options: readonly string[] = []): Result<Parsed, string> {
  const known: ParseArgsConfig['options'] = Object.fromEntries(
    ['data', ...options].map((name) => [name, { type: 'string' }]),
  );
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: known,
      allowPositionals: true,
      strict: true,
    });
    const texts = Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value : undefined]);
    return ok({ values: Object.fromEntries(texts) as Record<string, string | undefined>, words: positionals });
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  }
}
