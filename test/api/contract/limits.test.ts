// "Limits" of the specification of API v1: what does not count, and what a refused request leaves.
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

test('a refused request stores nothing', async () => {
  await calls(240, () => client.get('/nothing'));
  readError(429, await client.post('/invoices', body({ clientRequestId: 'over-the-limit' })));
  const other = await box.client();
  read('Invoice', 201, await other.post('/invoices', body({ clientRequestId: 'over-the-limit' })));
});

test('a request that is not authenticated counts for no key, and neither does the preflight', async () => {
  const { key } = await box.newKey();
  await calls(250, () => box.stranger.with(`${key}0`).get('/me'));
  await calls(250, () => box.stranger.with(key).call('OPTIONS', '/me'));
  assert.is((await box.stranger.with(key).get('/me')).status, 200);
});

test.run();
