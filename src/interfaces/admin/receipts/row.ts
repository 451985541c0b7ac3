import {
  type InvoiceType,
  type LocalTime,
  localTime,
  type Para,
  type PaymentType,
  type TransactionType,
} from '../../../base/index.js';
import type { IssuedInvoice } from '../../../platform/ledger/index.js';

/** A receipt in a list, in Belgrade time. */
export interface ReceiptRow {
  readonly uuid: string;
  /** PFR number. */
  readonly number: string;
  readonly counter: string;
  readonly time: LocalTime;
  readonly invoiceType: InvoiceType;
  readonly transactionType: TransactionType;
  readonly total: Para;
  readonly payments: readonly PaymentType[];
  readonly cashier: string;
  readonly buyerId: string | null;
  /** PFR number of the receipt that it refers to. */
  readonly referent: string | null;
  /** Names of the first lines, at most {@link MAX_NAMES}. */
  readonly names: readonly string[];
  readonly lines: number;
}

const MAX_NAMES = 3;

export function receiptRow({ uuid, draft, signature }: IssuedInvoice): ReceiptRow {
  const { invoiceType, transactionType, total, payments, cashier, buyerId, referentNumber, lines } = draft;
  return {
    ...{ uuid, invoiceType, transactionType, total, cashier, buyerId },
    number: signature.invoiceNumber,
    counter: signature.invoiceCounter,
    time: localTime(signature.time),
    payments: payments.map(({ paymentType }) => paymentType),
    referent: referentNumber,
    names: lines.slice(0, MAX_NAMES).map(({ name }) => name),
    lines: lines.length,
  };
}
