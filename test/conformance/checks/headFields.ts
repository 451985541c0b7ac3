import { check } from '../kit/check.js';
import { matches, refused, same, status, that } from '../kit/expect.js';
import { type Fields, text } from '../kit/till.js';

const REFERENT = { referentDocumentNumber: 'AAAA1111-BBBB2222-3' };

/** "POST /invoices", the fields of the head. */
export const headFieldChecks = [
  check(
    ['post.invoiceType', 'post.transactionType', 'post.cashier.default', 'post.payments.omitted'],
    async ({ till }) => {
      const { invoiceType, transactionType, cashier, payments } = await till.issue();
      same([invoiceType, transactionType, cashier], ['Normal', 'Sale', 'API'], 'type, transaction and cashier');
      same(payments, [{ paymentType: 'Cash', amount: 300 }], 'the payments');
    },
  ),
  check('post.payments.empty', async ({ till }) => {
    same(
      (await till.issue(till.sale({ payments: [] }))).payments,
      [{ paymentType: 'Cash', amount: 300 }],
      'the payments',
    );
  }),
  check(['post.paymentType', 'post.amount'], ({ till }) =>
    till.refuses([
      till.sale({ payments: [{ amount: 300 }] }),
      till.sale({ payments: [{ paymentType: 'Cash' }] }),
      till.sale({ payments: 'Cash' }),
    ]),
  ),
  check(['post.amount.dropped'], async ({ till }) => {
    const { payments } = await till.issue(till.paid(['Cash', 0], ['Card', 300], ['Other', -5]));
    same(payments, [{ paymentType: 'Card', amount: 300 }], 'the payments');
  }),
  check(['post.cashier', 'post.cashier.refused', 'errors.case.cashier', 'limits.cashier'], async ({ till }) => {
    same((await till.issue(till.sale({ cashier: text(50) }))).cashier, text(50), 'the cashier');
    await till.refuses([till.sale({ cashier: text(51) })]);
  }),
  check(
    [
      ...(['post.buyerId', 'post.buyerId.max', 'errors.case.buyerId.long', 'errors.case.buyerId.form'] as const),
      ...(['limits.buyerId', 'versioning.3.1.3.buyerId', 'versioning.4.buyerId'] as const),
    ],
    async ({ till }) => {
      same(
        (await till.issue(till.sale({ buyerId: '10:12345678901234567' }))).buyerId,
        '10:12345678901234567',
        'buyerId',
      );
      const wrong = ['123456789', '10', '10:', ':123', '10:123456789012345678'];
      await till.refuses(wrong.map((buyerId) => till.sale({ buyerId })));
    },
  ),
  check('post.buyerCostCenterId', async ({ till }) => {
    const { journal } = await till.issue(till.sale({ buyerId: '10:123456789', buyerCostCenterId: '50:17' }));
    matches(journal ?? '', /50:17/, 'the journal');
  }),
  check('post.referentDocumentNumber.spelling', async ({ till }) => {
    const { pfr } = await till.issue();
    const referentDocumentNumber = ` ${String(pfr.invoiceNumber).toLowerCase()} `;
    const copy = await till.issue(till.sale({ invoiceType: 'Copy', referentDocumentNumber }));
    same(copy.referentDocumentNumber, pfr.invoiceNumber, 'the referent number');
  }),
  check('post.referentDocumentNumber.environment', async ({ operator, till }) => {
    const reference = till.referring(await till.issue());
    const requests = [
      till.sale({ ...reference, invoiceType: 'Copy' }),
      till.sale({ ...reference, transactionType: 'Refund', buyerId: '10:123456789' }),
      till.sale({ ...reference, invoiceType: 'Advance' }),
    ];
    await operator.during('environment', 'production', () => till.refuses(requests));
    for (const request of requests) await till.issue(request);
  }),
  check(['post.referentDocumentDT', 'versioning.4.referentDocumentDT'], async ({ till }) => {
    const referentDocumentDT = '2025-02-28 23:59:59';
    same(
      (await till.issue(till.sale({ ...REFERENT, referentDocumentDT }))).referentDocumentDT,
      referentDocumentDT,
      'the time',
    );
    const wrong = ['2025-02-28T23:59:59', '2025-02-28', '28.02.2025 00:00:00', '2025-02-28 23:59'];
    await till.refuses(wrong.map((time) => till.sale({ ...REFERENT, referentDocumentDT: time })));
  }),
  check(['post.dateAndTimeOfIssue', 'post.dateAndTimeOfIssue.printed'], async ({ till }) => {
    const day = new Date(Date.parse(till.start.time) - 2 * 86_400_000).toISOString().slice(0, 10);
    const advance = { invoiceType: 'Advance', dateAndTimeOfIssue: `${day} 18:05:09` };
    const printed = `${day.split('-').reverse().join('.')}. 18:05:09`;
    const { journal } = await till.issue(till.sale(advance));
    that((journal ?? '').includes(printed), `the journal shows ${printed}`);
    await till.refuses([till.sale({ ...advance, dateAndTimeOfIssue: '19.11.2025 08:00:00' })]);
  }),
  check(['post.adText.max', 'errors.case.adText', 'limits.adText'], async ({ till }) => {
    await till.issue(till.sale({ adText: text(500) }));
    await till.refuses([till.sale({ adText: text(501) })]);
  }),
  check('post.prefetchDocument', async ({ client, till }) => {
    const { uuid } = await till.issue(till.sale({ prefetchDocument: 'a5' }));
    status(await client.get(`/invoices/${uuid}/document?paper=a5`), 200);
  }),
  check('post.prefetchDocument.value', ({ till }) => till.refuses([till.sale({ prefetchDocument: 'a4' })])),
  check('post.401', async ({ client, till }) => {
    refused(await client.post('/invoices', till.sale(), { key: null }), 401, 'unauthorized');
  }),
  check('errors.422.field', async ({ till }) => {
    const wrong: Readonly<Record<string, Fields>> = {
      invoiceType: till.sale({ invoiceType: 'Storno' }),
      transactionType: till.sale({ transactionType: 'Return' }),
      items: { items: [] },
      name: till.saleOf({ name: text(201) }),
      quantity: till.saleOf({ quantity: 0 }),
      unitPrice: till.saleOf({ unitPrice: -1 }),
      label: till.saleOf({ label: 'Ж' }),
      labels: till.saleOf({ label: undefined, labels: ['Ђ', 'Е'] }),
      gtin: till.saleOf({ gtin: '1' }),
      itemId: till.saleOf({ itemId: 'x' }),
      payments: till.paid(['Cash', 1], ['Card', 2]),
      paymentType: till.paid(['Gold', 300]),
      amount: till.sale({ payments: [{ paymentType: 'Cash' }] }),
      cashier: till.sale({ cashier: text(51) }),
      buyerId: till.sale({ buyerId: 'x' }),
      referentDocumentNumber: till.sale({ invoiceType: 'Copy' }),
      referentDocumentDT: till.sale({ ...REFERENT, referentDocumentDT: 'x' }),
      dateAndTimeOfIssue: till.sale({ invoiceType: 'Advance', dateAndTimeOfIssue: 'x' }),
      adText: till.sale({ adText: text(501) }),
      clientRequestId: till.sale({ clientRequestId: 'x' }),
      prefetchDocument: till.sale({ prefetchDocument: 'x' }),
    };
    for (const [field, request] of Object.entries(wrong)) {
      const message = await till.refusal(request);
      that(message.includes(`„${field}”`), `the message names „${field}”: ${message}`);
    }
  }),
];
