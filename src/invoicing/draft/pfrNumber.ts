import { readPfrNumber } from '../../base/index.js';
import type { IssuedInvoice, Ledger } from '../../ledger/index.js';

/** A PFR number in capitals, as it is written, however it was typed. Other texts stay as they are. */
export function normalisePfrNumber(number: string): string {
  return readPfrNumber(number) === undefined ? number : number.toUpperCase();
}

/** The receipt of this box that a number names; undefined when it is of another box, or of no receipt. */
export async function findByNumber(ledger: Ledger, number: string): Promise<IssuedInvoice | undefined> {
  const parts = readPfrNumber(number);
  return parts && ledger.invoiceByNumber(parts.requestedBy, parts.signedBy, parts.counter);
}
