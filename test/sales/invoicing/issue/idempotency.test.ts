import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Invoice, invoiceAlone, type Warning } from '../../../kit/answers.js';
import { TestBox } from '../../../kit/box.js';
import { type Client, read, readError, type Reply } from '../../../kit/client.js';
import { setProductionProcessor } from '../../../kit/pfr/production.js';
import { type Body, body, line } from '../bodies.js';

let box: TestBox;
let client: Client;
let number = 0;

test.before(async () => {
  box = await TestBox.start();
});
test.before.each(async () => {
  client = await box.client();
});
test.after(() => box.stop());

const newKey = (): string => `order-${(number += 1)}-${process.pid}`;

const post = (key: string, request: Body = body()): Promise<Reply> =>
  client.post('/invoices', request, { 'Idempotency-Key': key });

/** How many receipts were issued, as the counter of all receipts tells. */
async function receipts(): Promise<number> {
  const { pfr } = read('Invoice', 201, await client.post('/invoices', body()));
  return Number(pfr.invoiceNumber.split('-')[2]);
}

test('a repeat of a finished key answers 200 with the stored invoice and Idempotency-Replayed: true', async () => {
  const key = newKey();
  const first = await post(key);
  const issued = read('Invoice', 201, first);
  assert.is(issued.clientRequestId, key);
  assert.is(first.headers['idempotency-replayed'], undefined);
  for (const repeat of [await post(key), await client.post('/invoices', body({ clientRequestId: key }))]) {
    assert.equal(read('Invoice', 200, repeat), issued);
    assert.is(repeat.headers['idempotency-replayed'], 'true');
    assert.match(repeat.headers['access-control-expose-headers'] ?? '', /Idempotency-Replayed/);
  }
});

test('without a key the same request makes another receipt', async () => {
  const before = await receipts();
  read('Invoice', 201, await client.post('/invoices', body()));
  assert.is(await receipts(), before + 2);
});

test('header and body field both given and different: 422; both the same: one key', async () => {
  const key = newKey();
  const different = await post(key, body({ clientRequestId: newKey() }));
  assert.match(readError(422, different).message, /различите кључеве/);
  assert.is(read('Invoice', 201, await post(key, body({ clientRequestId: key }))).clientRequestId, key);
});

test('the same key with other content: 422 validation, and the first receipt stays what it is', async () => {
  const key = newKey();
  const issued = read('Invoice', 201, await post(key));
  const others = [
    body({ cashier: 'Ана' }),
    body({ items: [line({ quantity: 3 })] }),
    body({ items: [line(), line()] }),
    body({ payments: [{ paymentType: 'Card', amount: 300 }] }),
    body({ invoiceType: 'Training' }),
    body({ adText: 'Хвала' }),
  ];
  for (const other of others) {
    const { code, message } = readError(422, await post(key, other));
    assert.is(code, 'validation');
    assert.match(message, /друге садржине/);
  }
  assert.equal(read('Invoice', 200, await post(key)), issued);
});

test('content is what is asked for, not how it is written', async () => {
  const key = newKey();
  const issued = read('Invoice', 201, await post(key, { items: [line()], invoiceType: 'Normal' }));
  const raw = `{ "cashier": "API", "unknown": 1, "items": [ ${JSON.stringify(line()).replace('150', '150.00')} ] }`;
  const repeat = await client.call('POST', '/invoices', { raw, headers: { 'Idempotency-Key': key } });
  assert.equal(read('Invoice', 200, repeat), issued);
});

test('20 requests with one key at the same time: one 201, nineteen 200, one receipt', async () => {
  const before = await receipts();
  const key = newKey();
  const replies = await Promise.all(Array.from({ length: 20 }, () => post(key)));
  const statuses = replies.map(({ status }) => status);
  assert.is(statuses.filter((status) => status === 201).length, 1);
  assert.is(statuses.filter((status) => status === 200).length, 19);
  for (const reply of replies) {
    assert.is(reply.headers['idempotency-replayed'], reply.status === 200 ? 'true' : undefined);
  }
  assert.is(new Set(replies.map(({ text }) => text)).size, 1);
  assert.is(await receipts(), before + 2);
});

test('of two requests with one key and other content at the same time, one is issued and one refused', async () => {
  const key = newKey();
  const replies = await Promise.all([post(key), post(key, body({ cashier: 'Ана' }))]);
  assert.equal(replies.map(({ status }) => status).sort(), [201, 422]);
});

test('a refusal is shared by the one who waits, and the key is free again', async () => {
  const before = await receipts();
  const key = newKey();
  await box.set('pfr.sandbox', { mode: 'lpfr', url: 'http://127.0.0.1:9' });
  const replies = await Promise.all(Array.from({ length: 5 }, () => post(key)));
  for (const reply of replies) assert.is(readError(409, reply).code, 'pfr_error');
  await box.set('pfr.sandbox', { mode: 'demo' });
  read('Invoice', 201, await post(key, body({ cashier: 'Ана' })));
  assert.is(await receipts(), before + 2);
});

