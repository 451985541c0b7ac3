// What `GET /invoices` finds by what receipts are known by, and how a caller goes through long lists.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { RULES } from '../../../src/base/rules.js';
import { body, line } from '../../sales/invoicing/bodies.js';
import type { Answers, Invoice } from '../../kit/answers.js';
import { TestBox } from '../../kit/box.js';
import { type Client, read, readError } from '../../kit/client.js';
import { serveWithoutSocket } from '../../kit/serve.js';

const BUYER = '10:100000001';

let box: TestBox;
let client: Client;
/** In the order of issue. */
const issued: Invoice[] = [];

async function issue(change: Readonly<Record<string, unknown>> = {}): Promise<Invoice> {
  const invoice = read('Invoice', 201, await client.post('/invoices', body(change)));
  issued.push(invoice);
  return invoice;
}

test.before(async () => {
  box = await TestBox.start({ serve: serveWithoutSocket });
  client = await box.client();
  for (let n = 0; n < 130; n += 1) {
    await issue({
      cashier: n % 2 === 0 ? 'Ана' : 'Марија  Петровић',
      items: [line({ quantity: 1, unitPrice: 100 + (n % 10) + (n % 3) / 100 })],
      ...(n % 5 === 0 && { buyerId: BUYER }),
      ...(n % 4 === 0 && { clientRequestId: `order-${n}-of-the-test` }),
    });
  }
  client = await box.client();
  const [sale] = issued;
  const refund = await client.post(`/invoices/${sale?.uuid ?? ''}/refund`, { buyerId: BUYER });
  issued.push(read('Invoice', 201, refund));
  issued.push(read('Invoice', 201, await client.post(`/invoices/${sale?.uuid ?? ''}/copy`, {})));
});
test.before.each(async () => {
  client = await box.client();
});
test.after(() => box.stop());

const list = async (query: Readonly<Record<string, string>>): Promise<Answers['InvoiceList']> =>
  read('InvoiceList', 200, await client.get(`/invoices?${new URLSearchParams(query).toString()}`));
const uuids = (invoices: readonly { readonly uuid: string }[]): string[] => invoices.map(({ uuid }) => uuid);
const those = (isWanted: (invoice: Invoice) => boolean): string[] => uuids(issued.toReversed().filter(isWanted));
const found = async (query: Readonly<Record<string, string>>): Promise<string[]> => uuids((await list(query)).invoices);

test('one invoice by its idempotency key, and by its PFR number in letters of either case', async () => {
  const sale = issued[4];
  const number = sale?.pfr.invoiceNumber ?? '';
  assert.equal(await list({ clientRequestId: sale?.clientRequestId ?? '' }), {
    ...{ page: 1, perPage: 100, environment: 'sandbox', nextCursor: null, total: 1 },
    invoices: [sale],
  });
  for (const text of [number, number.toLowerCase()]) assert.equal(await found({ number: text }), [sale?.uuid]);
});

test('what refers to a number, of a buyer, of a cashier, of a total; all that is given must fit', async () => {
  const number = issued[0]?.pfr.invoiceNumber ?? '';
  assert.equal(
    await found({ referent: number.toLowerCase() }),
    those((one) => one.referentDocumentNumber === number),
  );
  assert.is((await found({ referent: number })).length, 2);
  assert.equal(
    await found({ buyer: BUYER }),
    those(({ buyerId }) => buyerId === BUYER),
  );
  assert.equal(
    await found({ cashier: ' Ма\u00adрија\u200b Петровић' }),
    those(({ cashier }) => cashier === 'Марија Петровић'),
  );
  assert.equal(
    await found({ total: '103.01' }),
    those(({ total }) => total === 103.01),
  );
  assert.equal(
    await found({ total: '100' }),
    those(({ total }) => total === 100),
  );
  assert.equal(
    await found({ total: '100.00', buyer: BUYER }),
    those((one) => one.total === 100 && one.buyerId === BUYER),
  );
  assert.equal(
    await found({ cashier: 'Ана', buyer: BUYER, type: 'Normal', total: '100.50' }),
    those((one) => one.cashier === 'Ана' && one.buyerId === BUYER && one.total === 100.5),
  );
  assert.equal(await found({ number, buyer: BUYER }), [issued[0]?.uuid]);
  assert.equal(await found({ number, cashier: 'Марија Петровић' }), []);
  assert.equal(await found({ number, from: '2099-01-01' }), []);
});

