import type { IssuedInvoice } from '../ledger/invoice.js';
import type { Ledger } from '../ledger/ledger.js';

/** `<requestedBy>-<signedBy>-<totalCounter>`: two JIDs of 8 letters or digits, and the running number. */
const PFR_NUMBER = /^([A-Z\d]{8})-([A-Z\d]{8})-(\d{1,10})$/i;

/** A PFR number in its one spelling: it is written in capitals, but whoever types it may not. Other texts stay. */
export function spellNumber(number: string): string {
  return PFR_NUMBER.test(number) ? number.toUpperCase() : number;
}

/** The receipt of this box that a number names; undefined for one of another box, or of none. */
export async function findByNumber(ledger: Ledger, number: string): Promise<IssuedInvoice | undefined> {
  const [, requestedBy, signedBy, counter] = PFR_NUMBER.exec(number) ?? [];
  if (requestedBy === undefined || signedBy === undefined) return undefined;
  return ledger.invoiceByNumber(requestedBy, signedBy, Number(counter));
}
