import { english } from '../../../src/base/index.js';
// Requirements T02 and T06 of an ESIR: goods with several tax labels, and a tax that is an amount for each unit.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ALL_PERMISSIONS } from '../../../src/interfaces/admin/operation.js';
import { performUnchecked } from '../../../src/interfaces/admin/perform.js';
import { adminDepsOf } from '../../../src/programs/box/admin.js';
import type { Invoice } from '../../kit/answers.js';
import { TestBox } from '../../kit/box.js';
import { type Client, read, readError } from '../../kit/client.js';
import { FakePfrServer } from '../../kit/pfr/server.js';
import { serveWithoutSocket } from '../../kit/serve.js';
import { type Body, body, line } from '../../sales/invoicing/bodies.js';

let fake: FakePfrServer;
let box: TestBox;
let client: Client;

const RATES = [
  { label: 'Ђ', category: 'О-ПДВ', categoryType: 0, rate: 20 },
  { label: 'P', category: 'PBL', categoryType: 2, rate: 0.5 },
  { label: 'Т', category: 'TOT', categoryType: 1, rate: 2 },
] as const;

test.before(async () => {
  fake = await FakePfrServer.start({ groups: [{ groupId: 1, validFrom: 0, rates: RATES }] });
  fake.pfr.card.givePin('1234');
  box = await TestBox.start({ serve: serveWithoutSocket });
  await box.set('pfr.sandbox', { mode: 'lpfr', url: fake.url });
  client = await box.client();
});
test.after(async () => {
  await box.stop();
  await fake.stop();
});

const BAG = line({ name: 'Кеса', quantity: 3, unitPrice: 10, label: 'Ђ', moreLabels: ['P'] });

async function issue(change: Body = {}): Promise<Invoice> {
  return read('Invoice', 201, await client.post('/invoices', body({ items: [BAG], ...change })));
}

async function ask(name: string, question: object): Promise<Readonly<Record<string, unknown>>> {
  const reply = await performUnchecked(adminDepsOf(box.parts), ALL_PERMISSIONS, name, question);
  if (!reply.ok) throw new Error(english(reply.error));
  return reply.value as Readonly<Record<string, unknown>>;
}

test('a line with several labels is sent, taxed, printed, copied and refunded with all of them', async () => {
  const sale = await issue();
  const [item] = sale.items;
  assert.equal([item?.label, item?.moreLabels], ['Ђ', ['P']]);
  assert.equal(
    sale.taxItems.map(({ label, rate, perUnit, total }) => [label, rate, perUnit, total]),
    [
      ['P', 0.5, true, 30],
      ['Ђ', 20, undefined, 30],
    ],
  );
  assert.match(sale.journal, /^Кеса\/ком \(Ђ, P\) *$/m);
  const refund = read('Invoice', 201, await client.post(`/invoices/${sale.uuid}/refund`, { buyerId: '20:001234567' }));
  const copy = read('Invoice', 201, await client.post(`/invoices/${sale.uuid}/copy`, {}));
  for (const { items, warnings } of [refund, copy]) assert.equal([items[0]?.moreLabels, warnings], [['P'], undefined]);
  const sheet = await client.get(`/invoices/${sale.uuid}/document?paper=a4`);
  assert.match(sheet.text, /20,00% Ђ, 0,50 RSD P/);
  assert.match(sheet.text, /PBL P 0,50 RSD/);
  assert.not.match(sheet.text, /0,50%/);
});

test('what is left to refund names all labels of a line, so that a refund of it is no other line', async () => {
  const sale = await issue({ items: [BAG, line({ name: 'Кафа', quantity: 1, unitPrice: 10, label: 'Ђ' })] });
  const { refundable } = read('InvoiceWithState', 200, await client.get(`/invoices/${sale.uuid}`));
  const left = refundable?.items ?? [];
  assert.equal(
    left.map((one) => [one.name, one.label, one.moreLabels, 'moreLabels' in one]),
    [
      ['Кеса', 'Ђ', ['P'], true],
      ['Кафа', 'Ђ', undefined, false],
    ],
  );
  const of = { referentDocumentNumber: sale.pfr.invoiceNumber, referentDocumentDT: sale.pfr.sdcDateTime };
  const refund = { transactionType: 'Refund', buyerId: '20:001234567', ...of };
  assert.is((await issue({ ...refund, items: left.slice(0, 1) })).warnings, undefined);
});

test('a copy that leaves a label out differs from its original', async () => {
  const sale = await issue();
  const copied = { invoiceType: 'Copy', referentDocumentNumber: sale.pfr.invoiceNumber };
  const { warnings = [] } = await issue({ ...copied, items: [{ ...BAG, moreLabels: [] }] });
  assert.equal(
    warnings.map(({ rule }) => rule),
    ['invoice.copy-differs'],
  );
});

test('reports show an amount for each unit as such, and never as a percentage', async () => {
  await issue();
  const { byTaxLabel } = read('Summary', 200, await client.get('/reports/summary'));
  const one = byTaxLabel.find(({ label }) => label === 'P');
  assert.equal([one?.rate, one?.perUnit], [0.5, true]);
  assert.is(byTaxLabel.find(({ label }) => label === 'Ђ')?.perUnit, undefined);
  const day = read('Summary', 200, await client.get('/reports/summary')).from;
  for (const table of ['labels', 'taxes']) {
    const { text } = await ask('reports.csv', { table, from: day, to: day });
    assert.match(String(text), /P;PBL;"?0,50 РСД по јединици"?;/);
    assert.match(String(text), /Ђ;О-ПДВ;"?20,00"?;/);
  }
  const { rows: taxes } = await ask('reports.rows', { table: 'taxes', from: day, to: day });
  assert.equal(
    (taxes as readonly { readonly label: string; readonly perUnit?: true }[]).map(({ perUnit }) => perUnit),
    [undefined, true],
  );
});

test('a label besides the first must be active, Cyrillic where it looks so, and given once', async () => {
  for (const [moreLabels, rule] of [
    [['Ж'], 'invoice.label-inactive'],
    [['P', 'T'], 'invoice.label-latin'],
    [['Ђ'], 'invoice.label-repeated'],
    [['P', 'P'], 'invoice.label-repeated'],
  ] as const) {
    const refused = readError(422, await client.post('/invoices', body({ items: [{ ...BAG, moreLabels }] })));
    assert.equal([refused.rule, refused.field], [rule, '/items/0/moreLabels']);
  }
  for (const moreLabels of [null, []]) assert.is((await issue({ items: [{ ...BAG, moreLabels }] })).items.length, 1);
});

test('the contract keeps labels to one entry', async () => {
  const refused = readError(422, await client.post('/invoices', body({ items: [line({ labels: ['Ђ', 'P'] })] })));
  assert.is(refused.rule, 'form.max-items');
});

test.run();
