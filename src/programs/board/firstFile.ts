import { failed, ok, oneLine, type Result } from '../../base/index.js';
import { type Check, FILE_TEXTS, PAIR_TEXTS, type Problem } from './boardTexts.js';
import { isTheSame, type Place, type Statement, statementsOf } from './statements.js';
import { type Given, isInside, SECRETS, SECTIONS } from './values.js';

/** A secret in the file, and its position. */
export interface Secret {
  /** `password` or `code`. */
  readonly key: string;
  readonly value: string;
  readonly place: Place;
}

/** The content of a valid file. */
export interface FirstFile {
  readonly given: Given;
  readonly secrets: readonly Secret[];
  /** The line of a value, such as `wifi.ssid`, or of a section; 1 when it is absent. */
  readonly lineOf: (name: string) => number;
}

/** Maximum number of reported problems; a file that is not TOML has one in each line. */
const MAX_PROBLEMS = 30;
/** Maximum length of a name that is repeated. */
const MAX_NAME = 40;

/** Parses `kasirbox.toml`. The error has all problems, in the order of their lines. */
export function readFirstFile(bytes: Buffer): Result<FirstFile, readonly Problem[]> {
  const { statements, problems } = statementsOf(bytes);
  const reading = new Reading(statements);
  const all = [...problems, ...reading.problems];
  if (all.length === 0) all.push(...pairProblems(reading.file));
  if (all.length === 0 && !isTheSame(bytes, statements)) all.push({ line: 1, text: FILE_TEXTS.unclear });
  if (all.length === 0) return ok(reading.file);
  return failed(all.sort((one, other) => one.line - other.line).slice(0, MAX_PROBLEMS));
}

/** Reads the statements one by one. */
class Reading {
  readonly problems: Problem[] = [];
  readonly file: FirstFile;
  private readonly lines = new Map<string, number>();
  private readonly values: Record<string, Record<string, unknown>> = {};
  private readonly secrets: Secret[] = [];
  /** Name of the section; null when it is unknown, undefined before the first section. */
  private section: string | null | undefined;

  constructor(statements: readonly Statement[]) {
    for (const statement of statements) {
      if (statement.kind === 'section') this.enter(statement.name, statement.place.line);
      else this.take(statement.name, statement.value, statement.place);
    }
    const lineOf = (name: string): number => this.lines.get(name) ?? 1;
    // Each value was checked by SECTIONS, from which the type is derived.
    this.file = { given: this.values, secrets: this.secrets, lineOf };
  }

  private enter(name: string, line: number): void {
    const known = Object.keys(SECTIONS);
    this.section = known.includes(name) ? name : null;
    if (this.section === null) this.problems.push({ line, ...unknown(FILE_TEXTS.unknownSection, name, known) });
    else this.note(`[${name}]`, name, line);
  }

  private take(name: string, value: unknown, place: Place): void {
    const { line } = place;
    const { section } = this;
    // Values in an unknown section are not checked; they may be correct once its name is.
    if (section === null) return;
    if (section === undefined) {
      this.problems.push({ line, text: FILE_TEXTS.outside, values: { name: shown(name) } });
      return;
    }
    const checks: Readonly<Record<string, Check<unknown>>> = SECTIONS[section as keyof typeof SECTIONS];
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
    if (check === undefined) {
      this.problems.push({ line, ...unknownKey(section, name, Object.keys(checks)) });
      return;
    }
    if (!this.note(name, `${section}.${name}`, line)) return;
    const checked = check(value);
    if (!checked.ok) {
      this.problems.push({ line, ...checked.error });
      return;
    }
    (this.values[section] ??= {})[name] = checked.value;
    if (SECRETS.has(`${section}.${name}`)) this.secrets.push({ key: name, value: String(value), place });
  }

  /** False when it was given before. */
  private note(shownName: string, name: string, line: number): boolean {
    const first = this.lines.get(name);
    if (first === undefined) this.lines.set(name, line);
    else this.problems.push({ line, text: FILE_TEXTS.twice, values: { name: shownName, first } });
    return first === undefined;
  }
}

function unknown(text: Problem['text'], name: string, known: readonly string[]): Omit<Problem, 'line'> {
  const near = nearest(name, known);
  const hint = near === undefined ? '' : ` → ${near}`;
  return { text, values: { name: shown(name), known: known.join(', '), hint } };
}

function unknownKey(section: string, name: string, known: readonly string[]): Omit<Problem, 'line'> {
  const { text, values } = unknown(FILE_TEXTS.unknownKey, name, known);
  const home = Object.entries(SECTIONS).find(([, checks]) => Object.hasOwn(checks, name))?.[0];
  const hint = home === undefined ? (values?.['hint'] ?? '') : ` → [${home}]`;
  return { text, values: { ...values, section, hint } };
}

/** A name as shown in a report. */
function shown(name: string): string {
  return oneLine(Array.from(name).slice(0, MAX_NAME).join(''));
}

function pairProblems({ given: { wifi = {}, network = {}, company }, lineOf }: FirstFile): Problem[] {
  const problems: Problem[] = [];
  const hasNetwork = wifi.ssid !== undefined && wifi.ssid !== '';
  for (const name of ['password', 'hidden'] as const) {
    if (!hasNetwork && wifi[name] !== undefined) {
      problems.push({ line: lineOf(`wifi.${name}`), text: PAIR_TEXTS.noNetwork, values: { name } });
    }
  }
  const { gateway, address } = network;
  if (typeof gateway === 'string') {
    const line = lineOf('network.gateway');
    if (address === undefined || address === null) problems.push({ line, text: PAIR_TEXTS.gatewayAlone });
    else if (!isInside(gateway, address) || gateway === address.address) {
      problems.push({ line, text: PAIR_TEXTS.gatewayElsewhere });
    }
  }
  const missing = company === undefined ? [] : Object.keys(SECTIONS.company).filter((name) => !(name in company));
  if (missing.length > 0) {
    problems.push({
      line: lineOf('company'),
      text: PAIR_TEXTS.companyParts,
      values: { missing: missing.join(', ') },
    });
  }
  return problems;
}

/** The most similar known name, with the fewest different letters; undefined when none is similar. */
function nearest(given: string, known: readonly string[]): string | undefined {
  const typed = given.toLowerCase().slice(0, 40);
  const ranked = known
    .map((name) => ({ name, distance: distanceOf(typed, name) }))
    .sort((one, other) => one.distance - other.distance);
  const [best] = ranked;
  return best !== undefined && best.distance <= Math.max(1, Math.floor(best.name.length / 3)) ? best.name : undefined;
}

/** Letters to insert, remove or replace (Levenshtein). */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  Array.from(one).forEach((letter, index) => {
    const next = [index + 1];
    for (let at = 1; at <= other.length; at += 1) {
      const replaced = (row[at - 1] ?? 0) + (letter === other.charAt(at - 1) ? 0 : 1);
      next.push(Math.min((row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1, replaced));
    }
    row = next;
  });
  return row[other.length] ?? 0;
}
