import type { Announcement } from '../kit/announcement.js';

/**
 * How a sentence of the contract can be checked.
 *
 * - `http`: by calls alone
 * - `demo`: by calls alone, on an installation whose PFR is the built-in simulator
 * - `operator`: needs the operator's commands (keys, settings)
 * - `mail`: sends a receipt to an address of the caller
 * - `programs`: by calls, and programs that look into pictures and PDFs
 * - `processor`: needs a real PFR; the kit does not check it
 * - `outside`: cannot be seen from outside; a test of this project holds it
 * - `free`: leaves freedom or speaks to clients; there is nothing to check
 */
export type How = 'http' | 'demo' | 'operator' | 'mail' | 'programs' | 'processor' | 'outside' | 'free';

/** A sentence of the contract in short words. */
export interface Sentence {
  readonly text: string;
  readonly how: How;
  /** The contract is silent here, or can be read in two ways: kasirbox decides so. `--contract-only` leaves it out. */
  readonly isDecision?: true;
  /** kasirbox adds this to v1: it is checked where the installation announces it. `--contract-only` leaves it out. */
  readonly addition?: Announcement;
  /** The test that holds an `outside` sentence, from the root of the project. */
  readonly heldBy?: string;
}

export type Section = Readonly<Record<string, Sentence>>;

export const http = (text: string): Sentence => ({ text, how: 'http' });
export const demo = (text: string): Sentence => ({ text, how: 'demo' });
export const operator = (text: string): Sentence => ({ text, how: 'operator' });
export const mail = (text: string): Sentence => ({ text, how: 'mail' });
export const programs = (text: string): Sentence => ({ text, how: 'programs' });
export const processor = (text: string): Sentence => ({ text, how: 'processor' });
export const outside = (text: string, heldBy: string): Sentence => ({ text, how: 'outside', heldBy });
export const free = (text: string): Sentence => ({ text, how: 'free' });
export const decided = (sentence: Sentence): Sentence => ({ ...sentence, isDecision: true });
export const added = (addition: Announcement, sentence: Sentence): Sentence => ({ ...sentence, addition });
