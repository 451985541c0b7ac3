import { failed, ok, type Result, type TaxLabel } from '../../base/index.js';

/** Why a label is refused. `meant` is the active Cyrillic label that looks like the Latin letter that was sent. */
export interface LabelFault {
  readonly sent: string;
  readonly meant: string | null;
  readonly allowed: readonly string[];
}

/**
 * Latin letters that look like Cyrillic ones. The two characters for D with stroke mean Ђ, which is written like this
 * in Latin script.
 */
const LOOK_ALIKE = new Map([
  ['A', 'А'],
  ['B', 'В'],
  ['C', 'С'],
  ['E', 'Е'],
  ['H', 'Н'],
  ['J', 'Ј'],
  ['K', 'К'],
  ['M', 'М'],
  ['O', 'О'],
  ['P', 'Р'],
  ['T', 'Т'],
  ['X', 'Х'],
  ['\u0110', 'Ђ'],
  ['\u00d0', 'Ђ'],
]);

/** The active label of exactly this letter. Labels are compared by code point: Latin E is not Cyrillic Е. */
export function findTaxLabel(active: readonly TaxLabel[], sent: string): Result<TaxLabel, LabelFault> {
  const found = active.find(({ label }) => label === sent);
  if (found !== undefined) return ok(found);
  const allowed = active.map(({ label }) => label);
  const twin = LOOK_ALIKE.get(sent);
  return failed({ sent, meant: twin !== undefined && allowed.includes(twin) ? twin : null, allowed });
}
