import { ENVIRONMENTS, INVOICE_TYPES, PAYMENT_TYPES, PFR_MODES, TRANSACTION_TYPES } from '../../base/fiscal.js';
import type { JsonSchema } from '../../base/schema.js';
import { flag, listOf, localTime, localTimeOrNull, percent, record, rsd, text, textOrNull, uuid } from './common.js';

/** Invoices on a page of `GET /invoices`, and the last page that may be asked for. */
export const PER_PAGE = 100;
export const MAX_PAGE = 10_000;

export const environment: JsonSchema = { type: 'string', enum: ENVIRONMENTS };
export const pfrMode: JsonSchema = { type: 'string', enum: PFR_MODES };

export const payment: JsonSchema = record({ paymentType: { type: 'string', enum: PAYMENT_TYPES }, amount: rsd });

export const invoiceItem: JsonSchema = record({
  name: text,
  unit: text,
  quantity: { type: 'number', exclusiveMinimum: 0, description: '3 decimals.' },
  unitPrice: rsd,
  totalAmount: { ...rsd, description: 'RSD: quantity × unitPrice rounded to 2 decimals.' },
  label: text,
  gtin: textOrNull,
});

export const taxItem: JsonSchema = record({
  label: text,
  categoryName: text,
  rate: percent,
  amount: { ...rsd, description: 'RSD: the tax contained in `total`.' },
  total: rsd,
});

export const invoicePfr: JsonSchema = record({
  mode: pfrMode,
  environment,
  fiscal: { ...flag, description: 'True only in production with a real PFR.' },
  demo: flag,
  requestedBy: textOrNull,
  signedBy: textOrNull,
  invoiceNumber: { ...textOrNull, description: 'PFR number, <JID>-<JID>-<N>.' },
  invoiceCounter: { ...textOrNull, description: 'Number in its kind / number of all, with the letters of the kind.' },
  sdcDateTime: localTimeOrNull,
  verificationUrl: textOrNull,
  verificationQRCode: { ...textOrNull, description: 'GIF in base64 as the PFR drew it; null in demo mode.' },
});

/** An issued receipt as every route shows it. */
export const invoice: JsonSchema = record({
  uuid,
  invoiceType: { type: 'string', enum: INVOICE_TYPES },
  transactionType: { type: 'string', enum: TRANSACTION_TYPES },
  cashier: textOrNull,
  total: rsd,
  payments: listOf(payment),
  items: listOf(invoiceItem),
  taxItems: listOf(taxItem),
  buyerId: textOrNull,
  referentDocumentNumber: textOrNull,
  referentDocumentDT: localTimeOrNull,
  pfr: invoicePfr,
  clientRequestId: textOrNull,
  journal: { ...textOrNull, description: 'The receipt in 40 columns, lines end with CRLF.' },
  createdAt: localTime,
});

/** A page of `GET /invoices`, newest first. */
export const invoiceList: JsonSchema = record({
  page: { type: 'integer', minimum: 1, maximum: MAX_PAGE },
  perPage: { const: PER_PAGE },
  environment,
  invoices: listOf(invoice, { maxItems: PER_PAGE }),
});

/** A closed advance: what was paid in advance, its refund, and the final receipt. */
export const closedAdvance: JsonSchema = record({ advance: invoice, advanceRefund: invoice, invoice });
