import { english } from '../../../../src/base/index.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { FoundReceipts } from '../../../../src/interfaces/admin/receipts/find.js';
import { ALL_PERMISSIONS, PERMISSIONS } from '../../../../src/interfaces/admin/operation.js';
import { performUnchecked } from '../../../../src/interfaces/admin/perform.js';
import { adminDepsOf } from '../../../../src/programs/box/admin.js';
import { body, line } from '../../../sales/invoicing/bodies.js';
import type { Invoice } from '../../../kit/answers.js';
import { TestBox } from '../../../kit/box.js';
import { type Client, read } from '../../../kit/client.js';
import { serveWithoutSocket } from '../../../kit/serve.js';
import { inEnglish } from '../../../kit/inEnglish.js';

let box: TestBox;
let client: Client;

test.before.each(async () => {
  box = await TestBox.start({ serve: serveWithoutSocket });
  client = await box.client();
});
test.after.each(() => box.stop());

async function issue(change: Readonly<Record<string, unknown>> = {}): Promise<Invoice> {
  return read('Invoice', 201, await client.post('/invoices', body(change)));
}

async function find(ask: object): Promise<FoundReceipts> {
  const reply = await performUnchecked(adminDepsOf(box.parts), ALL_PERMISSIONS, 'receipts.find', ask);
  if (!reply.ok) throw new Error(english(reply.error));
  return reply.value as FoundReceipts;
}

/** The receipts that are found, by uuid. */
const found = async (ask: object): Promise<string[]> => (await find(ask)).receipts.map(({ uuid }) => uuid);

test('without anything asked for: all, newest first, in the words of a list', async () => {
  const first = await issue();
  const second = await issue({ items: [line(), line({ name: 'Чај' })], cashier: 'Ана', buyerId: '10:123456789' });
  const { receipts, next } = await find({});
  assert.equal(
    receipts.map(({ uuid }) => uuid),
    [second.uuid, first.uuid],
  );
  assert.is(next, null);
  assert.equal(receipts[0], {
    uuid: second.uuid,
    invoiceType: 'Normal',
    transactionType: 'Sale',
    total: 60_000,
    cashier: 'Ана',
    buyerId: '10:123456789',
    number: second.pfr.invoiceNumber,
    counter: second.pfr.invoiceCounter,
    time: second.pfr.sdcDateTime,
    payments: ['Cash'],
    referent: null,
    names: ['Кафа', 'Чај'],
    lines: 2,
  });
});

test('by its number, by the end of its number, and by the link in its QR code', async () => {
  await issue();
  const wanted = await issue();
  await issue();
  const { invoiceNumber, verificationUrl } = wanted.pfr;
  assert.equal(await found({ number: ` ${invoiceNumber.toLowerCase()} ` }), [wanted.uuid]);
  assert.equal(await found({ number: '2' }), [wanted.uuid]);
  assert.equal(await found({ number: '7' }), []);
  assert.equal(await found({ number: 'something' }), []);
  assert.equal(await found({ link: verificationUrl }), [wanted.uuid]);
});

test('an incomplete link is refused with a message', async () => {
  for (const link of ['', 'abc', 'https://suf.purs.gov.rs/v/?vl=AAAA']) {
    const reply = await performUnchecked(adminDepsOf(box.parts), ALL_PERMISSIONS, 'receipts.find', { link });
    assert.equal(inEnglish(reply), { ok: false, error: 'This is not a complete receipt link.' });
  }
});

