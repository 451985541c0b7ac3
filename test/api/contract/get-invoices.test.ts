// "GET /invoices", "GET /invoices/{uuid}" and "GET /invoices/{uuid}/journal" of the specification of API v1.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { INVOICE_TYPES } from '../../../src/base/fiscal.js';
import { body } from '../../invoicing/bodies.js';
import type { Answers, Invoice } from '../../kit/answers.js';
import { TestBox } from '../../kit/box.js';
import { type Client, read, readError } from '../../kit/client.js';

const DAY_MS = 86_400_000;

let box: TestBox;
let client: Client;
/** In the order of issue: 105 on the first day, 3 on the second, one of each type on the third. */
const issued: Invoice[] = [];
const days: string[] = [];

async function issue(change: Readonly<Record<string, unknown>> = {}): Promise<void> {
  issued.push(read('Invoice', 201, await client.post('/invoices', body(change))));
}

test.before(async () => {
  box = await TestBox.start();
  client = await box.client();
  for (const count of [105, 3]) {
    for (let number = 0; number < count; number += 1) await issue({ cashier: `К${number}` });
    days.push(issued.at(-1)?.createdAt.slice(0, 10) ?? '');
    box.clockOffset += DAY_MS;
  }
  for (const invoiceType of INVOICE_TYPES) await issue({ invoiceType, referentDocumentNumber: 'A' });
  days.push(issued.at(-1)?.createdAt.slice(0, 10) ?? '');
  client = await box.client();
});
test.after(() => box.stop());

const list = async (query = ''): Promise<Answers['InvoiceList']> =>
  read('InvoiceList', 200, await client.get(`/invoices${query}`));

const uuids = (invoices: readonly Invoice[]): string[] => invoices.map(({ uuid }) => uuid);

test('response 200: {page, perPage: 100, environment, invoices: [Invoice]}', async () => {
  const { page, perPage, environment, invoices, ...rest } = await list();
  assert.equal([page, perPage, environment, invoices.length, rest], [1, 100, 'sandbox', 100, {}]);
});

test('newest first, journal included', async () => {
  const { invoices } = await list();
  assert.equal(invoices, issued.toReversed().slice(0, 100));
});

test('newest first means by order of issue: a clock that jumps back does not reorder', async () => {
  box.clockOffset -= 2 * DAY_MS;
  await issue({ cashier: 'сат је враћен' });
  box.clockOffset += 2 * DAY_MS;
  assert.is((await list()).invoices[0]?.cashier, 'сат је враћен');
});

test('page: 1 based, default 1; no total count: request pages until fewer than 100 come back', async () => {
  assert.equal(await list('?page=1'), await list());
  const second = await list('?page=2');
  assert.is(second.page, 2);
  assert.equal(uuids([...(await list()).invoices, ...second.invoices]), uuids(issued.toReversed()));
  assert.ok(second.invoices.length < 100);
  assert.equal((await list('?page=3')).invoices, []);
  assert.equal((await list('?page=10000')).invoices, []);
});

test('page outside 1 to 10000 or not an integer: 422', async () => {
  for (const page of ['0', '-1', '10001', '1.5', 'x', '', '1e2', '999999999999', '%201']) {
    assert.is(readError(422, await client.get(`/invoices?page=${page}`)).code, 'validation', page);
  }
});

test('from and to: YYYY-MM-DD, include the whole days', async () => {
  const [first = '', second = '', third = ''] = days;
  const of = (...wanted: string[]): string[] =>
    uuids(issued.toReversed().filter(({ createdAt }) => wanted.includes(createdAt.slice(0, 10))));
  assert.equal(uuids((await list(`?from=${third}`)).invoices), of(third));
  assert.equal(uuids((await list(`?from=${second}&to=${second}`)).invoices), of(second));
  assert.equal(uuids((await list(`?from=${second}&to=${third}`)).invoices), of(second, third));
  assert.equal(uuids((await list(`?to=${first}&page=2`)).invoices), of(first).slice(100));
  assert.equal((await list('?from=2099-01-01')).invoices, []);
  assert.equal((await list('?to=2001-01-01')).invoices, []);
});

