import { allPayments, type InvoiceLine, type Payment } from '../../../contract/index.js';
import type { Para, Slice, Thousandths, Warning } from '../../../base/index.js';
import type { IssuedInvoice, Ledger } from '../../../platform/ledger/index.js';
import { summaryCovering } from './cardSales.js';
import { type ChainState, readChainState } from '../advance/chainState.js';
import { isAdvanceSale, isFiscalSale } from '../draft/receiptKind.js';
import { remainingPayments } from '../draft/payments.js';
import { findByNumber } from '../draft/pfrNumber.js';
import { type RemainingSale, remainingOf } from './refundable.js';
import { type Books, COPIES, readReferring, readRefunds, type Referring } from './referring.js';
import { refundWarnings } from './refundWarnings.js';

/** What was done with a receipt since it was issued. */
export interface InvoiceState {
  /**
   * The receipt that it refers to by number. `invoice` is undefined when another box issued that receipt. Undefined
   * when it refers to none.
   */
  readonly referent?: { readonly number: string; readonly invoice: IssuedInvoice | undefined };
  /** The refunds of a fiscal sale, or what voids a fiscal refund. Voided refunds are omitted. */
  readonly refunds?: Referring;
  /** Only for a receipt that can be refunded. Undefined also when there are more refunds than are read. */
  readonly refundable?: Refundable;
  /** True when more of the sale was refunded than sold. */
  readonly warnings: readonly Warning[];
  /** Only for a receipt that can be copied. */
  readonly copies?: Referring;
  /** Only for an advance. */
  readonly advance?: ChainState;
}

interface Refundable {
  readonly amount: Para;
  /** How it was paid, less what was returned by each payment type; empty when nothing remains. */
  readonly payments: readonly Payment[];
  /** The lines of the sale, each with its remaining quantity. */
  readonly lines: readonly { readonly line: InvoiceLine; readonly quantity: Thousandths }[];
}

/** Reads the state of a receipt, each step as a slice. Throws UnreadableRecord and DiskError. */
export async function readInvoiceState(books: Books, invoice: IssuedInvoice, slice: Slice): Promise<InvoiceState> {
  const { ledger } = books;
  const { draft } = invoice;
  const number = draft.referentNumber;
  const covering = await summaryCovering(books, invoice, { slice });
  const refunds = covering ? { receipts: [covering], more: 0 } : await readRefunds(books, invoice, { slice });
  const isSale = isFiscalSale(draft);
  const copies = draft.invoiceType === 'Copy' ? undefined : await readReferring(ledger, invoice, COPIES, { slice });
  const advance = isAdvanceSale(draft) ? await readChainState(books, invoice, { slice }) : undefined;
  const remaining =
    refunds && isSale ? remainingIn(invoice, refunds, { advance, isCovered: covering !== undefined }) : undefined;
  return {
    ...(number !== null && { referent: { number, invoice: await slice(() => referentOf(ledger, invoice, number)) } }),
    ...(refunds && { refunds }),
    ...(refunds && remaining && { refundable: refundableOf(invoice, remaining, refunds) }),
    warnings:
      refunds && remaining && remaining.excess > 0n && advance === undefined
        ? [refundWarnings.moreThanSold(invoice, refunds, remaining.excess)]
        : [],
    ...(copies && { copies }),
    ...(advance && { advance }),
  };
}

function remainingIn(
  { draft }: IssuedInvoice,
  { receipts, more }: Referring,
  { advance, isCovered }: { readonly advance: ChainState | undefined; readonly isCovered: boolean },
): RemainingSale | undefined {
  if (more > 0) return undefined;
  // The money of an ended chain was returned, whichever of its advances was refunded.
  if (advance?.end !== undefined || isCovered) return remainingOf(draft, [draft]);
  const remaining = remainingOf(
    draft,
    receipts.map((receipt) => receipt.draft),
  );
  // A part that was realised may be of an earlier advance.
  return advance?.remaining === undefined
    ? remaining
    : { ...remaining, amount: Math.min(remaining.amount, advance.remaining) };
}

function refundableOf(
  { draft }: IssuedInvoice,
  { amount, quantities }: RemainingSale,
  { receipts }: Referring,
): Refundable {
  const payments = remainingPayments(
    allPayments(draft),
    receipts.flatMap((receipt) => receipt.draft.payments),
  );
  return {
    amount,
    payments: amount === 0 ? [] : payments,
    lines: draft.lines.map((line, place) => ({ line, quantity: quantities[place] ?? 0 })),
  };
}

async function referentOf(
  ledger: Ledger,
  { environment }: IssuedInvoice,
  number: string,
): Promise<IssuedInvoice | undefined> {
  const found = await findByNumber(ledger, number);
  return found?.environment === environment ? found : undefined;
}