test('a key that met a validation error is free again', async () => {
  const key = newKey();
  readError(422, await post(key, body({ items: [line({ label: 'Ж' })] })));
  read('Invoice', 201, await post(key));
});

test('a repeat after a restart of the box finds its receipt', async () => {
  const key = newKey();
  const issued = read('Invoice', 201, await post(key));
  await box.restart();
  client = await box.client();
  assert.equal(invoiceAlone(read('Invoice', 200, await post(key))), issued);
  readError(422, await post(key, body({ cashier: 'Ана' })));
});

test('a repeat finds its receipt although the tax label was deactivated and simplified cash switched on', async () => {
  const key = newKey();
  const request = body({ payments: [{ paymentType: 'Card', amount: 300 }] });
  const issued = read('Invoice', 201, await post(key, request));
  const { taxLabels } = box.parts.settings.now;
  await box.set(
    'taxLabels',
    taxLabels.map((label) => ({ ...label, active: label.label === 'Г' })),
  );
  await box.set('simplifiedCash', true);
  readError(422, await post(newKey(), request));
  assert.equal(read('Invoice', 200, await post(key, request)), issued);
  await box.set('taxLabels', taxLabels);
  await box.set('simplifiedCash', false);
});

test('a repeat finds its receipt although the processor is out of reach', async () => {
  const key = newKey();
  const issued = read('Invoice', 201, await post(key));
  await box.set('pfr.sandbox', { mode: 'lpfr', url: 'http://127.0.0.1:9' });
  assert.equal(read('Invoice', 200, await post(key)), issued);
  await box.set('pfr.sandbox', { mode: 'demo' });
});

test('keys are told apart by environment, and a switch to and fro loses none', async () => {
  const key = newKey();
  const issuedIn = async (environment: string, status: number): Promise<Invoice> => {
    await box.set('environment', environment);
    return read('Invoice', status, await post(key));
  };
  const fake = await setProductionProcessor(box);
  const sandbox = await issuedIn('sandbox', 201);
  const production = await issuedIn('production', 201);
  assert.is.not(sandbox.uuid, production.uuid);
  assert.equal(await issuedIn('sandbox', 200), sandbox);
  assert.equal(await issuedIn('production', 200), production);
  await box.set('environment', 'sandbox');
  await fake.stop();
});

const toOther = (warnings: readonly Warning[] = []): boolean =>
  warnings.some(({ rule }) => rule === 'key.replayed-to-other');

test('another API key with the same idempotency key finds the receipt too, and is told whose it is', async () => {
  const key = newKey();
  const issued = read('Invoice', 201, await post(key));
  assert.equal(read('Invoice', 200, await post(key)), issued);
  client = await box.client('друга каса');
  const repeat = read('Invoice', 200, await post(key));
  assert.equal(invoiceAlone(repeat), issued);
  assert.equal(
    repeat.warnings?.map(({ rule }) => rule),
    ['key.replayed-to-other'],
  );
  assert.match(repeat.warnings?.[0]?.message ?? '', /UUID/);
  const logged = box.log.filter(({ event }) => event === 'key.replayed_to_other');
  assert.is(Number(logged.at(-1)?.['now']), Number(logged.at(-1)?.['first']) + 1);
});

test('two API keys with one idempotency key at the same time: one receipt, and one of them is told', async () => {
  const key = newKey();
  const other = await box.client('друга каса');
  const headers = { 'Idempotency-Key': key };
  const both = await Promise.all([client, other].map((one) => one.post('/invoices', body(), headers)));
  const answers = both.map((reply) => read('Invoice', reply.status, reply));
  assert.equal(new Set(answers.map(({ uuid }) => uuid)).size, 1);
  for (const [at, { status }] of both.entries()) assert.is(toOther(answers[at]?.warnings), status === 200);
});

test('the repeat of a closing by another API key is told too, one without that key is not', async () => {
  const advance = { invoiceType: 'Advance', items: [line({ name: '10: Аванс (Ђ)', quantity: 1, unitPrice: 100 })] };
  const { uuid } = read('Invoice', 201, await client.post('/invoices', advance));
  const key = newKey();
  const close = (by: Client, headers: Body): Promise<Reply> =>
    by.post(`/invoices/${uuid}/close-advance`, body(), headers as Record<string, string>);
  const closed = read('ClosedAdvance', 201, await close(client, { 'Idempotency-Key': key }));
  assert.equal(read('ClosedAdvance', 200, await close(client, { 'Idempotency-Key': key })), closed);
  const other = await box.client('друга каса');
  assert.equal(read('ClosedAdvance', 200, await close(other, {})), closed);
  assert.ok(toOther(read('ClosedAdvance', 200, await close(other, { 'Idempotency-Key': key })).warnings));
});

test.run();
