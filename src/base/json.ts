import { failed, ok } from './result.js';
import type { Result } from './result.js';

/** A decimal of 15 significant digits survives the way through a double and back (IEEE 754 binary64, DBL_DIG). */
const EXACT_DIGITS = 15;

/** RFC 8259, section 9 lets a parser limit the depth; no body of ours has more than 4, and recursion below is safe. */
const MAX_DEPTH = 64;

const LONG_LITERAL = /[\d.]{16}/;

/**
 * A string or a number. No branch can fail after it has begun, not even on an unterminated string, so that no input
 * makes the search start again inside of what it has already read: the pass is linear.
 */
const TOKEN = /"[^"\\]*(?:\\[^][^"\\]*)*"?|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Reads JSON so that amounts are exact: number literals of more than 15 significant digits are cut towards zero to 15,
 * so that `String(number)` is the decimal text that came in. Rounding to three decimals is then exact up to 11 digits
 * before the point. Numbers that a double cannot hold (1e999) and deep nesting are refused (RFC 8259, sections 6, 9).
 * The error is an English sentence for the caller of the API.
 */
export function parseJson(text: string): Result<unknown, string> {
  const exact = LONG_LITERAL.test(text) ? text.replace(TOKEN, (token) => cutDigits(token)) : text;
  let value: unknown;
  try {
    value = JSON.parse(exact);
  } catch {
    return failed('not valid JSON');
  }
  const flaw = findFlaw(value, MAX_DEPTH);
  return flaw === undefined ? ok(value) : failed(flaw);
}

/** Keeps the form of the literal (its length before the point, a wrong leading zero), so that bad JSON stays bad. */
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

function findFlaw(value: unknown, depth: number): string | undefined {
  if (typeof value === 'number' && !Number.isFinite(value)) return 'number out of range';
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth === 0) return 'nested too deeply';
  for (const member of Object.values(value)) {
    const flaw = findFlaw(member, depth - 1);
    if (flaw !== undefined) return flaw;
  }
  return undefined;
}

/** A JSON object: neither null nor an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** One text per content, for hashes: keys sorted by UTF-16 code units, no blanks (the JSON canonicalization of RFC 8785). */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((member) => canonicalJson(member ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}
