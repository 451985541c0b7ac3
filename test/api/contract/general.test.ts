// "General facts" of the specification of API v1.
import * as http from 'node:http';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { body, line } from '../../invoicing/bodies.js';
import type { Invoice } from '../../kit/answers.js';
import { TestBox } from '../../kit/box.js';
import { type Client, read, readError } from '../../kit/client.js';

let box: TestBox;
let client: Client;
let sold: Invoice;

test.before(async () => {
  box = await TestBox.start();
  client = await box.client();
  sold = read('Invoice', 201, await client.post('/invoices', body()));
});
test.after(() => box.stop());

test('1: every request and response body is JSON in UTF-8, except the journal route (text/plain)', async () => {
  for (const path of [
    '/status',
    '/me',
    '/tax-labels',
    '/categories',
    '/invoices',
    `/invoices/${sold.uuid}`,
    '/items',
  ]) {
    const reply = await client.get(path);
    assert.is(reply.headers['content-type'], 'application/json; charset=utf-8', path);
    assert.type(JSON.parse(reply.text), 'object');
  }
  const journal = await client.get(`/invoices/${sold.uuid}/journal`);
  assert.is(journal.headers['content-type'], 'text/plain; charset=utf-8');
  assert.is((await client.get('/nothing')).headers['content-type'], 'application/json; charset=utf-8');
});

test('1: transport is HTTPS only', async () => {
  const { port } = new URL(box.origin);
  const outcome = await new Promise<string>((resolve) => {
    const request = http.get({ host: '127.0.0.1', port, path: '/api/v1/status', agent: false }, () =>
      resolve('answered'),
    );
    request.on('error', () => resolve('refused'));
  });
  assert.is(outcome, 'refused');
});

test('2: JSON numbers use a dot as the decimal separator; receipt texts use Serbian number format', async () => {
  const items = [line({ quantity: 1.5, unitPrice: 1234.5 })];
  const reply = await client.post('/invoices', body({ items }));
  assert.match(reply.text, '"quantity":1.5,"unitPrice":1234.5,"totalAmount":1851.75');
  assert.match(read('Invoice', 201, reply).journal, /1\.234,50 +1,500 +1\.851,75/);
});

test('3: amounts are in RSD and include VAT; tax rates and tax amounts are computed by the PFR, never by the client', async () => {
  const items = [line({ quantity: 1, unitPrice: 120, taxRate: 99, tax: 1 })];
  const invoice = read('Invoice', 201, await client.post('/invoices', body({ items, taxItems: [{ amount: 1 }] })));
  assert.is(invoice.total, 120);
  assert.equal(invoice.taxItems, [{ label: 'Ђ', categoryName: 'О-ПДВ', rate: 20, amount: 20, total: 120 }]);
});

test('4: times are Europe/Belgrade; stored timestamps are YYYY-MM-DD HH:MM:SS; the time of the status is ISO 8601 with offset', async () => {
  const belgrade = (at: number): string =>
    new Date(at).toLocaleString('sv-SE', { timeZone: 'Europe/Belgrade', hour12: false });
  const earliest = belgrade(box.now());
  const invoice = read('Invoice', 201, await client.post('/invoices', body()));
  const latest = belgrade(box.now());
  for (const time of [invoice.createdAt, invoice.pfr.sdcDateTime]) {
    assert.match(time, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    assert.ok(earliest <= time && time <= latest, `${earliest} <= ${time} <= ${latest}`);
  }
  const { time } = read('Status', 200, await client.get('/status'));
  assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]:00$/);
  assert.is(belgrade(Date.parse(time)), time.slice(0, 19).replace('T', ' '));
});

test('5: enum values are case sensitive', async () => {
  const wrong = [
    { invoiceType: 'normal' },
    { transactionType: 'SALE' },
    { payments: [{ paymentType: 'cash', amount: 300 }] },
  ];
  for (const change of wrong) {
    assert.is(readError(422, await client.post('/invoices', body(change))).code, 'validation', JSON.stringify(change));
  }
});

test('6: a trailing slash on a path is ignored', async () => {
  assert.is(read('Invoice', 200, await client.get(`/invoices/${sold.uuid}/`)).uuid, sold.uuid);
  assert.is((await client.get('/me/')).status, 200);
  read('Invoice', 201, await client.post('/invoices/', body()));
  assert.is((await client.get('/me//')).status, 404);
});

