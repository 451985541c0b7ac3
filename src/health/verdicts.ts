import type { Words } from '../base/words.js';
import type { Check } from './checks.js';

/** All is well. */
export function good(name: Check['name'], found: Words, proof: string | null = null): Check {
  return { name, state: 'ok', found, proof, action: null };
}

/** Receipts are issued; somebody should look all the same. */
export function warning(name: Check['name'], found: Words, action: Words, proof: string | null = null): Check {
  return { name, state: 'warning', found, proof, action };
}

/** No receipt can be issued before it is mended. */
export function failure(name: Check['name'], found: Words, action: Words, proof: string | null = null): Check {
  return { name, state: 'failure', found, proof, action };
}
