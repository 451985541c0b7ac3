import {
  INVOICE_TYPES,
  type PaidInAdvance,
  PAYMENT_TYPES,
  PFR_TRAITS,
  TRANSACTION_TYPES,
  type Invoice,
} from '../../contract/index.js';
import { type JsonSchema, localTime, toQuantity, toRsd, type Warning } from '../../base/index.js';
import { printedJournal } from '../../paper/journal/index.js';
import type { IssuedInvoice } from '../../platform/ledger/index.js';
import {
  environmentText,
  flag,
  listOf,
  localTimeText,
  localTimeTextOrNull,
  percent,
  perUnitFlag,
  pfrModeText,
  record,
  rsd,
  text,
  textOrNull,
  uuid,
} from './schemas.js';

/** The public form of an invoice, which many routes return. */
export const payment: JsonSchema = record({ paymentType: { type: 'string', enum: PAYMENT_TYPES }, amount: rsd });

export const moreLabels: JsonSchema = {
  ...listOf(text),
  description: 'An addition to v1: tax labels besides `label`. Absent without any.',
};

const invoiceItem: JsonSchema = record(
  {
    name: text,
    unit: text,
    quantity: { type: 'number', exclusiveMinimum: 0, description: '3 decimals.' },
    unitPrice: rsd,
    totalAmount: { ...rsd, description: 'RSD: quantity × unitPrice rounded to 2 decimals.' },
    label: text,
    gtin: textOrNull,
  },
  { moreLabels },
);

const taxItem: JsonSchema = record(
  {
    label: text,
    categoryName: text,
    rate: percent,
    amount: { ...rsd, description: 'RSD: the tax contained in `total`.' },
    total: rsd,
  },
  { perUnit: perUnitFlag },
);

const invoicePfr: JsonSchema = record({
  mode: pfrModeText,
  environment: environmentText,
  fiscal: { ...flag, description: 'True only in production with a real PFR.' },
  demo: flag,
  requestedBy: textOrNull,
  signedBy: textOrNull,
  invoiceNumber: { ...textOrNull, description: 'PFR number, <JID>-<JID>-<N>.' },
  invoiceCounter: { ...textOrNull, description: 'Number in its kind / number of all, with the letters of the kind.' },
  sdcDateTime: localTimeTextOrNull,
  verificationUrl: textOrNull,
  verificationQRCode: { ...textOrNull, description: 'GIF in base64 as the PFR drew it; null in demo mode.' },
});

const warning: JsonSchema = {
  ...record({
    rule: { ...text, description: 'Stable name: branch on it.', examples: ['refund.already-refunded'] },
    message: { ...text, description: 'Serbian: show it to the seller.' },
    messageEn: { ...text, description: 'The same in English.' },
  }),
  description: 'What the caller should know of what was done all the same.',
};

/** Members that only some invoices have. */
type OptionalMember = { [M in keyof Invoice]-?: object extends Pick<Invoice, M> ? M : never }[keyof Invoice];

/** Members of every invoice. */
export const invoiceMembers = {
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
  referentDocumentDT: localTimeTextOrNull,
  pfr: invoicePfr,
  clientRequestId: textOrNull,
  journal: { ...textOrNull, description: 'The receipt in 40 columns, lines end with CRLF.' },
  createdAt: localTimeText,
} satisfies Readonly<Record<Exclude<keyof Invoice, OptionalMember>, JsonSchema>>;

export const warningList: JsonSchema = listOf(warning, {
  minItems: 1,
  description: 'An addition to v1: only in the answer to a call that issues, and only when there are any.',
});

export const optionalInvoiceMembers = {
  tendered: { ...rsd, description: 'An addition to v1: cash that the buyer gave, where the request named it.' },
  paidInAdvance: {
    ...record({ amount: rsd, tax: rsd }, { payments: listOf(payment) }),
    description:
      'An addition to v1, on the final invoice after advances: what was paid in advance, the tax in it, and how, where ' +
      '`payments` names only what was paid at delivery.',
  },
  warnings: warningList,
} satisfies Readonly<Record<OptionalMember, JsonSchema>>;

