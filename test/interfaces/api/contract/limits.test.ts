// "Limits" of the specification of API v1: what does not count, and that a refused request changes nothing.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { body } from '../../../sales/invoicing/bodies.js';
import { TestBox } from '../../../kit/box.js';
import { type Client, read, readError } from '../../../kit/client.js';
import { serveWithoutSocket } from '../../../kit/serve.js';

let box: TestBox;
let client: Client;

test.before(async () => {
  box = await TestBox.start({ serve: serveWithoutSocket });
});
test.before.each(async () => {
  client = await box.client();
});
test.after(() => box.stop());

/** So many calls at once. */
function calls(count: number, call: () => Promise<unknown>): Promise<unknown> {
  return Promise.all(Array.from({ length: count }, call));
}

test('a refused request stores nothing', async () => {
  await calls(240, () => client.get('/nothing'));
  readError(429, await client.post('/invoices', body({ clientRequestId: 'over-the-limit' })));
  const { path, status } = box.log.findLast(({ event }) => event === 'request.done') ?? {};
  assert.equal([path, status], ['/invoices', 429], 'the log names the route all the same');
  const other = await box.client();
  read('Invoice', 201, await other.post('/invoices', body({ clientRequestId: 'over-the-limit' })));
});

test('a request without a valid key counts for no key, and neither does a preflight', async () => {
  const { key } = await box.newKey();
  await calls(250, () => box.anonymous.with(`${key}0`).get('/me'));
  await calls(250, () => box.anonymous.with(key).call('OPTIONS', '/me'));
  assert.is((await box.anonymous.with(key).get('/me')).status, 200);
});

test.run();
