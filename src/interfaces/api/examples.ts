/** A demo receipt, shown in the API document. */
const JOURNAL = [
  '============ ФИСКАЛНИ РАЧУН ============',
  '   ДЕМО РАЧУН - БЕЗ ФИСКАЛНЕ ВАЖНОСТИ   ',
  '               100000049                ',
  '           Пекара Зора д.о.о.           ',
  '          1234567-Пекара Зора           ',
  '             Кнеза Милоша 1             ',
  '          Београд-Савски венац          ',
  'Касир:                            Милица',
  'ЕСИР број:                      1234/1.3',
  '-------------ПРОМЕТ ПРОДАЈА-------------',
  'Артикли',
  '========================================',
  'Назив   Цена         Кол.         Укупно',
  'Бурек са сиром/ком (Ђ)                  ',
  '       180,00          2          360,00',
  '----------------------------------------',
  'Укупан износ:                     360,00',
  'Платна картица:                   360,00',
  '========================================',
  'Ознака       Име      Стопа        Порез',
  'Ђ           О-ПДВ   20,00%         60,00',
  '----------------------------------------',
  'Укупан износ пореза:               60,00',
  '========================================',
  'ПФР време:          21.11.2026. 10:00:00',
  'ПФР број рачуна:     DEMOHBTA-DEMOHBTA-1',
  'Бројач рачуна:                     1/1ПП',
  '========================================',
  '   ДЕМО РАЧУН - БЕЗ ФИСКАЛНЕ ВАЖНОСТИ   ',
  '======== КРАЈ ФИСКАЛНОГ РАЧУНА =========',
  '',
].join('\r\n');

const UUID = '019b0a3c-5f40-7c1a-9d2e-4b8f6a7c1e05';
const REQUEST_ID = '7e57d004-2b97-44e7-8f5a-0b1d6f0e3c21';
const TIME = '2026-11-21 10:00:00';
const DAY = '2026-11-21';

const LINE = { name: 'Бурек са сиром', quantity: 2, unitPrice: 180, label: 'Ђ' };
const ISSUED_LINE = { ...LINE, unit: 'ком', totalAmount: 360, gtin: null };

const SUMMARY = {
  uuid: UUID,
  ...{ invoiceType: 'Normal', transactionType: 'Sale', number: 'DEMOHBTA-DEMOHBTA-1', total: 360 },
  payments: [{ paymentType: 'Card', amount: 360 }],
  ...{ cashier: 'Милица', buyerId: null, referent: null, clientRequestId: REQUEST_ID, createdAt: TIME },
};

const LIST = { page: 1, perPage: 100, environment: 'sandbox', nextCursor: null };

const INVOICE = {
  uuid: UUID,
  invoiceType: 'Normal',
  transactionType: 'Sale',
  cashier: 'Милица',
  total: 360,
  payments: [{ paymentType: 'Card', amount: 360 }],
  items: [ISSUED_LINE],
  taxItems: [{ label: 'Ђ', categoryName: 'О-ПДВ', rate: 20, amount: 60, total: 360 }],
  buyerId: null,
  referentDocumentNumber: null,
  referentDocumentDT: null,
  pfr: {
    mode: 'demo',
    environment: 'sandbox',
    fiscal: false,
    demo: true,
    requestedBy: 'DEMOHBTA',
    signedBy: 'DEMOHBTA',
    invoiceNumber: 'DEMOHBTA-DEMOHBTA-1',
    invoiceCounter: '1/1ПП',
    sdcDateTime: TIME,
    verificationUrl: 'https://kasa.local:8443/v/?vl=A0RFTU9IQlRBREVNT0hCVEEBAAAA',
    verificationQRCode: null,
  },
  clientRequestId: REQUEST_ID,
  journal: JOURNAL,
  createdAt: TIME,
};

/** The receipts of an advance and its closing, as differences from a sale. */
const ADVANCE_LINES = { items: [{ ...ISSUED_LINE, name: '10: Аванс (Ђ)', quantity: 1, unitPrice: 360 }] };
const ADVANCE = { ...INVOICE, invoiceType: 'Advance', ...ADVANCE_LINES };
const ADVANCE_REFUND = {
  ...ADVANCE,
  transactionType: 'Refund',
  buyerId: '10:100000049',
  referentDocumentNumber: 'DEMOHBTA-DEMOHBTA-1',
  referentDocumentDT: TIME,
};
const FINAL = { ...INVOICE, referentDocumentNumber: 'DEMOHBTA-DEMOHBTA-2', referentDocumentDT: TIME };

const QUEUE_ENTRY = {
  clientRequestId: REQUEST_ID,
  number: 7,
  state: 'queued',
  position: 1,
  queuedAt: TIME,
  uuid: null,
  reason: null,
  total: 360,
};

const JOB = {
  id: 12,
  uuid: UUID,
  printer: 'kasa',
  state: 'blocked',
  reason: 'paper',
  message: 'Штампач је остао без папира.',
  nextStep: 'Ставите нову ролну.',
  repeat: false,
  createdAt: TIME,
  updatedAt: TIME,
};

const ITEM = {
  id: 1,
  plu: '1001',
  name: 'Бурек са сиром',
  unit: 'ком',
  price: 180,
  label: 'Ђ',
  gtin: '8600000000017',
  category: 'Пецива',
  active: true,
};
const { id: _id, active: _active, ...NEW_ITEM } = ITEM;

const PERIOD = { from: DAY, to: DAY, environment: 'sandbox' };
const RULE =
  'Only issued Normal and Advance invoices count, refunds subtract, ProForma, Copy and Training never enter a total, and only the ' +
  'active environment counts.';

/**
 * Example bodies in the API document, by the name of their schema. A test validates them against the schemas. The
 * request examples can be sent to a box unchanged.
 */
