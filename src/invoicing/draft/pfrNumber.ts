import { readPfrNumber } from '../../base/index.js';
import type { IssuedInvoice, Ledger } from '../../ledger/index.js';

/**
 * A PFR number as receipts have it, however it was typed or copied: in capitals, without zeros before its counter, blanks and long dashes.
 * One number has one form, since what refers to a receipt is found by it. Other texts stay as they are.
 */
export function normalisePfrNumber(number: string): string {
  const typed = number
    .normalize('NFKC')
    .trim()
    .replace(/\s*\p{Pd}\s*/gu, '-');
  const parts = readPfrNumber(typed);
  return parts === undefined ? number : `${parts.requestedBy}-${parts.signedBy}-${parts.counter}`.toUpperCase();
}

/** The receipt of this box that a number names, in whatever form; undefined when it is of another box, or of no receipt. */
export async function findByNumber(ledger: Ledger, number: string): Promise<IssuedInvoice | undefined> {
  const parts = readPfrNumber(normalisePfrNumber(number));
  return parts && ledger.invoiceByNumber(parts.requestedBy, parts.signedBy, parts.counter);
}
