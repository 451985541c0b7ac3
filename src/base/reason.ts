import { describeFaults, NOT_BLANK, PRINTABLE } from './schema.js';

/** Characters of a reason, and of the name of a person who gives it. */
export const MAX_REASON = 200;

const printable = (minLength: number) =>
  ({
    type: 'string',
    minLength,
    maxLength: MAX_REASON,
    // Bytes that are not UTF-8 arrive as U+FFFD. Their text is lost, so they must not be recorded for good.
    allOf: [{ pattern: PRINTABLE }, { pattern: NOT_BLANK }, { pattern: '^[^\\uFFFD]*$' }],
  }) as const;

/** True for a valid reason of a recorded decision: 3 to 200 printable characters on one line. */
export function isReason(text: string): boolean {
  return describeFaults(printable(3), {})(text) === undefined;
}

/** True for what may be recorded as the name of a person: 1 to 200 printable characters on one line. */
export function isPersonName(text: string): boolean {
  return describeFaults(printable(1), {})(text) === undefined;
}
