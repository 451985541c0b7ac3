import {
  anything,
  flag,
  integer,
  list,
  number,
  object,
  type Of,
  oneOf,
  optional,
  orNull,
  text,
  textLike,
} from './shape.js';

export type { Of, Shape } from './shape.js';

/** The public shapes of API v1, as the contract lists them field by field. */

export const INVOICE_TYPES = ['Normal', 'ProForma', 'Copy', 'Training', 'Advance'] as const;
export const TRANSACTION_TYPES = ['Sale', 'Refund'] as const;
export const PAYMENT_TYPES = ['Cash', 'Card', 'Check', 'WireTransfer', 'Voucher', 'MobileMoney', 'Other'] as const;
const ERROR_CODES = [
  'unauthorized',
  'rate_limited',
  'bad_request',
  'validation',
  'not_found',
  'pfr_error',
  'mail_error',
  'server_error',
  'configuration',
] as const;
export const PERMISSIONS = [
  'invoices:read',
  'invoices:write',
  'items:read',
  'items:write',
  'reports:read',
  'taxLabels:read',
  'categories:read',
] as const;

const environment = oneOf('sandbox', 'production');
const mode = oneOf('demo', 'lpfr', 'vpfr');
const localTime = textLike(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/, 'a time YYYY-MM-DD HH:MM:SS');
const day = textLike(/^\d{4}-\d\d-\d\d$/, 'a day YYYY-MM-DD');

export const error = object({
  error: object({ code: oneOf(...ERROR_CODES), message: text, ref: optional(text) }),
});

export const payment = object({ paymentType: oneOf(...PAYMENT_TYPES), amount: number });

export const invoice = object({
  uuid: textLike(/^[0-9a-f-]{36}$/, '36 lowercase hex digits and hyphens'),
  invoiceType: oneOf(...INVOICE_TYPES),
  transactionType: oneOf(...TRANSACTION_TYPES),
  cashier: orNull(text),
  total: number,
  payments: list(payment),
  items: list(
    object({
      name: text,
      unit: text,
      quantity: number,
      unitPrice: number,
      totalAmount: number,
      label: text,
      gtin: orNull(text),
    }),
  ),
  taxItems: list(object({ label: text, categoryName: text, rate: number, amount: number, total: number })),
  buyerId: orNull(text),
  referentDocumentNumber: orNull(text),
  referentDocumentDT: orNull(localTime),
  pfr: object({
    mode,
    environment,
    fiscal: flag,
    demo: flag,
    requestedBy: orNull(text),
    signedBy: orNull(text),
    invoiceNumber: orNull(textLike(/^[^-]+-[^-]+-\d+$/, 'a number <JID>-<JID>-<N>')),
    invoiceCounter: orNull(textLike(/^\d+\/\d+\p{L}{2}$/u, 'a counter <combo>/<total><two letters>')),
    sdcDateTime: orNull(localTime),
    verificationUrl: orNull(text),
    verificationQRCode: optional(orNull(text)),
  }),
  clientRequestId: orNull(text),
  journal: orNull(text),
  createdAt: localTime,
});
export type Invoice = Of<typeof invoice>;

export const invoiceList = object({ page: integer, perPage: oneOf(100), environment, invoices: list(invoice) });

export const closedAdvance = object({ advance: anything, advanceRefund: anything, invoice: anything });

export const status = object({
  app: text,
  version: text,
  esirNumber: textLike(/^[^/]+\/[^/]+$/, 'number/version'),
  environment,
  fiscal: flag,
  ready: flag,
  problems: list(text),
  pfr: object({ ok: flag, mode, env: environment, uid: text, message: text }),
  company: object({ name: text, tin: text, location: text }),
  documents: object({ pdf: anything }),
  time: textLike(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?[+-]\d\d:\d\d$/, 'ISO 8601 with offset'),
});

export const me = object({
  key: object({ id: integer, label: text, prefix: text, active: flag, createdAt: localTime, lastUsedAt: localTime }),
  rateLimit: object({ requests: oneOf(240), windowSeconds: oneOf(60) }),
  scope: oneOf('full'),
  permissions: list(text),
  note: text,
});

export const taxLabels = object({
  taxLabels: list(object({ label: textLike(/^\p{L}$/u, 'one letter'), name: text, rate: number })),
});
export type TaxLabel = Of<typeof taxLabels>['taxLabels'][number];

export const categories = object({ categories: list(text) });

export const items = object({
  items: list(
    object({
      id: integer,
      plu: orNull(text),
      name: text,
      unit: orNull(text),
      price: number,
      label: orNull(text),
      gtin: orNull(text),
      category: orNull(text),
      active: flag,
    }),
  ),
});
export type Item = Of<typeof items>['items'][number];

export const itemCreated = object({ id: integer, ok: oneOf(true) });
export const okay = object({ ok: oneOf(true) });
export const mailed = object({ ok: oneOf(true), uuid: text, to: text });

const period = { from: day, to: day, environment, rule: text };

export const summary = object({
  ...period,
  totals: object({ invoices: integer, turnover: number, refunds: object({ count: integer, amount: number }) }),
  byTaxLabel: list(object({ label: text, name: orNull(text), rate: orNull(number), turnover: number })),
  byPaymentType: list(object({ paymentType: oneOf(...PAYMENT_TYPES), amount: number })),
  byCashier: list(object({ cashier: orNull(text), invoices: integer, turnover: number })),
});
export type Summary = Of<typeof summary>;

export const daily = object({ ...period, days: list(object({ date: day, invoices: integer, turnover: number })) });
