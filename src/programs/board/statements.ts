import { parse } from 'smol-toml';
import { utf8Text } from '../../base/index.js';
import { type Fault, FILE_TEXTS, type Problem } from './boardTexts.js';

const CURLY = new RegExp('[\\u201c\\u201d\\u201e\\u201f\\u2018\\u2019\\u201a\\u00ab\\u00bb]', 'u');
const INVISIBLE = new RegExp('[\\p{Cc}\\p{Cf}\\u00a0\\u2000-\\u200a\\u202f]', 'u');
const NOT_ENGLISH = new RegExp('[^\\u0000-\\u007f]', 'u');

/** The fault of a line that is not TOML, explained by common mistakes. */
function syntaxFault(line: string): Fault {
  const text = line.trim();
  if (text.startsWith('[')) return { text: FILE_TEXTS.section };
  const equals = text.indexOf('=');
  if (INVISIBLE.test(text.replaceAll('\t', ' '))) return { text: FILE_TEXTS.invisible };
  if (equals < 0) return { text: FILE_TEXTS.noEquals };
  if (NOT_ENGLISH.test(text.slice(0, equals))) return { text: FILE_TEXTS.keyLetters };
  const value = text.slice(equals + 1).trim();
  if (/^["']/.test(value)) {
    const isClosed = value.lastIndexOf(value.charAt(0)) > 0;
    if (value.startsWith('"') && value.includes('\\')) return { text: FILE_TEXTS.backslash };
    if (!isClosed) return { text: CURLY.test(value) ? FILE_TEXTS.smartQuotes : FILE_TEXTS.openQuote };
    return { text: FILE_TEXTS.notUnderstood };
  }
  if (CURLY.test(value)) return { text: FILE_TEXTS.smartQuotes };
  return { text: value.startsWith('[') ? FILE_TEXTS.notUnderstood : FILE_TEXTS.needsQuotes };
}

/** Maximum size of the file, bytes. */
export const MAX_FILE = 64 * 1024;
/** Maximum number of lines of one array. */
const MAX_LINES = 20;
/** Maximum depth of arrays and inline tables; the file needs one. */
const LIMITS = { maxDepth: 8, unsafeKeyBehaviour: 'throw' } as const;

/** Bytes of the file from the start of a line to its end, without CR and LF. */
export interface Place {
  /** From 1. */
  readonly line: number;
  readonly start: number;
  readonly length: number;
}

/** A section, or a value in it, with its lines. */
export type Statement =
  | { readonly kind: 'section'; readonly name: string; readonly place: Place }
  | { readonly kind: 'value'; readonly name: string; readonly value: unknown; readonly place: Place };

interface Line extends Place {
  readonly text: string;
}

/** The statements of a file, and its problems. */
interface Statements {
  readonly statements: readonly Statement[];
  readonly problems: readonly Problem[];
}

/**
 * Splits the file into statements of TOML 1.0. The library parses each separately, so that all mistakes are found at
 * once, and each value has its line. {@link isTheSame} proves that the statements together equal the file.
 */
export function statementsOf(bytes: Buffer): Statements {
  const fault = encodingProblem(bytes);
  if (fault !== undefined) return { statements: [], problems: [fault] };
  const lines = linesOf(bytes);
  const statements: Statement[] = [];
  const problems: Problem[] = [];
  for (let at = 0; at < lines.length;) {
    const { taken, statement, problem } = readAt(lines, at);
    if (statement !== undefined) statements.push(statement);
    if (problem !== undefined) problems.push(problem);
    at += taken;
  }
  return { statements, problems };
}

/** True when the library parses the whole file to the same content as these statements. */
export function isTheSame(bytes: Buffer, statements: readonly Statement[]): boolean {
  const assembled: Record<string, Record<string, unknown>> = {};
  let current: Record<string, unknown> = assembled;
  for (const one of statements) {
    if (one.kind === 'section') current = assembled[one.name] = {};
    else current[one.name] = one.value;
  }
  const whole = parsed(utf8Text(bytes) ?? '');
  return whole !== undefined && JSON.stringify(whole) === JSON.stringify(assembled);
}

/** True for one or more lines of valid TOML. */
export function isStatement(text: string): boolean {
  return parsed(text) !== undefined;
}

function encodingProblem(bytes: Buffer): Problem | undefined {
  if (bytes.length > MAX_FILE) return { line: 1, text: FILE_TEXTS.tooLong };
  // UTF-16 has a zero byte next to each English letter; UTF-8 has none.
  const mark = bytes.subarray(0, 2).toString('hex');
  if (['fffe', 'feff'].includes(mark) || bytes.includes(0)) return { line: 1, text: FILE_TEXTS.utf16 };
  if (utf8Text(bytes) !== undefined) return undefined;
  const line = splitLines(bytes).findIndex((one) => utf8Text(one) === undefined) + 1;
  return { line: Math.max(1, line), text: FILE_TEXTS.notUtf8 };
}

function splitLines(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let start = 0; start <= bytes.length;) {
    const end = bytes.indexOf(0x0a, start);
    lines.push(bytes.subarray(start, end < 0 ? bytes.length : end));
    start = end < 0 ? bytes.length + 1 : end + 1;
  }
  return lines;
}

