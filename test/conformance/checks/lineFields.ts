import { check } from '../kit/check.js';
import { matches, read, same, status } from '../kit/expect.js';
import { itemCreated } from '../kit/shapes.js';
import { type Fields, text, type Till } from '../kit/till.js';

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

/** "POST /invoices", the fields of a line. */
export const lineFieldChecks = [
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
