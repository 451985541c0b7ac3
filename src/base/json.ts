import { failed, ok } from './result.js';
import type { Result } from './result.js';

/** Decimals of 15 significant digits survive the conversion to a double and back (IEEE 754 binary64, DBL_DIG). */
const EXACT_DIGITS = 15;

/**
 * A parser may limit the depth (RFC 8259, section 9). Request bodies have at most 4 levels; the recursion below is
 * safe.
 */
const MAX_DEPTH = 64;

/** Why a text is refused. `too many values`: more than the caller allows. */
export type JsonFault = 'not valid JSON' | 'nested too deeply' | 'number out of range' | 'too many values';

const LONG_LITERAL = /[\d.]{16}/;

/** Only literals with such an exponent, or long ones, can exceed the largest double, 1.8e308. */
const LARGE_EXPONENT = /\d[eE]\+?\d{3}/;

/**
 * A string or a number. No branch can fail once it has begun, not even on an unterminated string, so the search never
 * reads anything twice and takes linear time on any input.
 */
const TOKEN = /"[^"\\]*(?:\\[^][^"\\]*)*"?|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Parses JSON so that amounts are exact. Number literals of more than 15 significant digits are truncated to 15, so
 * that `String(number)` is the decimal text that was sent; rounding to three decimals is then exact up to 11 digits
 * before the point. Numbers outside the range of a double (1e999) and deep nesting are refused (RFC 8259, sections 6,
 * 9). The error is for the client of the API.
 *
 * @param maxCommas maximum number of commas between values
 * @param beyond numbers outside the range of a double: `infinite` lets the caller refuse the field
 */
export function parseJson(
  text: string,
  maxCommas = Infinity,
  beyond: 'refused' | 'infinite' = 'refused',
): Result<unknown, JsonFault> {
  // Both are checked before JSON.parse, which takes a tenth of a second for a body of brackets or of short members.
  const excess = excessOf(text, maxCommas);
  if (excess !== undefined) return failed(excess);
  const hasLong = LONG_LITERAL.test(text);
  const exact = hasLong ? text.replace(TOKEN, (token) => cutDigits(token)) : text;
  let value: unknown;
  try {
    value = JSON.parse(exact);
  } catch {
    return failed('not valid JSON');
  }
  const mayOverflow = beyond === 'refused' && (hasLong || LARGE_EXPONENT.test(text));
  return mayOverflow && hasInfinity(value) ? failed('number out of range') : ok(value);
}

/**
 * Preserves the form of the literal (its length before the point, a wrong leading zero), so that invalid JSON stays
 * invalid.
 */
function cutDigits(token: string): string {
  const mantissa = /^[\d.]+/.exec(token)?.[0];
  if (mantissa === undefined) return token; // a string
  const first = mantissa.search(/[1-9]/);
  if (first < 0) return token;
  const point = mantissa.indexOf('.');
  const cut = first + EXACT_DIGITS + (point > first && point < first + EXACT_DIGITS ? 1 : 0);
  if (cut >= mantissa.length) return token;
  const whole = point < 0 ? mantissa.length : point;
  const kept = cut <= whole ? mantissa.slice(0, cut) + '0'.repeat(whole - cut) : mantissa.slice(0, cut);
  return kept + token.slice(mantissa.length);
}

function hasInfinity(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(hasInfinity);
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
/** Brackets and braces differ only in this bit. */
const [OPENING, CLOSING, BRACE_BIT] = [0x7b, 0x7d, 0x20];

/** The exceeded limit of a text: depth of brackets, or commas. Exact for JSON; other texts are refused anyway. */
function excessOf(text: string, maxCommas: number): 'nested too deeply' | 'too many values' | undefined {
  let [depth, commas] = [0, 0];
  let isString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) isString = !isString;
    else if (isString) at += Number(code === BACKSLASH);
    else if (code === COMMA) commas += 1;
    else if ((code | BRACE_BIT) === OPENING) depth += 1;
    else if ((code | BRACE_BIT) === CLOSING) depth -= 1;
    if (depth > MAX_DEPTH) return 'nested too deeply';
    if (commas > maxCommas) return 'too many values';
  }
  return undefined;
}

/** A JSON object: neither null nor an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Canonical JSON, for hashes: the same content gives the same text, keys sorted by UTF-16 code units, no blanks (RFC
 * 8785).
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((member) => canonicalJson(member ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}
