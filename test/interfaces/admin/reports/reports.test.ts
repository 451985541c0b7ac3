import { english } from '../../../../src/base/index.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ALL_PERMISSIONS } from '../../../../src/interfaces/admin/operation.js';
import { performUnchecked } from '../../../../src/interfaces/admin/perform.js';
import { adminDepsOf } from '../../../../src/programs/box/admin.js';
import { body, line } from '../../../sales/invoicing/bodies.js';
import { TestBox } from '../../../kit/box.js';
import { type Client, read } from '../../../kit/client.js';
import { serveWithoutSocket } from '../../../kit/serve.js';

let box: TestBox;
let client: Client;

test.before.each(async () => {
  box = await TestBox.start({ serve: serveWithoutSocket });
  client = await box.client();
  setDay('2026-11-20');
});
test.after.each(() => box.stop());

/** Midday of a Belgrade winter day. */
function setDay(date: string): void {
  box.clockOffset = Date.parse(`${date}T11:00:00Z`) - Date.now();
}

async function issue(items: readonly object[], change: object = {}): Promise<void> {
  read('Invoice', 201, await client.post('/invoices', body({ items, ...change })));
}

/** Receives an advance in RSD and returns its uuid. */
async function advanceOf(unitPrice: number): Promise<string> {
  const items = [line({ name: '10: Аванс (Ђ)', quantity: 1, unitPrice })];
  return read('Invoice', 201, await client.post('/invoices', body({ items, invoiceType: 'Advance' }))).uuid;
}

async function items(from: string, to: string): Promise<unknown> {
  return (await rows('items', from, to)).rows;
}

async function rows(table: string, from: string, to: string): Promise<{ rows: unknown[]; others?: number }> {
  return (await ask('reports.rows', { table, from, to })) as { rows: unknown[]; others?: number };
}

async function ask(name: string, question: object): Promise<unknown> {
  const reply = await performUnchecked(adminDepsOf(box.parts), ALL_PERMISSIONS, name, question);
  if (!reply.ok) throw new Error(english(reply.error));
  return reply.value;
}

const csv = async (table: string, from = '2026-11-01', to = '2026-11-30'): Promise<string> =>
  ((await ask('reports.csv', { table, from, to })) as { text: string }).text;

const REFUND = { transactionType: 'Refund', referentDocumentNumber: 'A-A-1', buyerId: '10:123456789' };

test('items of a period: refunds subtract, what is no turnover does not count, other days do not', async () => {
  await issue([line({ quantity: 2 }), line({ name: 'Сир', unit: 'кг', quantity: 0.408, unitPrice: 1000 })]);
  await issue([line({ quantity: 1 })], REFUND);
  await issue([line({ quantity: 9 })], { invoiceType: 'ProForma' });
  setDay('2026-11-21');
  await issue([line({ quantity: 5 }), line({ label: 'Е' })]);
  assert.equal(await items('2026-11-20', '2026-11-20'), [
    { name: 'Сир', unit: 'кг', label: 'Ђ', isAdvance: false, lines: 1, quantity: 0.408, turnover: 408 },
    { name: 'Кафа', unit: 'ком', label: 'Ђ', isAdvance: false, lines: 2, quantity: 1, turnover: 150 },
  ]);
  assert.equal(await items('2026-11-20', '2026-11-21'), [
    { name: 'Кафа', unit: 'ком', label: 'Ђ', isAdvance: false, lines: 3, quantity: 6, turnover: 900 },
    { name: 'Сир', unit: 'кг', label: 'Ђ', isAdvance: false, lines: 1, quantity: 0.408, turnover: 408 },
    { name: 'Кафа', unit: 'ком', label: 'Е', isAdvance: false, lines: 1, quantity: 2, turnover: 300 },
  ]);
  const nothing = { from: '2026-11-22', to: '2026-11-22', environment: 'sandbox', rows: [] };
  assert.equal(await rows('items', '2026-11-22', '2026-11-22'), { ...nothing, others: 0 });
  assert.equal(await rows('taxes', '2026-11-22', '2026-11-22'), nothing);
});

test('an item that was sold with a discount is the same item, whatever else stands in brackets', async () => {
  await issue([line({ quantity: 2 }), line({ name: 'Кафа (попуст 10%)', unitPrice: 135 })]);
  await issue([line({ name: 'Кафа (попуст 12,5%)', unitPrice: 131.25 }), line({ name: 'Кафа (велика)' })]);
  assert.equal(await items('2026-11-20', '2026-11-20'), [
    { name: 'Кафа', unit: 'ком', label: 'Ђ', isAdvance: false, lines: 3, quantity: 6, turnover: 832.5 },
    { name: 'Кафа (велика)', unit: 'ком', label: 'Ђ', isAdvance: false, lines: 1, quantity: 2, turnover: 300 },
  ]);
});

