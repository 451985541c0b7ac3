import { type Environment, INVOICE_TYPES, TRANSACTION_TYPES } from '../../../contract/index.js';
import { findByNumber } from '../../../sales/invoicing/index.js';
import { decodeLink, readLinkPayload } from '../../../paper/journal/index.js';
import type { IssuedInvoice, Ledger } from '../../../platform/ledger/index.js';

/** A running number alone, as copied from the end of a PFR number. */
const RUNNING = /^\d{1,10}$/;

/**
 * The receipts with this number: a whole PFR number, or a running number, which may occur in each counter series of the
 * current processor.
 */
export async function receiptsByNumber(
  ledger: Ledger,
  environment: Environment,
  number: string,
): Promise<IssuedInvoice[]> {
  const numbers = RUNNING.test(number) ? await numbersOf(ledger, environment, Number(number)) : [number];
  const found: IssuedInvoice[] = [];
  for (const one of numbers) {
    const invoice = await findByNumber(ledger, one);
    if (invoice?.environment === environment) found.push(invoice);
  }
  return found;
}

async function numbersOf(ledger: Ledger, environment: Environment, counter: number): Promise<string[]> {
  const [newest] = await ledger.invoices({ environment, skip: 0, limit: 1 });
  if (newest === undefined) return [];
  return Object.keys(ledger.main.runsInUse(newest.signature.requestedBy)).map((run) => `${run}-${counter}`);
}

/** The PFR number in the verification link of a QR code; undefined when the link is incomplete. */
export function numberInLink(link: string): string | undefined {
  if (!URL.canParse(link)) return undefined;
  const payload = readLinkPayload(new URL(link).searchParams.get('vl') ?? '');
  const decoded = payload && decodeLink(payload);
  return decoded && `${decoded.requestedBy}-${decoded.signedBy}-${decoded.totalCounter}`;
}

/** The receipts that refer to a PFR number, of any type, in order of issue. */
export async function receiptsReferringTo(
  ledger: Ledger,
  environment: Environment,
  number: string,
): Promise<IssuedInvoice[]> {
  const found: IssuedInvoice[] = [];
  for (const invoiceType of INVOICE_TYPES) {
    for (const transactionType of TRANSACTION_TYPES) {
      found.push(...(await ledger.invoicesByReferent({ environment, number, invoiceType, transactionType })));
    }
  }
  return found.sort((one, other) => one.createdAt - other.createdAt);
}
