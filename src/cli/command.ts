import {
  type Bilingual,
  DEFAULT_FOLDER,
  type Environment,
  ENVIRONMENTS,
  failed,
  ok,
  oneLine,
  type Result,
} from '../base/index.js';
import { inLanguage } from './language.js';

/** One command of `kasirbox`. */
export interface Command {
  /** Its forms, without `kasirbox`: `keys create --label L --data DIR`. */
  readonly usage: readonly string[];
  /** What it does; a second line is indented by six blanks. */
  readonly summary: Bilingual;
  /** Options that each take a value, beside `--data`, which every command takes. */
  readonly options?: readonly string[];
  /** Options that take no value. */
  readonly flags?: readonly string[];
  /** Resolves with the exit code. */
  readonly run: (args: Args) => Promise<number>;
}

/** A command line that was read. */
export interface Args {
  /** The data folder. */
  readonly folder: string;
  readonly words: readonly string[];
  readonly values: Readonly<Record<string, string | undefined>>;
  readonly flags: ReadonlySet<string>;
}

export const SUCCESS = 0;
export const FAILURE = 1;
/** The command line itself was not understood. */
export const USAGE = 2;

/** Resolves with the exit code. */
export async function runCommand(command: Command, args: readonly string[]): Promise<number> {
  const read = readArgs(command, args);
  return read.ok ? command.run(read.value) : complain(read.error, USAGE);
}

export function print(text: string | Bilingual): void {
  process.stdout.write(`${spoken(text)}\n`);
}

/** A named value below a heading. The value may be somebody else's text, which must not drive the terminal. */
export function printRow(name: string, value: string): void {
  print(`  ${column(name, 14)}${oneLine(value)}`);
}

/** A cell of this width. One that is too long pushes the next one on, and stays apart from it. */
export function column(text: string, width: number): string {
  return `${text.padEnd(width - 1)} `;
}

/** Says what went wrong, and returns the exit code for it. */
export function complain(message: string | Bilingual, code: number = FAILURE): number {
  process.stderr.write(`kasirbox: ${spoken(message)}\n`);
  return code;
}

function spoken(text: string | Bilingual): string {
  return typeof text === 'string' ? text : inLanguage(text);
}

/** Says how a command is called, and returns the exit code for a command line that was not understood. */
export function complainUsage(usage: readonly string[], separator = ' | '): number {
  const forms = `kasirbox ${usage.join(separator)}`;
  return complain(inLanguage({ sr: `употреба: ${forms}`, en: `usage: ${forms}` }), USAGE);
}

/** The option `--environment`; undefined when it is not given. */
export function readEnvironment({ values }: Args): Result<Environment | undefined, string> {
  const given = values['environment'];
  const environment = ENVIRONMENTS.find((known) => known === given);
  if (given === undefined || environment !== undefined) return ok(environment);
  return failed(
    inLanguage({
      sr: `--environment је једно од: ${ENVIRONMENTS.join(', ')}`,
      en: `--environment is one of ${ENVIRONMENTS.join(', ')}`,
    }),
  );
}

/**
 * Reads options and plain words, in any order. An option begins with two dashes: what begins with one, such as a negative
 * number, is a word, and so is all behind `--`.
 */
function readArgs({ options = [], flags = [] }: Command, args: readonly string[]): Result<Args, string> {
  const values: Record<string, string> = {};
  const given = new Set<string>();
  const words: string[] = [];
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const [, name, attached] = /^--([^=]*)(?:=(.*))?$/s.exec(arg) ?? [];
    if (name === undefined) {
      words.push(arg);
    } else if (arg === '--') {
      words.push(...rest.splice(0));
    } else if (flags.includes(name) && attached === undefined) {
      given.add(name);
    } else if (name !== 'data' && !options.includes(name)) {
      return failed(inLanguage({ sr: `овде нема опције „--${name}”`, en: `there is no option "--${name}" here` }));
    } else {
      const value = attached ?? rest.shift();
      if (value === undefined || (attached === undefined && value.startsWith('--'))) {
        return failed(inLanguage({ sr: `--${name} тражи вредност`, en: `--${name} needs a value` }));
      }
      values[name] = value;
    }
  }
  const { data: folder = DEFAULT_FOLDER, ...others } = values;
  return ok({ folder, words, values: others, flags: given });
}
