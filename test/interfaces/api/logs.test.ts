import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { EVENTS } from '../../../src/base/log.js';
import { body, line } from '../../sales/invoicing/bodies.js';
import { TestBox } from '../../kit/box.js';
import { read } from '../../kit/client.js';

const BUYER = '11:0101990710006';
const COST_CENTRE = '50:CENTAR-17';
const ITEM = 'Тајни артикал 4711';
const CASHIER = 'Милица Тајновић';
const ADVERT = 'Огласни текст који не иде у дневник';
const PASSWORD = 'lozinka-koja-ne-izlazi';
const PAC = 'PAC77S';
const REQUEST_ID = 'idem-key-of-client';

let box: TestBox;
const secrets: string[] = [BUYER, '0101990710006', COST_CENTRE, ITEM, CASHIER, ADVERT, PASSWORD, PAC, REQUEST_ID];

test.before(async () => {
  box = await TestBox.start();
  const { id, key } = await box.newKey();
  const wrongKey = `kasir_${'5'.repeat(48)}`;
  secrets.push(key, key.slice(-40), wrongKey, 'Bearer', 'Authorization');
  const client = box.anonymous.with(key);
  const full = { buyerId: BUYER, buyerCostCenterId: COST_CENTRE, cashier: CASHIER, adText: ADVERT };
  const sale = body({ items: [line({ name: ITEM })], clientRequestId: REQUEST_ID, ...full });
  const { uuid, pfr } = read('Invoice', 201, await client.post('/invoices', sale));
  secrets.push(new URL(pfr.verificationUrl).search);
  await client.post('/invoices', sale);
  await client.post('/invoices', { ...sale, cashier: `${CASHIER} 2` });
  await client.post('/invoices', { items: [{ name: ITEM }], ...full });
  await client.call('POST', '/invoices', { raw: `{"items":[{"name":"${ITEM}` });
  await client.post('/items', { name: ITEM, label: 'Ж', plu: ITEM });
  await client.post('/items', { name: ITEM, label: 'Ђ', plu: ITEM });
  await client.post('/items', { name: ITEM, label: 'Ђ', plu: ITEM });
  await client.get(`/invoices/${uuid}/journal`);
  await client.get(`/nothing/${key}?buyer=${BUYER}`);
  await client.get(`/invoices?from=${key}`);
  await box.anonymous.with(wrongKey).get('/me');
  await box.anonymous.get('/me', { headers: { Cookie: key } });
  await box.anonymous.fetch('GET', `/v/${new URL(pfr.verificationUrl).search}`);
  await box.set('mail', { host: 'mail', port: 25, secure: false, user: 'u', password: PASSWORD, from: 'a@b.rs' });
  await box.set('pfr.sandbox', { mode: 'vpfr', url: 'https://127.0.0.1:9', pac: PAC });
  await client.post('/invoices', { ...sale, clientRequestId: `${REQUEST_ID}-2` });
  await box.parts.settings.set('mail', { host: 'mail', password: PASSWORD });
  await box.parts.settings.set('pfr.production', { mode: 'vpfr', url: 'x', pac: PAC });
  await box.parts.keys.revoke(id);
  await client.get('/me');
  await box.restart();
  await box.stop();
});

test('every line is one JSON object with time, level and an event of the catalogue', () => {
  assert.ok(box.lines.length > 20);
  for (const text of box.lines) {
    assert.match(text, /^\{[^\n]*\}\n$/);
    const { time, level, event } = JSON.parse(text) as Record<string, string>;
    assert.match(time ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.ok(event !== undefined && Object.hasOwn(EVENTS, event), text);
    assert.is(level, EVENTS[event as keyof typeof EVENTS].level);
  }
});

test('no key, no buyer, no item, no cashier, no password, no header and no link is ever in a line', () => {
  for (const text of box.lines) {
    for (const secret of secrets) assert.not.ok(text.includes(secret), `${secret} in ${text}`);
  }
});

test('every API request is logged with an id of its own, its route, status, key number and duration', () => {
  const requests = box.log.filter(({ event }) => event === 'request.done');
  assert.is(requests.length, 12);
  assert.is(new Set(requests.map(({ id }) => id)).size, requests.length);
  for (const { id, method, status, ms, key } of requests) {
    assert.match(String(id), /^[0-9a-f]{16}$/);
    assert.ok(['GET', 'POST'].includes(String(method)));
    assert.ok(typeof status === 'number' && status >= 200 && status < 500);
    assert.type(ms, 'number');
    assert.is(key, 1);
  }
  const paths = new Set(requests.map(({ path }) => path));
  assert.equal([...paths].sort(), ['/invoices', '/invoices/{uuid}/journal', '/items', null].sort());
});

test('requests without a valid key have an event of their own, which counts them', () => {
  const logged = box.log.filter(({ event }) => event === 'request.unauthorized');
  const counts = logged.map(({ count }) => Number(count));
  assert.is(counts[0], 1);
  assert.ok(counts.reduce((sum, count) => sum + count, 0) <= 3);
});

test('a receipt, issued or refused, is logged with the id of the request that asked for it', () => {
  const idsOf = (status: number): unknown[] =>
    box.log.filter((line) => line['path'] === '/invoices' && line['status'] === status).map(({ id }) => id);
  const asked = (event: string): unknown[] =>
    box.log.filter((line) => line['event'] === event).map(({ request }) => request);
  assert.is(idsOf(201).length, 1);
  assert.equal(asked('invoice.issued'), idsOf(201));
  assert.is(idsOf(409).length, 1);
  assert.equal(asked('invoice.refused'), idsOf(409));
});

test('starting, stopping, issuing, refusing, keys and settings have events of their own', () => {
  const events = new Set(box.log.map(({ event }) => event));
  const expected = [
    ...['box.started', 'box.stopping', 'box.stopped', 'ledger.opened', 'tls.issued', 'key.created', 'key.revoked'],
    ...['invoice.issued', 'invoice.refused', 'setting.changed', 'request.done'],
  ];
  for (const event of expected) assert.ok(events.has(event), event);
});

test.run();
