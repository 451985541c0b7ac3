import { Ajv2020 } from 'ajv/dist/2020.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { definition, responseSchemas } from '../../../src/interfaces/api/registry.js';

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });

const INVOICE = {
  uuid: '01936f2a-7c00-7001-8000-0123456789ab',
  invoiceType: 'Normal',
  transactionType: 'Sale',
  cashier: 'API',
  total: 300,
  payments: [{ paymentType: 'Cash', amount: 300 }],
  items: [{ name: 'Кафа', unit: 'ком', quantity: 2, unitPrice: 150, totalAmount: 300, label: 'Ђ', gtin: null }],
  taxItems: [{ label: 'Ђ', categoryName: 'О-ПДВ', rate: 20, amount: 50, total: 300 }],
  buyerId: null,
  referentDocumentNumber: null,
  referentDocumentDT: null,
  pfr: {
    mode: 'demo',
    environment: 'sandbox',
    fiscal: false,
    demo: true,
    requestedBy: 'DEMO2345',
    signedBy: 'DEMO2345',
    invoiceNumber: 'DEMO2345-DEMO2345-1',
    invoiceCounter: '1/1ПП',
    sdcDateTime: '2026-11-21 10:00:00',
    verificationUrl: 'https://kasa.local/v/?vl=A',
    verificationQRCode: null,
  },
  clientRequestId: null,
  journal: '============ ФИСКАЛНИ РАЧУН ============\r\n',
  createdAt: '2026-11-21 10:00:00',
};

const SUMMARY = {
  uuid: INVOICE.uuid,
  ...{ invoiceType: 'Normal', transactionType: 'Sale', number: 'DEMO2345-DEMO2345-1', total: 300 },
  payments: INVOICE.payments,
  ...{ cashier: 'API', buyerId: null, referent: null, clientRequestId: null },
  createdAt: '2026-11-21 10:00:00',
};

const PERIOD = { from: '2026-11-21', to: '2026-11-21', environment: 'sandbox' };

const JOB = {
  id: 1,
  uuid: INVOICE.uuid,
  printer: 'kasa',
  state: 'blocked',
  reason: 'paper',
  message: 'Штампач је остао без папира.',
  nextStep: 'Ставите нову ролну.',
  repeat: false,
  createdAt: '2026-11-21 10:00:00',
  updatedAt: '2026-11-21 10:00:01',
};
const WAITING = {
  clientRequestId: 'tezga-0042',
  number: 17,
  state: 'queued',
  position: 1,
  queuedAt: '2026-11-21 10:00:00',
  uuid: null,
  reason: null,
  total: 300,
};
const PRINTER = { name: 'kasa', address: 'lp:///dev/usb/lp0', state: 'offline', reason: 'absent', proof: null };

const EVENT = {
  cursor: 'AQAAAAEAADAAAAAAAAAAAAABAAAAAAAAAAA',
  type: 'invoice.issued',
  at: '2026-11-21 10:00:00',
  sequence: 12,
  environment: 'sandbox',
  uuid: '01234567-89ab-7cde-8f01-23456789abcd',
  number: 'DEMO1234-DEMO1234-1',
  invoiceType: 'Normal',
  transactionType: 'Sale',
  total: 300,
  clientRequestId: null,
  referentDocumentNumber: null,
  createdAt: '2026-11-21 10:00:00',
};
const NAMED = { uuid: INVOICE.uuid, number: 'DEMO2345-DEMO2345-2' };
const REFUND_OF_SALE = { ...NAMED, amount: 100, createdAt: '2026-11-21 11:00:00' };
const REFUNDABLE = {
  amount: 200,
  payments: [{ paymentType: 'Cash', amount: 200 }],
  items: [{ name: 'Кафа', label: 'Ђ', unit: 'ком', unitPrice: 150, quantity: 1 }],
};
const COPY = { ...NAMED, createdAt: '2026-11-21 11:00:00' };
const ADVANCE = { chain: [{ ...NAMED, total: 300 }], closedBy: { refund: NAMED, final: null } };

