// "TaxLabel", "Item (catalogue)", "Key information", "Status" and "Error", and the routes that answer them.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { TestBox } from '../../kit/box.js';
import { type Client, read, readError } from '../../kit/client.js';

let box: TestBox;
let client: Client;

test.before(async () => {
  box = await TestBox.start();
  client = await box.client();
});
test.after(() => box.stop());

test('GET /tax-labels: {taxLabels: [TaxLabel]}, only active labels; label (single Cyrillic letter), name, rate (percent)', async () => {
  assert.equal(read('TaxLabelList', 200, await client.get('/tax-labels')), {
    taxLabels: [
      { label: 'Ђ', name: 'О-ПДВ', rate: 20 },
      { label: 'Е', name: 'П-ПДВ', rate: 10 },
      { label: 'Г', name: 'Без ПДВ', rate: 0 },
    ],
  });
});

test('a label returned by GET /tax-labels is accepted by POST /invoices and POST /items', async () => {
  const { taxLabels } = read('TaxLabelList', 200, await client.get('/tax-labels'));
  for (const { label } of taxLabels) {
    read('ItemCreated', 201, await client.post('/items', { name: 'Кафа', label }));
    const items = [{ name: 'Кафа', quantity: 1, unitPrice: 1, label }];
    read('Invoice', 201, await client.post('/invoices', { items }));
  }
});

test('GET /categories: distinct non-empty categories of active items, sorted alphabetically', async () => {
  const categories = ['Џем', 'Храна', 'Ђаконије', 'Еспресо', 'Дуван', 'Пића', 'Пића', ' ', '', null];
  const ids: number[] = [];
  for (const category of categories) {
    const sent = { name: 'Роба', label: 'Ђ', category };
    ids.push(read('ItemCreated', 201, await client.post('/items', sent)).id);
  }
  assert.equal(read('CategoryList', 200, await client.get('/categories')), {
    categories: ['Дуван', 'Ђаконије', 'Еспресо', 'Пића', 'Храна', 'Џем'],
  });
  read('ItemChanged', 200, await client.call('DELETE', `/items/${ids[3]}`));
  assert.not.ok(read('CategoryList', 200, await client.get('/categories')).categories.includes('Еспресо'));
});

test('GET /me: id integer, label, prefix (stored prefix only), active, createdAt, lastUsedAt', async () => {
  const { id, key } = await box.newKey('каса 1');
  const me = read('Me', 200, await box.stranger.with(key).get('/me'));
  assert.equal(Object.keys(me).sort(), ['key', 'note', 'permissions', 'rateLimit', 'scope']);
  assert.equal(Object.keys(me.key).sort(), ['active', 'createdAt', 'id', 'label', 'lastUsedAt', 'prefix']);
  assert.is(me.key.id, id);
  assert.is(me.key.label, 'каса 1');
  assert.ok(key.startsWith(me.key.prefix) && me.key.prefix.length < 20);
  assert.is(me.key.active, true);
  assert.match(me.key.createdAt, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
});

test('GET /me: rateLimit is 240 and 60, scope is always full, the full permission list', async () => {
  const { rateLimit, scope, permissions, note } = read('Me', 200, await client.get('/me'));
  assert.equal(rateLimit, { requests: 240, windowSeconds: 60 });
  assert.is(scope, 'full');
  assert.equal(permissions, [
    ...['invoices:read', 'invoices:write', 'items:read', 'items:write', 'reports:read'],
    ...['taxLabels:read', 'categories:read'],
  ]);
  assert.type(note, 'string');
});

test('lastUsedAt is the time of the previous call, because the current call is stamped after the key row is read', async () => {
  const caller = await box.client();
  const lastUsed = async (): Promise<string> => read('Me', 200, await caller.get('/me')).key.lastUsedAt;
  const hours = (count: number): void => void (box.clockOffset += count * 3_600_000);
  const made = await lastUsed();
  hours(1);
  const first = await lastUsed();
  hours(5);
  await caller.get('/nothing');
  hours(3);
  const second = await lastUsed();
  const third = await lastUsed();
  const at = (time: string): number => Date.parse(`${time.replace(' ', 'T')}Z`) / 3_600_000;
  assert.is(Math.round(at(first) - at(made)), 0);
  assert.is(Math.round(at(second) - at(first)), 6);
  assert.is(Math.round(at(third) - at(second)), 3);
});

test('GET /status: every field of Status with its type', async () => {
  const status = read('Status', 200, await client.get('/status'));
  assert.equal(Object.keys(status).sort(), [
    ...['app', 'company', 'documents', 'environment', 'esirNumber', 'fiscal'],
    ...['pfr', 'problems', 'ready', 'time', 'version'],
  ]);
  assert.is(status.app, 'kasirbox');
  assert.is(status.environment, 'sandbox');
  assert.is(status.fiscal, false);
  assert.is(status.ready, true);
  assert.equal(status.problems, []);
  assert.equal([status.pfr.ok, status.pfr.mode, status.pfr.env], [true, 'demo', 'sandbox']);
  assert.match(status.pfr.uid, /^DEMO[A-Z2-7]{4}$/);
  assert.equal(Object.keys(status.company).sort(), ['location', 'name', 'tin']);
  assert.is(status.documents.pdf, true);
});

test('esirNumber: ESIR number and version joined with a slash; company: {name, tin, location}', async () => {
  await box.set('esir', { number: '742', version: '1.3' });
  const company = { name: 'Пекара', tin: '100000049', location: '1234567-Пекара' };
  await box.set('company', { ...company, address: 'Немањина 4', district: 'Београд' });
  const status = read('Status', 200, await client.get('/status'));
  assert.is(status.esirNumber, '742/1.3');
  assert.equal(status.company, company);
});

test('Status: fiscal is true only in production with a real PFR; pfr.ok false with message when unreachable; problems say why', async () => {
  await box.set('environment', 'production');
  assert.is(read('Status', 200, await client.get('/status')).fiscal, false, 'production with the demo');
  await box.set('pfr.production', { mode: 'lpfr', url: 'http://127.0.0.1:9' });
  const real = read('Status', 200, await client.get('/status'));
  assert.equal(
    [real.environment, real.fiscal, real.pfr.env, real.pfr.mode],
    ['production', true, 'production', 'lpfr'],
  );
  assert.is(real.pfr.ok, false);
  assert.is(real.ready, false);
  assert.ok(real.problems[0]?.includes(real.pfr.message) && real.pfr.message !== '');
  await box.set('environment', 'sandbox');
  await box.set('pfr.sandbox', { mode: 'lpfr', url: 'http://127.0.0.1:10' });
  assert.is(read('Status', 200, await client.get('/status')).fiscal, false, 'a real PFR in the sandbox');
  await box.set('pfr.sandbox', { mode: 'demo' });
  assert.is(read('Status', 200, await client.get('/status')).ready, true);
});

test('Error: {error: {code, message}}; messages from the invoice validator are Serbian Cyrillic, of the API layer English', async () => {
  const cyrillic = /[А-Яа-яЂђЈјЉљЊњЋћЏџ]/;
  const replies = {
    validator: readError(422, await client.post('/invoices', { items: [] })),
    unauthorized: readError(401, await box.stranger.get('/me')),
    unknown: readError(404, await client.get('/nothing')),
    malformed: readError(400, await client.call('POST', '/invoices', { raw: '{' })),
    list: readError(422, await client.get('/invoices?from=yesterday')),
  };
  for (const [name, error] of Object.entries(replies)) {
    assert.equal(Object.keys(error), ['code', 'message'], name);
    assert.is(cyrillic.test(error.message), name === 'validator', error.message);
  }
});

test.run();
