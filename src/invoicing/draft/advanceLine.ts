import { ADVANCE_NAMES, type InvoiceLine, type InvoiceType } from '../../base/index.js';
import { refusals } from './refusals/refusals.js';
import type { ValidationError } from './refusals/sentence.js';

/** One, in thousandths. */
const ONE = 1000;

/**
 * What is wrong with a line of an advance under a prescribed name: it must have the label of that name, the quantity 1 and
 * the received amount as its price. Shops may also list the real goods, so that other names are allowed.
 */
export function reservedNameError(
  type: InvoiceType,
  { name, label, quantity }: InvoiceLine,
  index: number,
): ValidationError | undefined {
  if (type !== 'Advance') return undefined;
  const owner = Object.keys(ADVANCE_NAMES).find((candidate) => ADVANCE_NAMES[candidate] === name);
  if (owner === undefined) return undefined;
  if (owner !== label) return refusals.advanceNameOfOther(index, name, owner);
  return quantity === ONE ? undefined : refusals.advanceQuantity(index);
}