const SAMPLES: Readonly<Record<keyof typeof responseSchemas, Readonly<Record<string, unknown>>>> = {
  Error: { error: { code: 'validation', message: 'Недостаје поље „items”.' } },
  EventList: { environment: 'sandbox', events: [EVENT], cursor: EVENT.cursor, more: false },
  Status: {
    app: 'kasirbox',
    version: '0.1.0',
    esirNumber: '1/0.1',
    environment: 'sandbox',
    fiscal: false,
    ready: true,
    problems: [],
    warnings: [],
    pfr: { ok: true, mode: 'demo', env: 'sandbox', uid: 'DEMO2345', message: '' },
    company: { name: 'Пекара', tin: '123456789', location: '1234567-Пекара' },
    documents: { pdf: false },
    time: '2026-11-21T10:00:00+01:00',
  },
  Me: {
    key: {
      id: 1,
      label: 'till',
      prefix: 'kasir_0123',
      active: true,
      createdAt: '2026-11-21 10:00:00',
      lastUsedAt: '2026-11-21 10:00:00',
    },
    rateLimit: { requests: 240, windowSeconds: 60 },
    scope: 'full',
    permissions: ['invoices:read'],
    note: '',
  },
  TaxLabel: { label: 'Ђ', name: 'О-ПДВ', rate: 20 },
  TaxLabelList: { taxLabels: [{ label: 'Ђ', name: 'О-ПДВ', rate: 20 }] },
  CategoryList: { categories: ['Пића'] },
  Payment: { paymentType: 'Cash', amount: 300 },
  TaxItem: { ...INVOICE.taxItems[0] },
  InvoiceItem: { ...INVOICE.items[0] },
  InvoicePfr: INVOICE.pfr,
  Warning: { rule: 'refund.already-refunded', message: 'Рачун је већ рефундиран.', messageEn: 'Refunded before.' },
  Invoice: INVOICE,
  InvoiceReferent: { uuid: null, number: 'DEMO2345-DEMO2345-2' },
  InvoiceRefund: REFUND_OF_SALE,
  Refundable: REFUNDABLE,
  InvoiceCopy: COPY,
  AdvanceState: ADVANCE,
  InvoiceWithState: INVOICE,
  EmailSent: { ok: true, uuid: INVOICE.uuid, to: 'kupac@example.rs' },
  InvoiceSummary: SUMMARY,
  InvoiceList: { page: 1, perPage: 100, environment: 'sandbox', nextCursor: null, invoices: [INVOICE] },
  InvoiceSummaryList: {
    ...{ page: 1, perPage: 100, environment: 'sandbox', nextCursor: 'AAAAAAAAAAAB' },
    invoices: [SUMMARY],
  },
  ClosedEarlierAdvance: { advanceRefund: INVOICE, invoice: INVOICE },
  ClosedAdvance: { advance: INVOICE, advanceRefund: INVOICE, invoice: INVOICE },
  PrintJob: JOB,
  PrintJobAnswer: { job: JOB },
  PrintJobList: { jobs: [JOB], needsCopy: false },
  Printer: PRINTER,
  PrinterList: { printers: [PRINTER] },
  Queued: { queued: true, clientRequestId: 'tezga-0042', position: 1, queuedAt: '2026-11-21 10:00:00' },
  QueueEntry: WAITING,
  QueueList: { queue: [WAITING] },
  Item: {
    id: 1,
    plu: null,
    name: 'Кафа',
    unit: 'ком',
    price: 150,
    label: 'Ђ',
    gtin: null,
    category: null,
    active: true,
  },
  ItemList: { items: [] },
  ItemCreated: { id: 1, ok: true },
  ItemChanged: { ok: true },
  Summary: {
    ...PERIOD,
    totals: { invoices: 3, turnover: -100, refunds: { count: 2, amount: 400 } },
    byTaxLabel: [{ label: 'Ђ', name: null, rate: null, turnover: -100 }],
    byPaymentType: [{ paymentType: 'Cash', amount: -100 }],
    byCashier: [{ cashier: 'API', invoices: 3, turnover: -100 }],
    rule: 'Refunds subtract.',
  },
  Daily: { ...PERIOD, days: [{ date: '2026-11-21', invoices: 3, turnover: -100 }], rule: 'Refunds subtract.' },
  Alive: { status: 'ok' },
  Readiness: { ready: false, failing: ['disk'] },
};

test('every request and response schema is valid JSON Schema 2020-12 in strict mode', () => {
  for (const schema of Object.values(definition.schemas)) {
    assert.type(ajv.compile(schema), 'function');
  }
});

test('every response schema accepts its example, also with more fields', () => {
  for (const [name, sample] of Object.entries(SAMPLES)) {
    const check = ajv.compile(responseSchemas[name as keyof typeof SAMPLES]);
    assert.ok(check({ ...sample, later: 1 }), `${name}: ${ajv.errorsText(check.errors)}`);
  }
});

test('every response schema requires each of its fields', () => {
  for (const [name, sample] of Object.entries(SAMPLES)) {
    const check = ajv.compile(responseSchemas[name as keyof typeof SAMPLES]);
    for (const field of Object.keys(sample)) {
      assert.not.ok(check({ ...sample, [field]: undefined }), `${name} without ${field}`);
    }
  }
});

test('what was done with an invoice is optional, and has its form where it stands', () => {
  const check = ajv.compile(responseSchemas.InvoiceWithState);
  const state = { refunds: [REFUND_OF_SALE], refundable: REFUNDABLE, copies: [COPY], advance: ADVANCE };
  assert.ok(check({ ...INVOICE, ...state }), ajv.errorsText(check.errors));
  assert.ok(check({ ...INVOICE, advance: { ...ADVANCE, closedBy: null, chainCut: true } }));
  for (const wrong of [{ refunds: [NAMED] }, { refundable: { ...REFUNDABLE, amount: -1 } }, { refundsMore: 0 }]) {
    assert.not.ok(check({ ...INVOICE, ...wrong }), JSON.stringify(wrong));
  }
});

test('an invoice with a wrong enumeration, uuid or time is no Invoice', () => {
  const check = ajv.compile(responseSchemas.Invoice);
  const wrong = [
    { invoiceType: 'normal' },
    { uuid: INVOICE.uuid.toUpperCase() },
    { createdAt: '2026-11-21T10:00:00+01:00' },
    { total: '300' },
    { pfr: { ...INVOICE.pfr, mode: 'esdc' } },
    { payments: [{ paymentType: 'Gold', amount: 1 }] },
  ];
  for (const change of wrong) assert.not.ok(check({ ...INVOICE, ...change }), JSON.stringify(change));
});

test.run();
