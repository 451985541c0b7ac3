import { readPfrNumber } from '../base/pfrNumber.js';
import type { IssuedInvoice } from '../ledger/invoice.js';
import type { Ledger } from '../ledger/ledger.js';

/** A PFR number in its one spelling: it is written in capitals, but whoever types it may not. Other texts stay. */
export function spellNumber(number: string): string {
  return readPfrNumber(number) === undefined ? number : number.toUpperCase();
}

/** The receipt of this box that a number names; undefined for one of another box, or of none. */
export async function findByNumber(ledger: Ledger, number: string): Promise<IssuedInvoice | undefined> {
  const parts = readPfrNumber(number);
  return parts && ledger.invoiceByNumber(parts.requestedBy, parts.signedBy, parts.counter);
}
