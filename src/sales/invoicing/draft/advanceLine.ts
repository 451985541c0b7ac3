import { ADVANCE_NAMES, type InvoiceLine, type InvoiceType } from '../../../base/index.js';
import { refusals } from './refusals/refusals.js';
import type { ValidationError } from './refusals/sentence.js';

/** Quantity 1, in thousandths. */
const ONE = 1000;

/**
 * Checks a line of an advance that uses a prescribed name. It must have the label of that name, quantity 1, and the
 * received amount as its price. Other names are allowed, because shops may list the real goods.
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
