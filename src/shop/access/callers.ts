import { defineMessages, secureRandom } from '../../base/index.js';
import type { Ledger } from '../../platform/ledger/index.js';

/** Digits and letters that cannot be confused, Latin or Cyrillic; 5 bits each (Crockford's base 32). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A random code of `length` characters, 5 bits each. */
export function newCode(length: number): string {
  return codeOf(secureRandom(length));
}

/** The code for these bytes, one character each. */
export function codeOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => ALPHABET.charAt(byte & 31)).join('');
}

/** The code in display form, `ABCD-EFGH`, for printing and reading aloud. */
export function shownCode(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? '';
}

/**
 * Normalizes a typed code: no blanks and hyphens, capitals, and look-alike characters replaced by those of the
 * alphabet.
 */
export function readCode(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[\s-]/g, '')
    .replace(/[O\u041e]/g, '0')
    .replace(/[IL]/g, '1');
}

/** The next number for an API key or a user. They share one sequence, because a receipt identifies its caller by it. */
export function nextCallerNumber({ main }: Ledger): number {
  const taken = [...main.keys(), ...main.users.users()];
  return taken.reduce((highest, { id }) => Math.max(highest, id), 0) + 1;
}

const MESSAGES = defineMessages('access', {
  gone: {
    en: 'The user who requested this is no longer signed in.',
    sr: 'Онај ко је ово тражио више није пријављен.',
  },
});

/** For callers that always wait for the answer, such as the command line. */
export const NEVER_ABORTED = new AbortController().signal;

/** Refusal of a queued change whose caller disconnected or was signed out before it started. */
export const GONE = MESSAGES.gone;
