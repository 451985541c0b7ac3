import { check } from '../kit/check.js';
import { matches, read, refused, same, status, that } from '../kit/expect.js';
import { itemCreated } from '../kit/shapes.js';
import type { Fields, Till } from '../kit/till.js';

const REFERENT = { referentDocumentNumber: 'AAAA1111-BBBB2222-3' };

function text(length: number): string {
  return 'ж'.repeat(length);
}

/** Demands that a sale with each of these lines is refused. */
function refusesLines(till: Till, ...lines: readonly Fields[]): Promise<void> {
  return till.refuses(lines.map((line) => till.saleOf(line)));
}

/** Demands that what was sent in a line comes back as the second of each pair. */
async function keeps(
  till: Till,
  field: 'quantity' | 'unitPrice',
  pairs: readonly (readonly [number, number])[],
): Promise<void> {
  for (const [sent, kept] of pairs) {
    const line = { quantity: 1, unitPrice: 1000, [field]: sent };
    same((await till.issue(till.saleOf(line))).items[0]?.[field], kept, `${field} ${sent}`);
  }
}

/** POST /invoices, the fields of a line. */
const lineChecks = [
  check(['post.items', 'post.items.min', 'post.rule.5.empty', 'errors.case.no-items'], ({ till }) =>
    till.refuses([{}, { items: [] }, { items: {} }, { items: 'x' }]),
  ),
  check(['post.items.max', 'post.rule.5.many', 'errors.case.many-items', 'limits.lines'], async ({ till }) => {
    const lines = (count: number): Fields => ({ items: Array.from({ length: count }, () => till.line()) });
    matches(await till.refusal(lines(501)), /500/, 'the message');
    same((await till.issue(lines(500))).items.length, 500, 'lines');
  }),
  check(['post.items.total', 'errors.case.total'], async ({ till }) => {
    await refusesLines(till, { unitPrice: 0 });
    const items = [till.line({ unitPrice: 0 }), till.line({ quantity: 1, unitPrice: 0.01 })];
    same((await till.issue({ items })).total, 0.01, 'the total');
  }),
  check(['post.name', 'post.name.max', 'limits.name.line', 'post.rule.5.long'], async ({ till }) => {
    await refusesLines(till, { name: undefined }, { name: text(201) }, { name: 5 });
    same((await till.issue(till.saleOf({ name: text(200) }))).items[0]?.name, text(200), 'the name');
  }),
  check(['post.unit', 'post.unit.default'], async ({ till }) => {
    same((await till.issue()).items[0]?.unit, 'ком', 'the unit');
    same((await till.issue(till.saleOf({ unit: 'кг' }))).items[0]?.unit, 'кг', 'the unit');
  }),
  check(['post.quantity', 'post.quantity.min', 'post.quantity.max', 'limits.quantity'], async ({ till }) => {
    await refusesLines(till, { quantity: undefined }, { quantity: 0 }, { quantity: -1 }, { quantity: 1_000_000 });
    await keeps(till, 'quantity', [
      [999999, 999999],
      [0.001, 0.001],
    ]);
  }),
  check('post.quantity.round', ({ till }) =>
    keeps(till, 'quantity', [
      [1.2344, 1.234],
      [1.2346, 1.235],
    ]),
  ),
  check('post.quantity.half', ({ till }) =>
    keeps(till, 'quantity', [
      [1.0005, 1.001],
      [2.6745, 2.675],
    ]),
  ),
  check(['post.unitPrice', 'post.unitPrice.min', 'post.unitPrice.max', 'limits.unitPrice'], async ({ till }) => {
    await refusesLines(till, { unitPrice: undefined }, { unitPrice: -0.01 }, { unitPrice: 1e9 });
    await keeps(till, 'unitPrice', [[999999999, 999999999]]);
  }),
  check('post.unitPrice.round', ({ till }) =>
    keeps(till, 'unitPrice', [
      [1.004, 1],
      [1.006, 1.01],
    ]),
  ),
  check('post.unitPrice.half', ({ till }) =>
    keeps(till, 'unitPrice', [
      [1.005, 1.01],
      [2.675, 2.68],
    ]),
  ),
  check('post.totalAmount', async ({ till }) => {
    const { items, total } = await till.issue(till.saleOf({ totalAmount: 1 }));
    same([items[0]?.totalAmount, total], [300, 300], 'the amount of the line and the total');
  }),
  check(['post.label', 'post.label.active', 'post.rule.5.label'], ({ till }) =>
    refusesLines(till, { label: undefined }, { label: 'Ж' }, { label: '' }),
  ),
  check('errors.case.label', async ({ till }) => {
    const message = await till.refusal({ items: [till.line(), till.line({ label: 'Ж' })] });
    matches(message, /(?<!\d)[12](?!\d)/, 'the message, for the index of the second item');
  }),
  check('post.label.latin', async ({ till }) => {
    matches(await till.refusal(till.saleOf({ label: 'E' })), /латинич/i, 'the message');
  }),
  check(['post.labels', 'post.labels.max'], async ({ till }) => {
    const [{ label }, other] = [till.label, till.other];
    same(
      (await till.issue(till.saleOf({ label: undefined, labels: [other.label] }))).items[0]?.label,
      other.label,
      'label',
    );
    await refusesLines(till, { label: undefined, labels: [label, other.label] });
  }),
  check(['post.gtin', 'limits.gtin'], async ({ till }) => {
    for (const gtin of ['12345678', '12345678901234', null]) {
      same((await till.issue(till.saleOf({ gtin }))).items[0]?.gtin, gtin, 'gtin');
    }
    await refusesLines(till, { gtin: '1234567' }, { gtin: '123456789012345' }, { gtin: '1234567a' });
  }),
  check(['post.itemId', 'post.itemId.link'], async ({ client, till }) => {
    const item = { name: `0 Веза ${till.run}`, label: till.other.label, price: 9 };
    const { id } = read(await client.post('/items', item), 201, itemCreated);
    for (const itemId of [id, 987654321, null]) {
      const [line] = (await till.issue(till.saleOf({ itemId }))).items;
      same([line?.name, line?.unitPrice, line?.label], ['Кафа', 150, till.label.label], 'the line');
    }
    status(await client.call('DELETE', `/items/${id}`), 200);
  }),
];

/** POST /invoices, the fields of the head. */
const headChecks = [
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

export const fieldChecks = [...lineChecks, ...headChecks];
