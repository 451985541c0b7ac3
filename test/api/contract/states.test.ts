// "States and transitions" of the specification of API v1, as far as their triggers are built.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { body } from '../../invoicing/bodies.js';
import type { Item } from '../../kit/answers.js';
import { TestBox } from '../../kit/box.js';
import { type Client, read, readError } from '../../kit/client.js';

let box: TestBox;
let client: Client;

test.before(async () => {
  box = await TestBox.start();
  client = await box.client();
});
test.after(() => box.stop());

async function item(id: number): Promise<Item | undefined> {
  return read('ItemList', 200, await client.get('/items')).items.find((candidate) => candidate.id === id);
}

async function newItem(): Promise<number> {
  return read('ItemCreated', 201, await client.post('/items', { name: 'Кафа', label: 'Ђ' })).id;
}

const deactivate = async (id: number) => client.call('DELETE', `/items/${id}`);

test('Invoice, none to issued: validation passes and the PFR signs; journal, PFR fields and tax items are stored; response 201', async () => {
  const issued = read('Invoice', 201, await client.post('/invoices', body()));
  const stored = read('Invoice', 200, await client.get(`/invoices/${issued.uuid}`));
  assert.equal(stored, issued);
  assert.ok(stored.journal.length > 0 && stored.pfr.invoiceNumber !== '' && stored.taxItems.length === 1);
});

test('Invoice: PFR refuses or is unreachable: no invoice, nothing stored; error pfr_error; the idempotency key is released', async () => {
  const count = async () => read('InvoiceList', 200, await client.get('/invoices')).invoices.length;
  const before = await count();
  const headers = { 'Idempotency-Key': 'order-0001' };
  await box.set('pfr.sandbox', { mode: 'lpfr', url: 'http://127.0.0.1:9' });
  assert.is(readError(409, await client.post('/invoices', body(), headers)).code, 'pfr_error');
  assert.is(await count(), before);
  await box.set('pfr.sandbox', { mode: 'demo' });
  const { clientRequestId } = read('Invoice', 201, await client.post('/invoices', body(), headers));
  assert.is(clientRequestId, 'order-0001');
  assert.is(await count(), before + 1);
});

test('Item: POST /items, valid: active; {id, ok} returned', async () => {
  const created = read('ItemCreated', 201, await client.post('/items', { name: 'Кафа', label: 'Ђ', active: false }));
  assert.equal(Object.keys(created).sort(), ['id', 'ok']);
  assert.is((await item(created.id))?.active, true);
});

test('Item: DELETE /items/{id}: inactive; soft deactivation, the item is never physically deleted', async () => {
  const id = await newItem();
  assert.equal(read('ItemChanged', 200, await deactivate(id)), { ok: true });
  assert.is((await item(id))?.active, false);
  assert.is((await item(id))?.name, 'Кафа');
});

test('Item: inactive, PUT/PATCH /items/{id} with active true: active', async () => {
  const id = await newItem();
  for (const method of ['PUT', 'PATCH']) {
    await deactivate(id);
    read('ItemChanged', 200, await client.call(method, `/items/${id}`, { json: { active: true } }));
    assert.is((await item(id))?.active, true, method);
  }
});

test('Item: inactive, DELETE /items/{id}: inactive, 200', async () => {
  const id = await newItem();
  await deactivate(id);
  read('ItemChanged', 200, await deactivate(id));
  assert.is((await item(id))?.active, false);
});

test('API key: revocation: the next request with the key answers 401', async () => {
  const { id, key } = await box.newKey();
  const caller = box.stranger.with(key);
  assert.is((await caller.get('/me')).status, 200);
  await box.core.keys.revoke(id);
  assert.is(readError(401, await caller.get('/me')).code, 'unauthorized');
  await box.restart();
  assert.is((await box.stranger.with(key).get('/me')).status, 401, 'after a restart');
  client = await box.client();
});

test('Idempotency key: free, POST /invoices carrying a key: reserved', async () => {
  const headers = { 'Idempotency-Key': 'order-0002' };
  const issued = read('Invoice', 201, await client.post('/invoices', body(), headers));
  assert.equal(read('Invoice', 200, await client.post('/invoices', body(), headers)), issued);
});

test.run();