test('taxes of a period are those on the receipts, by label and rate; refunds subtract', async () => {
  await issue([line({ quantity: 4 }), line({ name: 'Хлеб', label: 'Е', quantity: 1, unitPrice: 110 })]);
  await issue([line({ quantity: 1 })], REFUND);
  await issue([line({ quantity: 9 })], { invoiceType: 'Training' });
  const { rows: taxes } = await rows('taxes', '2026-11-20', '2026-11-20');
  assert.equal(taxes, [
    { label: 'Ђ', name: 'О-ПДВ', rate: 20, turnover: 450, tax: 75 },
    { label: 'Е', name: 'П-ПДВ', rate: 10, turnover: 110, tax: 10 },
  ]);
  assert.is(
    await csv('taxes'),
    '\ufeffознака;назив;стопа;промет;порез\r\nЂ;О-ПДВ;20,00;450,00;75,00\r\nЕ;П-ПДВ;10,00;110,00;10,00\r\n',
  );
});

test('closing an advance gives no money back, and an advance is no item that was sold', async () => {
  const [first, second] = [await advanceOf(1500), await advanceOf(200)];
  await issue([line({ quantity: 1 })], REFUND);
  // This one is really given back.
  read('Invoice', 201, await client.post(`/invoices/${second}/refund`, { buyerId: '20:008123456' }));
  setDay('2026-11-21');
  const closed = await client.post(`/invoices/${first}/close-advance`, body({ items: [line({ quantity: 13 })] }));
  assert.is(closed.status, 201, closed.text);
  const period = { from: '2026-11-20', to: '2026-11-21' };
  assert.equal(await ask('reports.refunds', period), {
    returned: { count: 2, amount: 350 },
    closedAdvances: { count: 1, amount: 1500 },
  });
  assert.equal(await ask('reports.refunds', { ...period, to: '2026-11-20' }), {
    returned: { count: 2, amount: 350 },
    closedAdvances: { count: 0, amount: 0 },
  });
  // The figure of the contract stays what it was.
  const summary = read('Summary', 200, await client.get('/reports/summary?from=2026-11-20&to=2026-11-21'));
  assert.equal(summary.totals.refunds, { count: 3, amount: 1850 });
  assert.is(
    await csv('days'),
    '\ufeffдатум;рачуна;промет;рефундација;враћено купцима;затворени аванси\r\n' +
      '2026-11-20;4;1.350,00;2;350,00;0,00\r\n2026-11-21;2;450,00;0;0,00;1.500,00\r\n',
  );
  assert.equal(await items('2026-11-20', '2026-11-21'), [
    { name: 'Кафа', unit: 'ком', label: 'Ђ', isAdvance: false, lines: 2, quantity: 12, turnover: 1800 },
    { name: 'Аванс', unit: '', label: 'Ђ', isAdvance: true, lines: 4, quantity: 0, turnover: 0 },
  ]);
  assert.ok((await csv('items')).includes('\r\nАванс;;Ђ;;0,00\r\n'));
});

test('an invalid period is refused with a message', async () => {
  const deps = adminDepsOf(box.parts);
  for (const [from, to] of [
    ['2026-11-21', '2026-11-20'],
    ['2026-02-30', '2026-03-01'],
    ['', ''],
  ]) {
    for (const [name, table] of [
      ['reports.rows', 'items'],
      ['reports.rows', 'days'],
      ['reports.show'],
      ['reports.refunds'],
      ['reports.csv', 'days'],
      ['reports.csv', 'items'],
    ]) {
      assert.is((await performUnchecked(deps, ALL_PERMISSIONS, name, { from, to, table, of: 'receipts' })).ok, false);
    }
  }
});

test('the files of a report: a mark, semicolons, decimal commas, CRLF', async () => {
  await issue([line({ quantity: 10 })], { cashier: 'Ана' });
  await issue([line({ quantity: 1 })], { ...REFUND, cashier: 'Ана' });
  assert.is(
    await csv('days'),
    '\ufeffдатум;рачуна;промет;рефундација;враћено купцима;затворени аванси\r\n2026-11-20;2;1.350,00;1;150,00;0,00\r\n',
  );
  assert.is(await csv('labels'), '\ufeffознака;назив;стопа;промет\r\nЂ;О-ПДВ;20,00;1.350,00\r\n');
  assert.is(await csv('payments'), '\ufeffначин плаћања;износ\r\nГотовина;1.350,00\r\n');
  assert.is(await csv('cashiers'), '\ufeffкасир;рачуна;промет\r\nАна;2;1.350,00\r\n');
  assert.is(await csv('items'), '\ufeffназив;јединица;ознака;количина;промет\r\nКафа;ком;Ђ;9,000;1.350,00\r\n');
});

test('a name that a spreadsheet would run, or that holds the separator, stays a text', async () => {
  await issue([line({ name: '=HYPERLINK("http://x";"y")' }), line({ name: '-2+3' })], { cashier: '@SUM(A1)' });
  const items = await csv('items');
  assert.ok(items.includes(`"'=HYPERLINK(""http://x"";""y"")"`), items);
  assert.ok(items.includes(`"'-2+3"`), items);
  assert.ok((await csv('cashiers')).includes(`"'@SUM(A1)"`));
});

test('more items than are told apart come together in one row', async () => {
  for (let at = 0; at < 5; at += 1) {
    await issue(Array.from({ length: 450 }, (_, i) => line({ name: `Артикал ${at} ${i}`, quantity: 1, unitPrice: 1 })));
  }
  const { rows: items, others } = await rows('items', '2026-11-20', '2026-11-20');
  assert.is(items.length, 2000);
  assert.is(others, 250);
  assert.ok((await csv('items')).endsWith('остало;;;;250,00\r\n'));
});

test.run();