export const EXAMPLES = {
  InvoiceRequest: {
    items: [LINE],
    payments: [{ paymentType: 'Card', amount: 360 }],
    cashier: 'Милица',
    clientRequestId: REQUEST_ID,
  },
  RefundRequest: { buyerId: '10:100000049', cashier: 'Милица' },
  CopyRequest: { print: false },
  CloseAdvanceRequest: { items: [LINE], cashier: 'Милица' },
  CloseEarlierAdvanceRequest: {
    ...{ number: '17', time: '2022-03-25 00:00:00', earlierAdvances: [{ label: 'Ђ', amount: 300 }] },
    ...{ items: [LINE], restPayments: [{ paymentType: 'Cash', amount: 60 }] },
    clientRequestId: '2f1c5a06-93c1-4f6e-9d43-6b0f2f9a7c55',
  },
  EmailRequest: { to: 'kupac@example.rs' },
  PrintRequest: { printer: 'kasa' },
  NewItem: NEW_ITEM,
  ItemChange: { price: 195 },
  Invoice: INVOICE,
  InvoiceList: { ...LIST, total: 1, invoices: [INVOICE] },
  InvoiceSummary: SUMMARY,
  InvoiceSummaryList: { ...LIST, nextCursor: 'AAAAAAAAAApL', total: 2041, invoices: [SUMMARY] },
  InvoiceWithState: {
    ...INVOICE,
    refunds: [],
    refundable: {
      amount: 360,
      payments: [{ paymentType: 'Cash', amount: 360 }],
      items: [{ name: LINE.name, label: 'Ђ', unit: 'ком', unitPrice: 180, quantity: 2 }],
    },
    copies: [],
  },
  ClosedAdvance: { advance: ADVANCE, advanceRefund: ADVANCE_REFUND, invoice: FINAL },
  ClosedEarlierAdvance: { advanceRefund: ADVANCE_REFUND, invoice: FINAL },
  Queued: { queued: true, clientRequestId: REQUEST_ID, position: 1, queuedAt: TIME },
  QueueEntry: QUEUE_ENTRY,
  EventList: {
    environment: 'sandbox',
    events: [
      {
        cursor: 'AQAAAAEAADAAAAAAAAAAAAABAAAAAAAAAAA',
        type: 'invoice.issued',
        at: TIME,
        sequence: 812,
        environment: 'sandbox',
        uuid: UUID,
        number: 'DEMOHBTA-DEMOHBTA-1',
        invoiceType: 'Normal',
        transactionType: 'Sale',
        total: 360,
        clientRequestId: REQUEST_ID,
        referentDocumentNumber: null,
        createdAt: TIME,
      },
    ],
    cursor: 'AQAAAAEAADAAAAAAAAAAAAABAAAAAAAAAAA',
    more: false,
  },
  QueueList: { queue: [QUEUE_ENTRY] },
  Status: {
    app: 'kasirbox',
    version: '1.3.0',
    esirNumber: '1234/1.3',
    environment: 'sandbox',
    fiscal: false,
    ready: true,
    problems: [],
    warnings: [],
    pfr: {
      ok: true,
      mode: 'demo',
      env: 'sandbox',
      uid: 'DEMOHBTA',
      message: 'Демо процесор је спреман. Рачуни немају фискалну важност.',
    },
    company: { name: 'Пекара Зора д.о.о.', tin: '100000049', location: '1234567-Пекара Зора' },
    documents: { pdf: true },
    time: '2026-11-21T10:00:00+01:00',
  },
  Me: {
    key: { id: 1, label: 'веб-продавница', prefix: 'kasir_d4d0c5', active: true, createdAt: TIME, lastUsedAt: TIME },
    rateLimit: { requests: 240, windowSeconds: 60 },
    scope: 'full',
    permissions: ['invoices:read', 'invoices:write'],
    note: 'Keys are not scoped: every active key may call every route.',
  },
  TaxLabelList: {
    taxLabels: [
      { label: 'Ђ', name: 'О-ПДВ', rate: 20 },
      { label: 'Е', name: 'П-ПДВ', rate: 10 },
    ],
  },
  CategoryList: { categories: ['Пецива', 'Пиће'] },
  ItemList: { items: [ITEM] },
  ItemCreated: { id: 1, ok: true },
  ItemChanged: { ok: true },
  Summary: {
    ...PERIOD,
    totals: { invoices: 1, turnover: 360, refunds: { count: 0, amount: 0 } },
    byTaxLabel: [{ label: 'Ђ', name: 'О-ПДВ', rate: 20, turnover: 360 }],
    byPaymentType: [{ paymentType: 'Card', amount: 360 }],
    byCashier: [{ cashier: 'Милица', invoices: 1, turnover: 360 }],
    rule: RULE,
  },
  Daily: { ...PERIOD, days: [{ date: DAY, invoices: 1, turnover: 360 }], rule: RULE },
  PrintJobAnswer: { job: JOB },
  PrintJobList: { jobs: [JOB], needsCopy: false },
  PrinterList: {
    printers: [{ name: 'kasa', address: 'tcp://192.168.1.50', state: 'idle', reason: null, proof: null }],
  },
  EmailSent: { ok: true, uuid: UUID, to: 'kupac@example.rs' },
  Alive: { status: 'ok' },
  Readiness: { ready: true, failing: [] },
} as const;

/** Examples of responses that are not JSON. */
export const TEXT_EXAMPLES = {
  journal: JOURNAL,
  document: '<!doctype html><html lang="sr"><body><!--sheet-->…<!--/sheet--></body></html>',
  metrics: '# TYPE kasirbox_receipts_issued_total counter\nkasirbox_receipts_issued_total 1\n',
} as const;
