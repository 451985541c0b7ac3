import type { InvoiceType, Line } from '../base/fiscal.js';
import { refusals, type ValidationError } from './messages.js';

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
 * What is wrong with a line of an advance under a prescribed name: it goes with its own label only, once, at the price
 * that was received. Shops list the real goods too, so other names stay.
 */
export function misusedName(
  type: InvoiceType,
  { name, label, quantity }: Line,
  index: number,
): ValidationError | undefined {
  if (type !== 'Advance') return undefined;
  const owner = Object.keys(PRESCRIBED).find((candidate) => PRESCRIBED[candidate] === name);
  if (owner === undefined) return undefined;
  if (owner !== label) return refusals.advanceNameOfOther(index, name, owner);
  return quantity === ONE ? undefined : refusals.advanceQuantity(index);
}
