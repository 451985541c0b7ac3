import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { body } from '../sales/invoicing/bodies.js';
import { TestBox } from './box.js';
import { read } from './client.js';
import { intent, jobOf, queued } from './everyKind.js';
import { FakePfrServer } from './pfr/server.js';
import { serveWithoutSocket } from './serve.js';
import { signIn } from './web/signedIn.js';

const NOWHERE = '00000000-0000-4000-8000-000000000000';

/** What is wrong with the books of a box that has sold once under `key`, after `forge` has changed them. */
async function wrongAfter(
  forge: (box: TestBox, key: string) => Promise<void>,
  isWholeService = false,
): Promise<string> {
  const box = await TestBox.start(isWholeService ? {} : { serve: serveWithoutSocket });
  const key = 'porudzbina-1';
  try {
    const client = await box.client();
    read('Invoice', 201, await client.post('/invoices', body({ clientRequestId: key })));
    await forge(box, key);
  } catch (error) {
    await box.stop();
    throw error;
  }
  try {
    await box.stop();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'nothing';
}

const put = async (box: TestBox, change: Parameters<TestBox['parts']['ledger']['put']>[0]): Promise<void> => {
  assert.ok((await box.parts.ledger.put(change)).ok);
};

test('a box that only sold has nothing wrong', async () => {
  assert.is(await wrongAfter(async () => undefined), 'nothing');
});

test('a session of a user who was removed is found', async () => {
  const wrong = await wrongAfter(async (box) => {
    await signIn(box, 'Мира', 'technician');
    const user = box.parts.users.findByName('Мира');
    assert.ok(user);
    await put(box, { type: 'user', user: { ...user, removedAt: box.now() } });
  }, true);
  assert.match(wrong, /session \d+ of Мира outlives its user or tablet/);
});

test('a print job without a receipt is found', async () => {
  const wrong = await wrongAfter(async (box) => {
    await put(box, { type: 'job', jobs: [{ ...jobOf(NOWHERE, 7, box.now()), state: 'printed' }] });
  });
  assert.match(wrong, /job 7 prints no receipt/);
});

test('an order that waits though its receipt was issued is found', async () => {
  const wrong = await wrongAfter(async (box, key) => {
    await put(box, { type: 'queued', order: { ...queued(1, box.now()), clientRequestId: key } });
  });
  assert.match(wrong, /order 1 waits, and its receipt was issued/);
});

test('a place of a webhook that was removed, and one behind the end of the log, are found', async () => {
  const wrong = await wrongAfter(async (box) => {
    const cursor = { sequence: 999, alarms: null, hooks: { 'sandbox/knjigovodstvo': 'x' } };
    await put(box, { type: 'notice', cursor });
  }, true);
  assert.match(wrong, /the webhook sandbox\/knjigovodstvo was removed, and has a place/);
  assert.match(wrong, /messages are at record 999, behind the end of the log/);
});

test('turnover and a list that are not those of the log are found', async () => {
  const wrong = await wrongAfter(async (box) => {
    const { ledger } = box.parts;
    const byName = ledger.main.turnover.byName.bind(ledger.main.turnover);
    ledger.main.turnover.byName = (kind, period) => (kind === 'cashier' ? [] : byName(kind, period));
    const find = ledger.findInvoices.bind(ledger);
    ledger.findInvoices = async (query) => ({ ...(await find(query)), count: 2 });
  });
  assert.match(wrong, /2 receipts of sandbox are listed of 1/);
  assert.match(wrong, /the turnover of sandbox by cashier is not that of its receipts/);
  assert.not.match(wrong, /by total/);
});

test('an open request whose receipt was issued is found', async () => {
  const processor = await FakePfrServer.start({ pin: null });
  const wrong = await wrongAfter(async (box) => {
    await box.set('pfr.sandbox', { mode: 'lpfr', url: processor.url });
    const client = await box.client();
    const { uuid } = read('Invoice', 201, await client.post('/invoices', body()));
    const receipt = await box.parts.ledger.invoice(uuid);
    assert.ok(receipt?.attempt);
    await put(box, { type: 'intent', intent: intent(receipt.attempt.requestId, box.now()) });
  });
  await processor.stop();
  assert.match(wrong, /request [0-9a-f]{32} is open, and its receipt was issued/);
});

test.run();
