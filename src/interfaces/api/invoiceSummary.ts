import {
  INVOICE_TYPES,
  type JsonSchema,
  localTime,
  toRsd,
  TRANSACTION_TYPES,
  uuidFromBytes,
} from '../../base/index.js';
import type { InvoiceRow } from '../../platform/ledger/index.js';
import { payment } from './invoice.js';
import { listOf, localTimeText, record, rsd, text, textOrNull, uuid } from './schemas.js';

/** Summary of an invoice in a list: the members that a shop needs, in 400 bytes. */
export const invoiceSummarySchema: JsonSchema = record({
  uuid,
  invoiceType: { type: 'string', enum: INVOICE_TYPES },
  transactionType: { type: 'string', enum: TRANSACTION_TYPES },
  number: { ...text, description: 'PFR number, <JID>-<JID>-<N>.' },
  total: rsd,
  payments: listOf(payment),
  cashier: text,
  buyerId: textOrNull,
  referent: { ...textOrNull, description: 'PFR number of the invoice that it refers to.' },
  clientRequestId: textOrNull,
  createdAt: localTimeText,
});

/** Builds a summary from the index row alone, without reading the body of the record. */
export function invoiceSummary(row: InvoiceRow): object {
  return {
    uuid: uuidFromBytes(row.uuid),
    invoiceType: row.invoiceType,
    transactionType: row.transactionType,
    number: row.invoiceNumber,
    total: toRsd(row.total),
    payments: row.payments.map(({ paymentType, amount }) => ({ paymentType, amount: toRsd(amount) })),
    cashier: row.cashier,
    buyerId: row.buyerId === '' ? null : row.buyerId,
    referent: row.referentNumber,
    clientRequestId: row.clientRequestId,
    createdAt: localTime(row.createdAt),
  };
}
