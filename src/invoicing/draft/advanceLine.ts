import type { InvoiceLine, InvoiceType } from '../../base/index.js';
import { refusals } from './refusals/refusals.js';
import type { ValidationError } from './refusals/sentence.js';

/** Names of the lines of an advance by tax label (Technical Instruction for ESIR, 9.1). */
const PRESCRIBED: Readonly<Record<string, string>> = {
  Ђ: '10: Аванс (Ђ)',
  Е: '11: Аванс (Е)',
  Г: '12: Аванс (Г)',
  А: '13: Аванс (А)',
};

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
  const owner = Object.keys(PRESCRIBED).find((candidate) => PRESCRIBED[candidate] === name);
  if (owner === undefined) return undefined;
  if (owner !== label) return refusals.advanceNameOfOther(index, name, owner);
  return quantity === ONE ? undefined : refusals.advanceQuantity(index);
}
