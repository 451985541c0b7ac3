import type { Draft, Slice } from '../../../base/index.js';
import type { IssuedInvoice, Ledger } from '../../../platform/ledger/index.js';
import { isFiscalSale } from '../draft/kind.js';

/**
 * Maximum number of receipts of a kind that are read among those that refer to one receipt. In practice a receipt is
 * not refunded or copied more often.
 */
const MOST = 100;

/** Runs each step of a read at once, because a sale must not wait. */
export const unsliced: Slice = async (step) => step();

export type Kind = Pick<Draft, 'invoiceType' | 'transactionType'>;
export const REFUNDS: readonly Kind[] = [
  { invoiceType: 'Normal', transactionType: 'Refund' },
  { invoiceType: 'Advance', transactionType: 'Refund' },
];
export const COPIES: readonly Kind[] = [
  { invoiceType: 'Copy', transactionType: 'Sale' },
  { invoiceType: 'Copy', transactionType: 'Refund' },
];

/** Receipts that refer to another one, in order of issue; `more`: how many others were not read. */
export interface Referring {
  readonly receipts: readonly IssuedInvoice[];
  readonly more: number;
}

/**
 * Reads the receipts of these kinds that refer to a receipt, at most `most` of them. Throws UnreadableRecord and
 * DiskError.
 */
export async function readReferring(
  ledger: Ledger,
  { environment, signature }: IssuedInvoice,
  kinds: readonly Kind[],
  { slice = unsliced, most = MOST }: { readonly slice?: Slice; readonly most?: number } = {},
): Promise<Referring> {
  const referents = kinds.map((kind) => ({ environment, number: signature.invoiceNumber, ...kind }));
  const { first, count } = await slice(() => ledger.firstByReferents(referents, most));
  const receipts: IssuedInvoice[] = [];
  for (;;) {
    const next = await slice(() => first.next());
    if (next.done === true) return { receipts, more: Math.max(0, count - most) };
    receipts.push(next.value);
  }
}

/**
 * The refunds of a sale; undefined for a receipt that cannot be refunded. A training refund, for example, returns no
 * money.
 */
export async function readRefunds(ledger: Ledger, sale: IssuedInvoice, slice?: Slice): Promise<Referring | undefined> {
  return isFiscalSale(sale.draft) ? readReferring(ledger, sale, REFUNDS, { ...(slice && { slice }) }) : undefined;
}
