import { check } from '../kit/check.js';
import { read, same, that } from '../kit/expect.js';
import { type Invoice, invoice, invoiceList } from '../kit/shapes.js';
import type { Till } from '../kit/till.js';

/** A sale in which every field has something to say. */
async function issueFull(till: Till): Promise<{ readonly sent: Invoice; readonly key: string }> {
  const key = till.id();
  const items = [
    till.line({ name: 'Сок', unit: 'л', quantity: 0.333, unitPrice: 100.01, gtin: '8600000000001' }),
    till.line({ name: 'Хлеб', quantity: 2, unitPrice: 49.99, label: till.other.label }),
  ];
  const payments = [
    { paymentType: 'Card', amount: 100 },
    { paymentType: 'Voucher', amount: 33.28 },
    { paymentType: 'Cash', amount: 0 },
    { paymentType: 'Other', amount: -5 },
  ];
  const referent = { referentDocumentNumber: 'AAAA1111-BBBB2222-3', referentDocumentDT: '2025-11-20 08:05:09' };
  const request = { items, payments, cashier: 'Милица', buyerId: '10:123456789', ...referent, clientRequestId: key };
  return { sent: await till.issue(request), key };
}

/** "Invoice (public shape)" and the shapes below it. */
export const invoiceChecks = [
  check(
    [
      ...(['invoice.by.post', 'invoice.uuid', 'invoice.invoiceType', 'invoice.transactionType'] as const),
      ...(['invoice.cashier', 'invoice.total', 'invoice.payments', 'invoice.items', 'invoice.taxItems'] as const),
      ...(['invoice.buyerId', 'invoice.referentDocumentNumber', 'invoice.referentDocumentDT', 'invoice.pfr'] as const),
      ...(['invoice.clientRequestId', 'payment.paymentType', 'payment.amount', 'payment.discarded'] as const),
      ...(['line.name', 'line.unit', 'line.quantity', 'line.unitPrice', 'line.totalAmount', 'line.label'] as const),
      ...(['line.gtin', 'service.issue', 'versioning.3.1.0', 'versioning.3.1.1'] as const),
    ],
    async ({ till }) => {
      const { sent, key } = await issueFull(till);
      const { label } = till.label;
      same(
        [sent.invoiceType, sent.transactionType, sent.cashier, sent.total],
        ['Normal', 'Sale', 'Милица', 133.28],
        'the head',
      );
      same([sent.buyerId, sent.clientRequestId], ['10:123456789', key], 'buyerId and clientRequestId');
      const referent = [sent.referentDocumentNumber, sent.referentDocumentDT];
      same(referent, ['AAAA1111-BBBB2222-3', '2025-11-20 08:05:09'], 'the referent fields');
      same(
        sent.payments,
        [
          { paymentType: 'Card', amount: 100 },
          { paymentType: 'Voucher', amount: 33.28 },
        ],
        'payments',
      );
      const juice = { name: 'Сок', unit: 'л', quantity: 0.333, unitPrice: 100.01, totalAmount: 33.3, label };
      const bread = { name: 'Хлеб', unit: 'ком', quantity: 2, unitPrice: 49.99, totalAmount: 99.98 };
      same(
        sent.items,
        [
          { ...juice, gtin: '8600000000001' },
          { ...bread, label: till.other.label, gtin: null },
        ],
        'the lines',
      );
    },
  ),
  check(
    ['invoice.by.get', 'invoice.by.list', 'get.200', 'state.invoice.stored', 'list.journal', 'service.read'],
    async ({ client, till }) => {
      const { sent } = await issueFull(till);
      same(read(await client.get(`/invoices/${sent.uuid}`), 200, invoice), sent, 'the invoice as it is read');
      const { invoices } = read(await client.get('/invoices'), 200, invoiceList);
      same(
        invoices.find(({ uuid }) => uuid === sent.uuid),
        sent,
        'the invoice as it is listed',
      );
      that(
        sent.journal !== null && sent.taxItems.length > 0 && sent.pfr.invoiceNumber !== null,
        'journal, taxes and number',
      );
    },
  ),
  check(['taxItem.label', 'taxItem.categoryName', 'taxItem.rate'], async ({ till }) => {
    const { taxItems } = await till.issue();
    const { label, name, rate } = till.label;
    same(
      taxItems.map((tax) => [tax.label, tax.categoryName, tax.rate]),
      [[label, name, rate]],
      'the tax items',
    );
  }),
  check(
    [
      ...(['pfr.mode', 'pfr.environment', 'pfr.fiscal', 'pfr.demo', 'pfr.requestedBy', 'pfr.signedBy'] as const),
      ...(['pfr.invoiceNumber', 'pfr.invoiceCounter', 'pfr.verificationUrl'] as const),
    ],
    async ({ till }) => {
      const { pfr } = await till.issue();
      same(pfr.demo, pfr.mode === 'demo', 'demo');
      same(pfr.fiscal, pfr.mode !== 'demo' && pfr.environment === 'production', 'fiscal');
      that(pfr.verificationUrl === null || URL.canParse(pfr.verificationUrl), 'the verification link is a link');
      if (pfr.invoiceNumber === null) return;
      that(
        pfr.invoiceNumber.startsWith(`${String(pfr.requestedBy)}-${String(pfr.signedBy)}-`),
        'requestedBy-signedBy-N',
      );
    },
  ),
  check(['pfr.invoiceCounter.combo', 'pfr.invoiceCounter.total'], async ({ till }) => {
    const counters: number[][] = [];
    for (const kind of ['Training', 'Normal', 'Training']) {
      const { pfr } = await till.issueKind(kind);
      counters.push((pfr.invoiceCounter ?? '').split('/').map((part) => Number.parseInt(part, 10)));
    }
    const [first = [], second = [], third = []] = counters;
    same([second[1], third[1]], [Number(first[1]) + 1, Number(first[1]) + 2], 'the total of the next two receipts');
    same(third[0], Number(first[0]) + 1, 'the combo of the next receipt of the same kind');
  }),
  check('pfr.verificationQRCode.demo', async ({ till }) => {
    same((await till.issue()).pfr.verificationQRCode ?? null, null, 'verificationQRCode');
  }),
];