export const invoiceSchema: JsonSchema = record(invoiceMembers, optionalInvoiceMembers);

/** The schemas of an invoice by their names in the document of the API. */
export const invoiceSchemas = {
  Payment: payment,
  TaxItem: taxItem,
  InvoiceItem: invoiceItem,
  InvoicePfr: invoicePfr,
  Warning: warning,
  Invoice: invoiceSchema,
};

/** True only for a receipt of the production environment that a real processor signed. */
export function isFiscal({ environment, mode }: Pick<IssuedInvoice, 'environment' | 'mode'>): boolean {
  return environment === 'production' && PFR_TRAITS[mode].issuesRealReceipts;
}

/** The receipt text as it is displayed and printed. */
export function receiptTextOf({ signature, draft }: IssuedInvoice): string {
  return printedJournal(signature.journal, draft);
}

/** Additions to the invoice in the response to a call that issued or repeated it. */
type InvoiceExtras = Pick<Invoice, 'warnings'>;

/** The member `warnings` of a response, if there are any. */
export function warningMember(warnings: readonly Warning[] = []): InvoiceExtras {
  return warnings.length > 0 ? { warnings } : {};
}

/** An invoice in its public form. Money becomes decimal RSD only in these functions. */
export function invoiceResponse(invoice: IssuedInvoice, { warnings }: InvoiceExtras = {}): Invoice {
  const { draft, signature } = invoice;
  return {
    uuid: invoice.uuid,
    invoiceType: draft.invoiceType,
    transactionType: draft.transactionType,
    cashier: draft.cashier,
    total: toRsd(draft.total),
    payments: draft.payments.map(({ paymentType, amount }) => ({ paymentType, amount: toRsd(amount) })),
    items: draft.lines.map((line) => ({
      name: line.name,
      unit: line.unit,
      quantity: toQuantity(line.quantity),
      unitPrice: toRsd(line.unitPrice),
      totalAmount: toRsd(line.total),
      label: line.label,
      ...(line.moreLabels !== undefined && { moreLabels: line.moreLabels }),
      gtin: line.gtin,
    })),
    taxItems: signature.taxItems.map(({ amount, total, ...rest }) => ({
      ...rest,
      amount: toRsd(amount),
      total: toRsd(total),
    })),
    buyerId: draft.buyerId,
    referentDocumentNumber: draft.referentNumber,
    referentDocumentDT: draft.referentTime,
    pfr: {
      mode: invoice.mode,
      environment: invoice.environment,
      fiscal: isFiscal(invoice),
      demo: !PFR_TRAITS[invoice.mode].issuesRealReceipts,
      requestedBy: signature.requestedBy,
      signedBy: signature.signedBy,
      invoiceNumber: signature.invoiceNumber,
      invoiceCounter: signature.invoiceCounter,
      sdcDateTime: localTime(signature.time),
      verificationUrl: signature.verificationUrl,
      verificationQRCode: signature.verificationQRCode,
    },
    clientRequestId: invoice.clientRequestId,
    journal: receiptTextOf(invoice),
    createdAt: localTime(invoice.createdAt),
    ...(draft.tendered !== undefined && { tendered: toRsd(draft.tendered) }),
    ...(draft.paidInAdvance && { paidInAdvance: paidInAdvanceResponse(draft.paidInAdvance) }),
    ...warningMember(warnings),
  };
}

function paidInAdvanceResponse({ amount, tax, payments }: PaidInAdvance): NonNullable<Invoice['paidInAdvance']> {
  return {
    amount: toRsd(amount),
    tax: toRsd(tax),
    ...(payments && { payments: payments.map((paid) => ({ ...paid, amount: toRsd(paid.amount) })) }),
  };
}
