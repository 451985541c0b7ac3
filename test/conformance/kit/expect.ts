import type { Answer } from './client.js';
import { error, type Shape } from './shapes.js';

/** An answer that is not what the contract says. */
export class Broken extends Error {}

/** The middle of every check: throws {@link Broken} with what was expected unless it is so. */
export function that(holds: boolean, expected: string): asserts holds {
  if (!holds) throw new Broken(expected);
}

/** Demands equality of JSON values; members of objects in any order. */
export function same(actual: unknown, expected: unknown, what: string): void {
  const [is, wanted] = [canonical(actual), canonical(expected)];
  that(is === wanted, `${what}: expected ${wanted}, is ${is}`);
}

export function matches(text: string, pattern: RegExp, what: string): void {
  that(pattern.test(text), `${what}: expected ${String(pattern)}, is ${JSON.stringify(text)}`);
}

export function status(answer: Answer, ...expected: readonly number[]): void {
  that(expected.includes(answer.status), `expected HTTP ${expected.join(' or ')}, is ${answer.status}`);
}

/** The body of an answer with this status, in this shape. */
export function read<T>(answer: Answer, expected: number, shape: Shape<T>): T {
  status(answer, expected);
  return shape(answer.json(), 'the answer');
}

/** The message of an error answer with this status and code, in the one envelope. */
export function refused(answer: Answer, expected: number, code: string): string {
  const { error: fault } = read(answer, expected, error);
  that(fault.code === code, `expected the code ${code}, is ${fault.code}`);
  that(fault.message !== '', 'expected a message');
  return fault.message;
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => {
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
