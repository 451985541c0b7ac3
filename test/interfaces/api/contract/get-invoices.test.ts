// "GET /invoices" of the specification of API v1, over days and clocks; test/conformance checks the rest.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { INVOICE_TYPES } from '../../../../src/contract/fiscal.js';
import { body } from '../../../sales/invoicing/bodies.js';
import type { Answers, Invoice } from '../../../kit/answers.js';
import { TestBox } from '../../../kit/box.js';
import { type Client, read } from '../../../kit/client.js';
import { serveWithoutSocket } from '../../../kit/serve.js';

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
  box = await TestBox.start({ serve: serveWithoutSocket });
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

test.run();