test('a malformed date answers 422', async () => {
  for (const date of ['2026-1-1', '2026-02-30', '01.01.2026', 'today', '', '2026-01-01T00:00:00', '20260101']) {
    for (const name of ['from', 'to']) {
      assert.is(readError(422, await client.get(`/invoices?${name}=${date}`)).code, 'validation', `${name}=${date}`);
    }
  }
});

test('from later than to: 422', async () => {
  assert.is(readError(422, await client.get('/invoices?from=2026-11-21&to=2026-11-20')).code, 'validation');
});

test('type: invoiceType; unknown value is ignored silently', async () => {
  for (const type of ['ProForma', 'Copy', 'Training', 'Advance']) {
    const { invoices } = await list(`?type=${type}`);
    assert.equal(uuids(invoices), uuids(issued.filter(({ invoiceType }) => invoiceType === type)), type);
  }
  assert.equal(await list('?type=Storno'), await list());
  assert.equal(await list('?type=copy'), await list());
});

test('GET /invoices/{uuid}: response 200: Invoice; 404 when absent', async () => {
  const [invoice] = issued;
  assert.equal(read('Invoice', 200, await client.get(`/invoices/${invoice?.uuid}`)), invoice);
  const absent = ['01936f2a-7c00-7001-8000-0123456789ab', '-'.repeat(36), '0'.repeat(36), `${'0'.repeat(35)}-`];
  for (const uuid of absent) {
    for (const path of [`/invoices/${uuid}`, `/invoices/${uuid}/journal`]) {
      assert.is(readError(404, await client.get(path)).code, 'not_found', path);
    }
  }
});

test('an uppercase uuid does not match the path pattern and answers as an unknown path (404 not_found)', async () => {
  const upper = await client.get(`/invoices/${issued[0]?.uuid.toUpperCase()}`);
  const unknown = await client.get('/nothing');
  assert.is(upper.status, 404);
  assert.is(upper.text, unknown.text);
});

test('journal: text/plain; charset=utf-8, the 40-column Cyrillic receipt as printed; errors are still JSON', async () => {
  const reply = await client.get(`/invoices/${issued[0]?.uuid}/journal`);
  assert.is(reply.headers['content-type'], 'text/plain; charset=utf-8');
  assert.is(reply.text, issued[0]?.journal);
  const unknown = await client.get(`/invoices/${'0'.repeat(36)}/journal`);
  assert.is(unknown.headers['content-type'], 'application/json; charset=utf-8');
});

test('a copy of a refund also prints a buyer-signature space', async () => {
  const refund = { transactionType: 'Refund', buyerId: '10:123456789', referentDocumentNumber: 'A' };
  const journalOf = async (change: object): Promise<string> => {
    const { uuid } = read('Invoice', 201, await client.post('/invoices', body({ ...refund, ...change })));
    return (await client.get(`/invoices/${uuid}/journal`)).text;
  };
  assert.match(await journalOf({ invoiceType: 'Copy' }), /\r\n\r\nПотпис купца: _+\r\n/);
  assert.not.match(await journalOf({ invoiceType: 'Normal' }), /Потпис/);
  assert.not.match(await journalOf({ invoiceType: 'Copy', transactionType: 'Sale' }), /Потпис/);
});

test('only the advertising text may follow the closing line', async () => {
  const plain = read('Invoice', 201, await client.post('/invoices', body()));
  assert.match(plain.journal, /= КРАЈ ФИСКАЛНОГ РАЧУНА =+\r\n$/);
  const advertised = read('Invoice', 201, await client.post('/invoices', body({ adText: 'Хвала!\nДођите опет!' })));
  assert.match(advertised.journal, /= КРАЈ ФИСКАЛНОГ РАЧУНА =+\r\nХвала!\r\nДођите опет!\r\n$/);
});

test.run();
