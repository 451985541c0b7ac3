// "POST /invoices" of the specification of API v1: the table of fields, row by row.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Body, body, line } from '../../invoicing/bodies.js';
import type { Invoice } from '../../kit/answers.js';
import { TestBox } from '../../kit/box.js';
import { read, readError } from '../../kit/client.js';

let box: TestBox;

test.before(async () => {
  box = await TestBox.start();
});
test.after(() => box.stop());

async function issue(request: Body): Promise<Invoice> {
  return read('Invoice', 201, await (await box.client()).post('/invoices', request));
}

/** Every one of these must be refused with 422 validation, in Serbian, naming the field. */
async function refuse(field: string, requests: readonly Body[]): Promise<void> {
  const client = await box.client();
  for (const request of requests) {
    const { code, message } = readError(422, await client.post('/invoices', request));
    assert.is(code, 'validation');
    assert.ok(message.includes(`„${field}”`), `${field}: ${message}`);
    assert.match(message, /[а-я]/);
  }
}

const lines = (changes: readonly Body[]): Body[] => changes.map((change) => body({ items: [line(change)] }));

/** A text of so many characters, each of which may be two UTF-16 units long. */
const text = (length: number): string => 'ж'.repeat(length - 1) + '🍞';

test('invoiceType: default Normal; transactionType: default Sale', async () => {
  const { invoiceType, transactionType } = await issue(body());
  assert.equal([invoiceType, transactionType], ['Normal', 'Sale']);
  await refuse('invoiceType', [body({ invoiceType: 'Storno' }), body({ invoiceType: 1 }), body({ invoiceType: null })]);
  await refuse('transactionType', [body({ transactionType: 'Return' }), body({ transactionType: 0 })]);
});

test('items: required, 1 to 500 entries', async () => {
  await refuse('items', [{}, { items: [] }, { items: {} }, { items: null }, { items: 'x' }]);
  await refuse('items', [{ items: Array.from({ length: 501 }, () => line()) }]);
  assert.is((await issue({ items: Array.from({ length: 500 }, () => line()) })).items.length, 500);
});

test('items: invoice total must be greater than 0', async () => {
  await refuse('items', lines([{ unitPrice: 0 }, { unitPrice: 0.004 }]));
  assert.is((await issue({ items: [line({ unitPrice: 0 }), line({ quantity: 1, unitPrice: 0.01 })] })).total, 0.01);
});

test('items[].name: required, up to 200 chars', async () => {
  await refuse('name', lines([{ name: undefined }, { name: text(201) }, { name: '' }, { name: 5 }, { name: null }]));
  assert.is((await issue(body({ items: [line({ name: text(200) })] }))).items[0]?.name, text(200));
});

test('items[].unit: default ком', async () => {
  assert.is((await issue(body())).items[0]?.unit, 'ком');
  assert.is((await issue(body({ items: [line({ unit: 'кг' })] }))).items[0]?.unit, 'кг');
  await refuse('unit', lines([{ unit: text(17) }, { unit: 1 }]));
});

test('items[].quantity: required, greater than 0, at most 999999, rounded to 3 decimals', async () => {
  await refuse('quantity', lines([{ quantity: undefined }, { quantity: 0 }, { quantity: -1 }, { quantity: 1000000 }]));
  await refuse('quantity', lines([{ quantity: '1' }, { quantity: null }, { quantity: 999999.001 }]));
  for (const [sent, kept] of [
    [1.0005, 1.001],
    [0.0005, 0.001],
    [2.6745, 2.675],
    [999999, 999999],
  ] as const) {
    assert.is((await issue(body({ items: [line({ quantity: sent, unitPrice: 1000 })] }))).items[0]?.quantity, kept);
  }
});

test('items[].unitPrice: required, 0 to 999999999, incl. VAT, rounded to 2 decimals', async () => {
  await refuse(
    'unitPrice',
    lines([{ unitPrice: undefined }, { unitPrice: -0.01 }, { unitPrice: 1e9 }, { unitPrice: '1' }]),
  );
  for (const [sent, kept] of [
    [1.005, 1.01],
    [2.675, 2.68],
    [999999999, 999999999],
  ] as const) {
    assert.is((await issue(body({ items: [line({ quantity: 1, unitPrice: sent })] }))).items[0]?.unitPrice, kept);
  }
});

test('items[].totalAmount: ignored; server computes quantity times unitPrice', async () => {
  const { items, total } = await issue(body({ items: [line({ totalAmount: 1 })] }));
  assert.equal([items[0]?.totalAmount, total], [300, 300]);
});

test('items[].label: required, must be an active tax label', async () => {
  await refuse('label', lines([{ label: undefined }, { label: 'Ж' }, { label: 'А' }, { label: '' }, { label: 5 }]));
});

test('a label that is the Latin look-alike of an active Cyrillic label is 422, and the message says so', async () => {
  const client = await box.client();
  const { message } = readError(422, await client.post('/invoices', { items: [line(), line({ label: 'E' })] }));
  assert.match(message, /^Ставка 2: .*латинично.*„Е”/);
});

test('items[].labels: at most 1 entry; alternative to label, first entry used', async () => {
  assert.is((await issue(body({ items: [line({ label: undefined, labels: ['Е'] })] }))).items[0]?.label, 'Е');
  await refuse('labels', lines([{ label: undefined, labels: ['Е', 'Ђ'] }, { labels: 'Ђ' }]));
});

