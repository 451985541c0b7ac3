import { readPfrNumber } from '../../../contract/index.js';
import type { IssuedInvoice, Ledger } from '../../../platform/ledger/index.js';

/**
 * Normalizes a PFR number that was typed or copied to the form on receipts: capitals, no leading zeros in its counters,
 * no blanks, plain hyphens. References are looked up by this form. Other texts are returned unchanged.
 */
export function normalisePfrNumber(number: string): string {
  const typed = number
    .normalize('NFKC')
    .trim()
    .replace(/\s*\p{Pd}\s*/gu, '-');
  const parts = readPfrNumber(typed);
  return parts === undefined ? number : `${parts.requestedBy}-${parts.signedBy}-${parts.counter}`.toUpperCase();
}

/**
 * The receipt of this box with this number, in any form. Undefined when another box issued it, or when no receipt has
 * it.
 */
export async function findByNumber(ledger: Ledger, number: string): Promise<IssuedInvoice | undefined> {
  const parts = readPfrNumber(normalisePfrNumber(number));
  return parts && ledger.invoiceByNumber(parts.requestedBy, parts.signedBy, parts.counter);
}