test('6: an unknown path answers 404 with code not_found', async () => {
  const unknown = ['/nothing', '/', '', '/invoices/x', `/invoices/${sold.uuid}/nothing`, '/items/0', '/items/x', '/Me'];
  for (const path of unknown) assert.is(readError(404, await client.get(path)).code, 'not_found', path);
  for (const path of ['/', '/me', '/api/v2/me', '/api', '/apiv1/me']) {
    assert.is(readError(404, await client.fetch('GET', path)).code, 'not_found', path);
  }
});

test('7: in demo mode every receipt is marked as a demo, pfr.demo is true, numbers come from a demo counter', async () => {
  const [first, second] = [sold, read('Invoice', 201, await client.post('/invoices', body()))];
  assert.is(first.journal.split('ДЕМО РАЧУН - БЕЗ ФИСКАЛНЕ ВАЖНОСТИ').length, 3);
  assert.is(first.pfr.mode, 'demo');
  assert.is(first.pfr.demo, true);
  assert.match(first.pfr.requestedBy, /^DEMO/);
  const number = (invoice: Invoice): number => Number(invoice.pfr.invoiceNumber.split('-')[2]);
  assert.ok(number(second) > number(first));
});

test("7: the verification link points at the installation's own verification page, and the receipt has no fiscal validity", async () => {
  const link = new URL(sold.pfr.verificationUrl);
  assert.is(`${link.origin}${link.pathname}`, `https://localhost:${new URL(box.origin).port}/v/`);
  const page = await box.stranger.fetch('GET', link.pathname + link.search);
  assert.is(page.status, 200);
  assert.is(sold.pfr.fiscal, false);
});

test('10: any origin is allowed, the OPTIONS preflight is answered, and Access-Control-Allow-Credentials is not sent', async () => {
  const headers = {
    Origin: 'https://shop.example',
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'authorization,content-type,idempotency-key',
  };
  const preflight = await box.stranger.call('OPTIONS', '/invoices', { headers });
  assert.is(preflight.status, 204);
  assert.match(preflight.headers['access-control-allow-methods'] ?? '', /GET.*POST.*PUT.*PATCH.*DELETE/);
  const allowed = (preflight.headers['access-control-allow-headers'] ?? '').toLowerCase();
  for (const name of ['authorization', 'content-type', 'idempotency-key']) assert.ok(allowed.includes(name), name);
  const replies = [
    preflight,
    await client.get('/me', { headers }),
    await box.stranger.get('/me', { headers }),
    await client.get('/nothing', { headers }),
    await client.call('POST', '/invoices', { raw: '{', headers }),
  ];
  for (const reply of replies) {
    assert.is(reply.headers['access-control-allow-origin'], '*', String(reply.status));
    assert.is(reply.headers['access-control-allow-credentials'], undefined);
  }
});

test('10: authentication never uses cookies', async () => {
  const { key } = await box.newKey();
  const reply = await box.stranger.get('/me', { headers: { Cookie: `Authorization=Bearer ${key}; key=${key}` } });
  assert.is(readError(401, reply).code, 'unauthorized');
  for (const answer of [reply, await client.get('/me')]) assert.is(answer.headers['set-cookie'], undefined);
});

test('11: in the simplified cash mode Card, Check, MobileMoney are refused with 422 and must be sent as Cash', async () => {
  const paid = (paymentType: string) => body({ payments: [{ paymentType, amount: 300 }] });
  await box.set('simplifiedCash', true);
  for (const paymentType of ['Card', 'Check', 'MobileMoney']) {
    const { code, message } = readError(422, await client.post('/invoices', paid(paymentType)));
    assert.is(code, 'validation');
    assert.match(message, new RegExp(`Плаћање 1: .*„${paymentType}”.*„Cash”`));
  }
  for (const paymentType of ['Cash', 'WireTransfer', 'Voucher', 'Other']) {
    read('Invoice', 201, await client.post('/invoices', paid(paymentType)));
  }
  await box.set('simplifiedCash', false);
  read('Invoice', 201, await client.post('/invoices', paid('Card')));
});

test.run();
