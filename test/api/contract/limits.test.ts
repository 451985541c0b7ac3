// "Limits" of the specification of API v1. The limits of fields stand in the tests of the field tables.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { body } from '../../invoicing/bodies.js';
import { TestBox } from '../../kit/box.js';
import { type Client, read, readError } from '../../kit/client.js';

let box: TestBox;
let client: Client;

test.before(async () => {
  box = await TestBox.start();
});
test.before.each(async () => {
  client = await box.client();
});
test.after(() => box.stop());

/** So many calls, a few at a time. */
async function calls(count: number, call: () => Promise<{ readonly status: number }>): Promise<number[]> {
  const statuses: number[] = [];
  for (let done = 0; done < count; done += 10) {
    const some = Array.from({ length: Math.min(10, count - done) }, call);
    statuses.push(...(await Promise.all(some)).map(({ status }) => status));
  }
  return statuses;
}

test('240 requests pass, the 241st is 429 rate_limited with a message about 240 requests per minute; no Retry-After header', async () => {
  const statuses = await calls(240, () => client.get('/tax-labels'));
  assert.equal([...new Set(statuses)], [200]);
  const reply = await client.get('/tax-labels');
  const { code, message } = readError(429, reply);
  assert.is(code, 'rate_limited');
  assert.match(message, /240 requests per minute/);
  assert.is(reply.headers['retry-after'], undefined);
});

test('the limit applies to every route including unknown ones', async () => {
  assert.equal([...new Set(await calls(236, () => client.get('/nothing')))], [404]);
  assert.is((await client.call('POST', '/invoices', { raw: '{' })).status, 400);
  assert.is((await client.post('/invoices', {})).status, 422);
  assert.is((await client.call('PROPFIND', '/me')).status, 404);
  assert.is((await client.get('/me')).status, 200);
  for (const path of ['/nothing', '/me', '/invoices']) {
    assert.is(readError(429, await client.get(path)).code, 'rate_limited', path);
  }
  assert.is(readError(429, await client.post('/invoices', body())).code, 'rate_limited');
});

test('a refused request stores nothing', async () => {
  await calls(240, () => client.get('/nothing'));
  readError(429, await client.post('/invoices', body({ clientRequestId: 'over-the-limit' })));
  const other = await box.client();
  read('Invoice', 201, await other.post('/invoices', body({ clientRequestId: 'over-the-limit' })));
});

test('requests per key: another key has its own window', async () => {
  await calls(241, () => client.get('/nothing'));
  assert.is((await client.get('/me')).status, 429);
  assert.is((await (await box.client()).get('/me')).status, 200);
});

test('a request that is not authenticated counts for no key, and neither does the preflight', async () => {
  const { key } = await box.newKey();
  await calls(250, () => box.stranger.with(`${key}0`).get('/me'));
  await calls(250, () => box.stranger.with(key).call('OPTIONS', '/me'));
  assert.is((await box.stranger.with(key).get('/me')).status, 200);
});

test('idempotency key: 8 to 64 chars of letters, digits and . _ : -', async () => {
  for (const key of ['a.b_c:d-', 'A'.repeat(64), '12345678']) {
    assert.is(
      read('Invoice', 201, await client.post('/invoices', body({ clientRequestId: key }))).clientRequestId,
      key,
    );
    const header = await client.post('/invoices', body(), { 'Idempotency-Key': key });
    assert.is(read('Invoice', 200, header).clientRequestId, key);
  }
  for (const key of ['1234567', 'A'.repeat(65), 'a b c d e f']) {
    assert.is(readError(422, await client.post('/invoices', body({ clientRequestId: key }))).code, 'validation');
  }
});

test('versioning: the version is part of the path, GET /status reports the application version', async () => {
  const { version, esirNumber } = read('Status', 200, await client.get('/status'));
  assert.match(version, /^\d+\.\d+\.\d+/);
  assert.match(esirNumber, /^[^/]+\/[^/]+$/);
  assert.is((await client.fetch('GET', '/api/v2/status')).status, 404);
});

test.run();