test('what no invoice has gives an empty list, not 404', async () => {
  for (const query of [
    ...[{ clientRequestId: 'never-sent' }, { number: 'ABCDEFGH-ABCDEFGH-1' }, { referent: 'an old cash register' }],
    ...[{ buyer: '10:999999999' }, { cashier: 'ана' }, { cashier: ' ' }, { total: '0' }, { total: '9999999999999.99' }],
  ]) {
    assert.equal(await list(query), {
      ...{ page: 1, perPage: 100, environment: 'sandbox', nextCursor: null, total: 0, invoices: [] },
    });
  }
});

test('a value that cannot be one is 422, which names the parameter', async () => {
  const wrong: readonly (readonly [string, string])[] = [
    ...(['number=17', 'number=%20A', 'number=', 'number=A-B-1', 'total=1,50', 'total=', 'total=1.005'] as const).map(
      nameAnd,
    ),
    ...(['total=-1', 'total=1e3', 'total=12345678901234', 'fields=all', 'fields=', 'cursor=x'] as const).map(nameAnd),
    ...(['cursor=', 'cursor=AAAAAAAAAAA!', 'buyer=', 'cashier=', 'referent=', 'clientRequestId='] as const).map(
      nameAnd,
    ),
    ...(['number=a&number=b', 'total=1&total=1', 'page=1&page=1', 'fields=summary&fields=summary'] as const).map(
      nameAnd,
    ),
    ...(['buyer=a&buyer=b', 'cashier=a&cashier=b', 'referent=a&referent=b', 'cursor=a&cursor=a'] as const).map(nameAnd),
  ];
  for (const [name, query] of wrong) {
    const reply = await client.get(`/invoices?${query}`);
    const { code, message } = readError(422, reply);
    const { error } = JSON.parse(reply.text) as { readonly error: { readonly field: string; readonly rule: string } };
    assert.equal([code, error.field], ['validation', name], query);
    assert.ok(error.rule in RULES, query);
    assert.ok(message.startsWith(`${name} `), `${query}: ${message}`);
  }
});

function nameAnd(query: string): readonly [string, string] {
  return [query.replace(/=.*/, ''), query];
}

test('a cursor continues where the previous page ended, whatever is sold meanwhile, and ends with null', async () => {
  for (const query of [{}, { cashier: 'Ана' }, { type: 'Normal' }]) {
    const before = issued.toReversed();
    const wanted = before.filter(
      (one) =>
        ('type' in query ? one.invoiceType === 'Normal' : true) && ('cashier' in query ? one.cashier === 'Ана' : true),
    );
    const all: Invoice[] = [];
    let page = await list(query);
    for (;;) {
      all.push(...page.invoices);
      if (page.nextCursor === null) break;
      assert.is(page.invoices.length, 100);
      await issue({ cashier: 'Ана' });
      page = await list({ ...query, cursor: page.nextCursor });
      assert.is(page.page, 1);
    }
    assert.equal(uuids(all), uuids(wanted));
  }
});