test('items[].gtin: string or null, 8 to 14 digits', async () => {
  for (const gtin of ['12345678', '12345678901234', null]) {
    assert.is((await issue(body({ items: [line({ gtin })] }))).items[0]?.gtin, gtin);
  }
  await refuse(
    'gtin',
    lines([{ gtin: '1234567' }, { gtin: '123456789012345' }, { gtin: '1234567a' }, { gtin: 12345678 }]),
  );
});

test('items[].itemId: integer or null, not validated; name and price always come from the request', async () => {
  const client = await box.client();
  const { id } = read('ItemCreated', 201, await client.post('/items', { name: 'Друго', label: 'Е', price: 9 }));
  for (const itemId of [id, 987654321, 0, -1, null]) {
    const { items } = await issue(body({ items: [line({ itemId })] }));
    assert.equal([items[0]?.name, items[0]?.unitPrice, items[0]?.label], ['Кафа', 150, 'Ђ']);
  }
  await refuse('itemId', lines([{ itemId: '1' }, { itemId: 1.5 }]));
});

test('payments: omitted or empty: whole amount booked as Cash', async () => {
  for (const payments of [undefined, null, []]) {
    assert.equal((await issue(body({ payments }))).payments, [{ paymentType: 'Cash', amount: 300 }]);
  }
  await refuse('payments', [body({ payments: {} }), body({ payments: 'Cash' })]);
});

test('payments[].paymentType and payments[].amount: required', async () => {
  await refuse('paymentType', [
    body({ payments: [{ amount: 300 }] }),
    body({ payments: [{ paymentType: 5, amount: 1 }] }),
  ]);
  await refuse('amount', [body({ payments: [{ paymentType: 'Cash' }] })]);
  await refuse('amount', [body({ payments: [{ paymentType: 'Cash', amount: '300' }] })]);
});

test('cashier: at most 50 chars (longer is refused with 422, never shortened); default API', async () => {
  assert.is((await issue(body())).cashier, 'API');
  assert.is((await issue(body({ cashier: text(50) }))).cashier, text(50));
  await refuse('cashier', [body({ cashier: text(51) }), body({ cashier: 7 })]);
});

test('buyerId: form <code>:<value>, at most 20 chars', async () => {
  assert.is((await issue(body({ buyerId: '10:12345678901234567' }))).buyerId, '10:12345678901234567');
  const wrong = ['123456789', '10', '10:', ':123', '99:1', '10:1 2', '10:ж', '10:123456789012345678', ' 10:1'];
  await refuse(
    'buyerId',
    wrong.map((buyerId) => body({ buyerId })),
  );
});

test('buyerCostCenterId: optional buyer field', async () => {
  const { journal } = await issue(body({ buyerId: '10:123456789', buyerCostCenterId: '50:17' }));
  assert.match(journal, /Опционо поље купца: +50:17\r\n/);
});

test('referentDocumentDT: YYYY-MM-DD HH:MM:SS', async () => {
  const [referentDocumentNumber, referentDocumentDT] = ['AAAA1111-BBBB2222-3', '2026-02-28 23:59:59'];
  const invoice = await issue(body({ referentDocumentNumber, referentDocumentDT }));
  assert.equal(
    [invoice.referentDocumentNumber, invoice.referentDocumentDT],
    [referentDocumentNumber, referentDocumentDT],
  );
  const wrong = [
    '2026-02-29 00:00:00',
    '2026-02-28T00:00:00',
    '2026-02-28',
    '28.02.2026 00:00:00',
    '2026-02-28 24:00:00',
  ];
  await refuse(
    'referentDocumentDT',
    wrong.map((time) => body({ referentDocumentDT: time })),
  );
  await refuse('referentDocumentNumber', [body({ referentDocumentNumber: 5 })]);
});

test('dateAndTimeOfIssue: ESIR time, for an advance whose payment arrived earlier than the receipt; printed as the ESIR time', async () => {
  const advance = { invoiceType: 'Advance', dateAndTimeOfIssue: '2026-11-19 08:05:09' };
  assert.match((await issue(body(advance))).journal, /ЕСИР време: +19\.11\.2026\. 8:05:09\r\n/);
  await refuse('dateAndTimeOfIssue', [body({ ...advance, dateAndTimeOfIssue: '2026-11-31 08:00:00' })]);
});

test('adText: at most 500 chars, printed below the end of the receipt', async () => {
  const { journal } = await issue(body({ adText: 'Хвала на посети!' }));
  assert.match(journal, /= КРАЈ ФИСКАЛНОГ РАЧУНА =+\r\nХвала на посети!\r\n$/);
  await issue(body({ adText: text(500) }));
  await refuse('adText', [body({ adText: text(501) })]);
});

test('clientRequestId: idempotency key, same effect as the header', async () => {
  const client = await box.client();
  const issued = read('Invoice', 201, await client.post('/invoices', body({ clientRequestId: 'field-key-1' })));
  assert.is(issued.clientRequestId, 'field-key-1');
  const repeat = await client.post('/invoices', body(), { 'Idempotency-Key': 'field-key-1' });
  assert.equal(read('Invoice', 200, repeat), issued);
});

test('prefetchDocument: value a5', async () => {
  await issue(body({ prefetchDocument: 'a5' }));
  await refuse('prefetchDocument', [body({ prefetchDocument: 'a4' }), body({ prefetchDocument: true })]);
});

test('unknown fields are ignored', async () => {
  await issue(body({ color: 'red', items: [line({ colour: 'blue' })] }));
});

test.run();
