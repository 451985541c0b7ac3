import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSame, type Mutant } from './mutant.js';

/** A change that no test can notice: an entry of equivalent.json. */
export interface Equivalent {
  readonly file: string;
  readonly was: string;
  readonly becomes: string;
  /** Why it changes nothing. */
  readonly reason: string;
}

export function readEquivalents(root: string): Equivalent[] {
  const path = join(root, 'test/mutants/equivalent.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Equivalent[]) : [];
}

export function equivalentOf(mutant: Mutant, list: readonly Equivalent[]): Equivalent | undefined {
  return list.find((entry) => isSame(entry, mutant));
}

/** Entries for a folder that match none of its mutants any more. */
export function outdated(list: readonly Equivalent[], folder: string, mutants: readonly Mutant[]): Equivalent[] {
  return list.filter(
    (entry) => entry.file.startsWith(`src/${folder}/`) && !mutants.some((mutant) => isSame(entry, mutant)),
  );
}
