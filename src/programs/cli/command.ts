import { parseArgs } from 'node:util';
import {
  type Bilingual,
  DEFAULT_FOLDER,
  failed,
  ok,
  oneLine,
  padEnd,
  padStart,
  type Result,
  FOR_SERVICE,
  type Message,
  phrase,
  textWidth,
} from '../../base/index.js';
import { type Environment, ENVIRONMENTS } from '../../contract/index.js';
import { inLanguage } from './language.js';

/** One command of `kasirbox`. */
export interface Command {
  /** Its forms, without `kasirbox`: `keys create --label L --data DIR`. */
  readonly usage: readonly string[];
  /** A short description; a second line is indented by six blanks. */
  readonly summary: Bilingual;
  /** Options with a value, in addition to `--data`, which every command accepts. */
  readonly options?: readonly string[];
  /** Options that take no value. */
  readonly flags?: readonly string[];
  /** Resolves with the exit code. */
  readonly run: (args: Args) => Promise<number>;
}

/** A parsed command line. */
export interface Args {
  /** The data folder. */
  readonly folder: string;
  readonly words: readonly string[];
  readonly values: Readonly<Record<string, string | undefined>>;
  readonly flags: ReadonlySet<string>;
}

export const SUCCESS = 0;
export const FAILURE = 1;
/** Exit code: the command line itself is wrong. */
export const USAGE = 2;

/** Resolves with the exit code. */
export async function runCommand(command: Command, args: readonly string[]): Promise<number> {
  const read = readArgs(command, args);
  return read.ok ? command.run(read.value) : complain(read.error, USAGE);
}

export function print(text: string | Bilingual): void {
  process.stdout.write(`${spoken(text)}\n`);
}

/** Columns of the names that {@link printRow} prints; a longer one shifts its value. */
const NAME_WIDTH = 13;

/**
 * Prints a named value below a heading. The value may come from another party, so control characters must not reach the
 * terminal.
 */
export function printRow(name: string | Bilingual, value: string | Bilingual): void {
  print(`  ${padEnd(spoken(name), NAME_WIDTH)} ${oneLine(spoken(value))}`);
}

/** Prints a line for a person on standard error; standard output has the result alone, which may be piped. */
export function printNote(text: string | Bilingual | Message): void {
  process.stderr.write(`${spoken(text)}\n`);
}

/** Reports a step of long work on standard error, so that a person sees what the command waits for. */
export function printProgress(step: Bilingual): void {
  printNote(oneLine(inLanguage(step)));
}

/** Prints a value for programs. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}

type TableRow = readonly string[];

/** Prints rows in columns, indented: see {@link tableLines}. */
export function printTable(rows: readonly TableRow[], isNumber?: readonly boolean[]): void {
  for (const line of tableLines(rows, isNumber)) print(`  ${line}`.trimEnd());
}

/**
 * The lines of a table, whose columns are as wide as their widest cell. Columns marked by `isNumber` are aligned right.
 * A cell may come from another party, so control characters must not reach the terminal.
 */
export function tableLines(rows: readonly TableRow[], isNumber: readonly boolean[] = []): string[] {
  const cells = rows.map((row) => row.map(oneLine));
  const widths: number[] = [];
  for (const row of cells) row.forEach((cell, at) => (widths[at] = Math.max(widths[at] ?? 0, textWidth(cell))));
  return cells.map((row) => {
    const padded = row.map((cell, at) => (isNumber[at] === true ? padStart : padEnd)(cell, widths[at] ?? 0));
    return padded.join('  ').trimEnd();
  });
}

/** Prints the result of a command, and returns the exit code for success. */
export function succeed(text: string | Bilingual): number {
  print(text);
  return SUCCESS;
}

/**
 * Prints an error, and returns its exit code. A service that has started this command gets a message as data: see
 * {@link runOwnCommand}.
 */
export function complain(message: string | Bilingual | Message, code: number = FAILURE): number {
  const isForService = process.env[FOR_SERVICE] !== undefined && typeof message !== 'string' && 'code' in message;
  printNote(`kasirbox: ${isForService ? JSON.stringify(message) : spoken(message)}`);
  return code;
}

function spoken(text: string | Bilingual | Message): string {
  return typeof text === 'string' ? text : inLanguage(text);
}

/** Prints the forms of a command, a line for each, and returns the exit code for a wrong command line. */
export function complainUsage(usage: readonly string[]): number {
  const [form = '', ...others] = usage.map((words) => `kasirbox ${words}`);
  const forms = others.length === 0 ? ` ${form}` : ['', form, ...others].join('\n  ');
  return complain({ sr: `употреба:${forms}`, en: `usage:${forms}` }, USAGE);
}

/** The option `--environment`; undefined when it is not given. */
export function readEnvironment({ values }: Args): Result<Environment | undefined, Message> {
  const given = values['environment'];
  const environment = ENVIRONMENTS.find((known) => known === given);
  if (given === undefined || environment !== undefined) return ok(environment);
  return failed(
    phrase({
      sr: `--environment је једно од: ${ENVIRONMENTS.join(', ')}`,
      en: `--environment must be one of ${ENVIRONMENTS.join(', ')}`,
    }),
  );
}

/**
 * Parses options and plain words, in any order. An option begins with two dashes. A word that begins with one dash,
 * such as a negative number, is a plain word, and so is everything after `--`.
 */
function readArgs({ options = [], flags = [] }: Command, args: readonly string[]): Result<Args, Message> {
  const valued = ['data', ...options];
  const { tokens } = parseArgs({
    // parseArgs would take a word such as `-5-3` apart; words and values are taken from `args` by index.
    args: args.map((arg) => (/^-[^-]/.test(arg) ? '' : arg)),
    options: Object.fromEntries(valued.map((name) => [name, { type: 'string' as const }])),
    strict: false,
    tokens: true,
  });
  const values: Record<string, string> = {};
  const given = new Set<string>();
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') {
      words.push(args[token.index] ?? '');
    } else if (token.kind === 'option') {
      const { name, inlineValue } = token;
      const value = inlineValue === false ? args[token.index + 1] : token.value;
      if (flags.includes(name) && value === undefined) {
        given.add(name);
      } else if (!valued.includes(name)) {
        return failed(phrase({ sr: `овде нема опције „--${name}”`, en: `there is no option "--${name}" here` }));
      } else if (value === undefined || (!inlineValue && value.startsWith('--'))) {
        return failed(phrase({ sr: `--${name} тражи вредност`, en: `--${name} needs a value` }));
      } else {
        values[name] = value;
      }
    }
  }
  const { data: folder = DEFAULT_FOLDER, ...others } = values;
  return ok({ folder, words, values: others, flags: given });
}