function linesOf(bytes: Buffer): Line[] {
  let start = 0;
  return splitLines(bytes).map((whole, index) => {
    const mark = index === 0 && whole.subarray(0, 3).toString('hex') === 'efbbbf' ? 3 : 0;
    const end = whole.at(-1) === 0x0d ? whole.length - 1 : whole.length;
    const content = whole.subarray(mark, Math.max(mark, end));
    const line = { line: index + 1, start: start + mark, length: content.length, text: content.toString() };
    start += whole.length + 1;
    return line;
  });
}

interface ReadLine {
  readonly taken: number;
  readonly statement?: Statement;
  readonly problem?: Problem;
}

function readAt(lines: readonly Line[], at: number): ReadLine {
  const first = lines[at];
  if (first === undefined) return { taken: 1 };
  const { text, ...place } = first;
  const table = parsed(text);
  if (table !== undefined) return { taken: 1, ...statementOf(table, text, place) };
  const more = /^[^#"'[]*=[ \t]*\[/.test(text) ? arrayFrom(lines, at) : undefined;
  if (more === undefined) return { taken: 1, problem: { line: place.line, ...syntaxFault(text) } };
  const last = lines[at + more.taken - 1] ?? first;
  const whole = { ...place, length: last.start + last.length - place.start };
  return { taken: more.taken, ...statementOf(more.table, text, whole) };
}

function statementOf(table: Record<string, unknown>, text: string, place: Place): Omit<ReadLine, 'taken'> {
  const [entry] = Object.entries(table);
  if (entry === undefined) return {};
  const [name, value] = entry;
  if (!text.trimStart().startsWith('[')) return { statement: { kind: 'value', name, value, place } };
  const isPlain = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  if (!isPlain || Array.isArray(value)) return { problem: { line: place.line, text: FILE_TEXTS.section } };
  return { statement: { kind: 'section', name, place } };
}

/** An array that extends over several lines. */
function arrayFrom(
  lines: readonly Line[],
  at: number,
): { readonly taken: number; readonly table: Record<string, unknown> } | undefined {
  let text = lines[at]?.text ?? '';
  for (let taken = 2; taken <= MAX_LINES; taken += 1) {
    const next = lines[at + taken - 1]?.text;
    if (next === undefined || /^[ \t]*(?:[\w-]+[ \t]*=|\[)/.test(next)) return undefined;
    text += `\n${next}`;
    const table = parsed(text);
    if (table !== undefined) return { taken, table };
  }
  return undefined;
}

/** The result of the library; undefined when it refuses the text. */
function parsed(text: string): Record<string, unknown> | undefined {
  try {
    return parse(text, LIMITS);
  } catch {
    return undefined;
  }
}