test('total counts all pages, and does not stand where counting would take long', async () => {
  const all = issued.length;
  const first = await list({});
  assert.is(first.total, all);
  assert.is((await list({ page: '2' })).total, all);
  assert.is((await list({ cursor: first.nextCursor ?? '' })).total, all);
  assert.is((await list({ type: 'Copy' })).total, 1);
  assert.is((await list({ from: '2099-01-01' })).total, 0);
  const few = those(({ buyerId }) => buyerId === BUYER).length;
  assert.is((await list({ buyer: BUYER })).total, few);
  await issue({ cashier: 'К' });
  for (let n = 0; n < 100; n += 1) await issue({ cashier: 'К' });
  const many = await list({ cashier: 'К' });
  assert.is(many.invoices.length, 100);
  assert.ok(many.nextCursor !== null && many.total === undefined);
});

test('a cursor is of its environment, and goes with no page', async () => {
  const { nextCursor } = await list({});
  const cursor = nextCursor ?? '';
  assert.match(readError(422, await client.get(`/invoices?cursor=${cursor}&page=2`)).message, /^cursor /);
  const other = Buffer.from(cursor, 'base64url');
  other[0] = 1 - (other[0] ?? 0);
  assert.match(readError(422, await client.get(`/invoices?cursor=${other.toString('base64url')}`)).message, /^cursor /);
});

test('fields=summary: the same invoices by what a shop keeps of them', async () => {
  const summaries = read('InvoiceSummaryList', 200, await client.get(`/invoices?fields=summary&buyer=${BUYER}`));
  const wholes = await list({ buyer: BUYER });
  assert.equal(
    summaries.invoices,
    wholes.invoices.map((invoice) => ({
      ...{ uuid: invoice.uuid, invoiceType: invoice.invoiceType, transactionType: invoice.transactionType },
      ...{
        number: invoice.pfr.invoiceNumber,
        total: invoice.total,
        payments: invoice.payments,
        cashier: invoice.cashier,
      },
      ...{ buyerId: invoice.buyerId, referent: invoice.referentDocumentNumber },
      ...{ clientRequestId: invoice.clientRequestId, createdAt: invoice.createdAt },
    })),
  );
  const { invoices: _all, ...head } = summaries;
  const { invoices: _wholes, ...expected } = wholes;
  assert.equal(head, expected);
});

test('a hundred summaries with the longest usual values are at most 40 KB', async () => {
  const cashier = 'Јелена Петровић';
  for (let n = 0; n < 100; n += 1) {
    await issue({
      cashier,
      clientRequestId: `019f36ba-8a3c-7001-9d0e-6f1b2c3d${1000 + n}`,
      buyerId: '10:123456789',
      items: [line({ quantity: 1, unitPrice: 123_456.78 })],
      payments: [{ paymentType: 'WireTransfer', amount: 123_456.78 }],
    });
  }
  client = await box.client();
  const reply = await client.get(`/invoices?fields=summary&${new URLSearchParams({ cashier }).toString()}`);
  assert.is(read('InvoiceSummaryList', 200, reply).invoices.length, 100);
  // The running numbers of a box that has sold a million have seven digits.
  const digits = reply.text.replace(/("number":"\w{8}-\w{8}-)\d+/g, '$11234567');
  assert.ok(Buffer.byteLength(digits) <= 40_000, `${Buffer.byteLength(digits)} bytes`);
});

test('an invoice has a weak ETag, and is not sent again to a caller that has it', async () => {
  const path = `/invoices/${issued[0]?.uuid ?? ''}`;
  const whole = await client.get(path);
  const etag = whole.headers.etag ?? '';
  assert.match(etag, /^W\/"[\w-]{22}"$/);
  for (const same of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
    const reply = await client.get(path, { headers: { 'If-None-Match': same } });
    assert.equal([reply.status, reply.text, reply.headers.etag], [304, '', etag], same);
    assert.is(reply.headers['content-type'], undefined);
  }
  const other = await client.get(`/invoices/${issued[1]?.uuid ?? ''}`, { headers: { 'If-None-Match': etag } });
  assert.is(other.status, 200);
  assert.is.not(other.headers.etag, etag);
  assert.is((await client.get(path, { headers: { 'If-None-Match': '"other"' } })).status, 200);
});

test.run();