test('by day, type, amount, buyer and article, all of which must fit', async () => {
  const items = await box.parts.catalogue.create({ name: 'Лимунада', label: 'Ђ', plu: 'L-7' });
  if (!items.ok) throw new Error('no item');
  const coffee = await issue({ items: [line({ quantity: 1, unitPrice: 120 })], buyerId: '10:100000001' });
  const lemonade = await issue({ items: [line({ name: 'Лимунада', quantity: 1, unitPrice: 250 })] });
  const linked = await issue({ items: [line({ name: 'Друго име', itemId: items.value, gtin: '86001234' })] });
  const proForma = await issue({ invoiceType: 'ProForma' });
  assert.equal(await found({ invoiceType: 'ProForma' }), [proForma.uuid]);
  assert.equal(await found({ amount: 25_000 }), [lemonade.uuid]);
  assert.equal(await found({ buyer: '0000001' }), [coffee.uuid]);
  assert.equal(await found({ article: 'лиму' }), [lemonade.uuid]);
  assert.equal(await found({ article: 'l-7' }), [linked.uuid, lemonade.uuid]);
  assert.equal(await found({ article: '86001234' }), [linked.uuid]);
  assert.equal(await found({ article: 'кафа', invoiceType: 'Normal' }), [coffee.uuid]);
  assert.equal(await found({ article: 'кафа', amount: 1 }), []);
  const today = coffee.createdAt.slice(0, 10);
  assert.is((await found({ from: today, to: today })).length, 4);
  assert.equal(await found({ from: '2020-01-01', to: '2020-01-02' }), []);
});

test('names are found in either alphabet, with and without their marks', async () => {
  const one = await issue({ items: [line({ name: 'Јабуке Ђорђе' })], cashier: 'Љиљана Чолић' });
  const two = await issue({ items: [line({ name: 'ČOKOLADNI ŠTAPIĆ ŽU-ŽU' })], cashier: 'Đurđa Džajić' });
  for (const article of ['Јабуке', 'jabuke', 'JABUKE', 'ĐORĐE', 'djordje', 'ђорђе']) {
    assert.equal(await found({ article }), [one.uuid], article);
  }
  for (const article of ['чоколадни', 'cokoladni', 'Čokoladni', 'штапић жу', 'stapic zu']) {
    assert.equal(await found({ article }), [two.uuid], article);
  }
  for (const cashier of ['љиљана', 'Ljiljana', 'LJILJANA ČOLIĆ', 'colic']) {
    assert.equal(await found({ cashier }), [one.uuid], cashier);
  }
  for (const cashier of ['Ђурђа', 'djurdja', 'џајић', 'dzajic'])
    assert.equal(await found({ cashier }), [two.uuid], cashier);
  assert.equal(await found({ cashier: 'colic', article: 'cokoladni' }), []);
});

test('what refers to a receipt, in order of issue', async () => {
  const sale = await issue({ buyerId: '10:123456789' });
  const copy = read('Invoice', 201, await client.post(`/invoices/${sale.uuid}/copy`, {}));
  const refund = read('Invoice', 201, await client.post(`/invoices/${sale.uuid}/refund`, {}));
  assert.equal(await found({ referent: sale.pfr.invoiceNumber }), [copy.uuid, refund.uuid]);
  assert.equal(await found({ transactionType: 'Refund' }), [refund.uuid]);
});

test('an answer has so many receipts and tells where to go on; none is missed when others are sold meanwhile', async () => {
  const all: string[] = [];
  for (let i = 0; i < 30; i += 1) all.unshift((await issue()).uuid);
  const first = await find({});
  assert.is(first.receipts.length, 25);
  assert.is(first.next, 25);
  await issue();
  const second = await find({ skip: first.next });
  assert.is(second.next, null);
  const seen = new Set([...first.receipts, ...second.receipts].map(({ uuid }) => uuid));
  assert.equal([...seen].sort(), all.sort());
});

test('only of the active environment, and only for who may know what was sold', async () => {
  const sale = await issue();
  await box.set('environment', 'production');
  assert.equal(await found({}), []);
  assert.equal(await found({ number: sale.pfr.invoiceNumber }), []);
  const others = new Set(PERMISSIONS.filter((one) => one !== 'turnover'));
  assert.is((await performUnchecked(adminDepsOf(box.parts), others, 'receipts.find', {})).ok, false);
});

test.run();
