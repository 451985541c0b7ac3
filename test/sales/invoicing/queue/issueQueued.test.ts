import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { chargedTo } from '../../../../src/base/disk.js';
import { validationErrors } from '../../../../src/sales/invoicing/draft/refusals/validationErrors.js';
import type { QueuedOrder } from '../../../../src/platform/ledger/queuedOrder.js';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import { demoSubject } from '../../../processors/pfr/subjects.js';
import { BACK, GONE, HOUR, LOST, NO_CARD, ON, Shop } from './shop.js';

test('when the processor is back, all that waits is issued in order', async () => {
  const shop = (await Shop.open()).connect();
  shop.queue.start();
  for (const key of ['key-of-first', 'key-of-second', 'key-of-third']) await shop.sell(key, { print: 'kasa' });
  await shop.pass(1000);
  assert.is(shop.signed.length, 0);
  shop.fault = undefined;
  await shop.pass(1000);
  assert.equal(shop.signed, [], 'the pauses grow');
  await shop.pass(1000);
  assert.equal(shop.signed, ['key-of-first', 'key-of-second', 'key-of-third']);
  assert.equal(shop.printed, ['kasa', 'kasa', 'kasa']);
  const receipts = await shop.receipts();
  assert.equal(
    receipts.map(({ clientRequestId }) => clientRequestId),
    shop.signed,
  );
  assert.equal(shop.queue.list(), []);
  const view = shop.queue.get('key-of-second');
  assert.equal([view?.state, view?.uuid, view?.order.number], ['issued', receipts[1]?.uuid, 2]);
  assert.equal(await shop.queue.remove('key-of-second', BACK), { ok: false, error: 'issued' });
  const again = await shop.sell('key-of-second');
  assert.is(again.kind === 'replayed' ? again.invoice.uuid : again.kind, receipts[1]?.uuid);
  assert.is(shop.clock.sleeping, 0, 'with nothing waiting there is nothing to look for');
  await shop.close();
});

test('receipts of the queue stay unprinted where the settings say so', async () => {
  const shop = (await Shop.open(new MemoryDisk(), { ...ON, printReceipts: false })).connect();
  shop.queue.start();
  await shop.sell('key-of-first', { print: 'kasa' });
  shop.fault = undefined;
  await shop.pass(1000);
  assert.equal(shop.printed, [false]);
  await shop.close();
});

test('a direct sale does not wait for the queue', async () => {
  const shop = (await Shop.open()).connect();
  shop.queue.start();
  for (const key of ['key-of-first', 'key-of-second', 'key-of-third']) await shop.sell(key);
  shop.fault = undefined;
  const waiting: (() => void)[] = [];
  shop.signing = () => new Promise((resolve) => waiting.push(() => resolve(undefined)));
  await shop.pass(1000);
  const direct = shop.sell('key-of-direct', { whenOffline: null });
  for (let turn = 0; turn < 4; turn += 1) {
    waiting.shift()?.();
    await shop.pass(0);
  }
  assert.is((await direct).kind, 'issued');
  assert.equal(shop.signed, ['key-of-first', 'key-of-direct', 'key-of-second', 'key-of-third']);
  await shop.close();
});

test('a processor that lacks its card or its PIN, or is gone again, leaves all of them waiting', async () => {
  const shop = (await Shop.open()).connect();
  shop.queue.start();
  for (const key of ['key-of-first', 'key-of-second']) await shop.sell(key);
  shop.fault = NO_CARD;
  await shop.pass(1000);
  shop.fault = undefined;
  shop.signing = () => GONE;
  await shop.pass(2000);
  assert.equal(shop.states(), ['key-of-first queued 1', 'key-of-second queued 2']);
  shop.signing = () => undefined;
  await shop.pass(4000);
  assert.equal(shop.signed, ['key-of-first', 'key-of-second']);
  await shop.close();
});

test('a demo that was set meanwhile issues nothing of what waits', async () => {
  const shop = (await Shop.open()).connect();
  shop.queue.start();
  await shop.sell('key-of-first');
  shop.pfr = demoSubject().pfr;
  await shop.pass(1000);
  assert.equal(shop.states(), ['key-of-first queued 1']);
  await shop.close();
});

test('a wall clock that jumps makes nothing old, nor one that is behind after a restart', async () => {
  const disk = new MemoryDisk();
  let shop = (await Shop.open(disk)).connect();
  shop.queue.start();
  await shop.sell('key-of-first');
  for (const error of [1000 * HOUR, -1000 * HOUR]) {
    shop.clock.wallError = error;
    await shop.pass(30_000);
    assert.equal(shop.states(), ['key-of-first queued 1']);
  }
  await shop.close();
  for (const [hours, states] of [
    [-1000, ['key-of-first queued 1']],
    [47, ['key-of-first queued 1']],
    [49, ['key-of-first refused -']],
  ] as const) {
    shop = (await Shop.open(disk, null)).connect();
    shop.clock.wallError = hours * HOUR;
    shop.queue.start();
    await shop.pass(1000);
    assert.equal(shop.states(), states);
    await shop.close();
  }
});

test('an order of an earlier start does not grow old by a clock that nobody vouches for', async () => {
  const disk = new MemoryDisk();
  const first = (await Shop.open(disk)).connect();
  await first.sell('key-of-first');
  await first.close();
  const shop = (await Shop.open(disk, null)).connect();
  let isTrusted = false;
  Object.assign(shop.clock, { wallError: 100 * HOUR, isTrusted: () => isTrusted });
  shop.queue.start();
  await shop.pass(1000);
  assert.equal(shop.states(), ['key-of-first queued 1']);
  isTrusted = true;
  await shop.pass(4000);
  assert.equal(shop.states(), ['key-of-first refused -']);
  await shop.close();
});

test('the receipt of a queued order is charged to whoever asked for it, and the tries are to nobody', async () => {
  const shop = (await Shop.open()).connect();
  const charged: number[] = [];
  const account = { charge: (bytes: number) => void charged.push(bytes), isSpent: () => false };
  await chargedTo(account, () => shop.sell('key-of-first'));
  const forQueuing = charged.length;
  assert.ok(forQueuing > 0);
  shop.queue.start();
  await shop.pass(5000);
  assert.is(charged.length, forQueuing);
  shop.fault = undefined;
  await shop.pass(5000);
  assert.equal(shop.signed, ['key-of-first']);
  assert.ok(charged.length > forQueuing);
  await shop.close();
});

test('the queue survives a restart, with and without a snapshot, and what has left it is remembered', async () => {
  for (const hasSnapshot of [false, true]) {
    const disk = new MemoryDisk();
    let shop = (await Shop.open(disk)).connect();
    for (const key of ['key-of-first', 'key-of-second', 'key-of-third']) await shop.sell(key);
    assert.ok((await shop.queue.remove('key-of-second', BACK)).ok);
    const before = shop.queue.list();
    if (hasSnapshot) {
      for (let records = 0; records < 12; records += 1) await shop.settings.set('simplifiedCash', false);
      await shop.ledger.runIdleWork();
    }
    await shop.close();
    shop = (await Shop.open(disk, null)).connect();
    assert.equal(shop.queue.list(), before);
    assert.is(shop.queue.get('key-of-second')?.state, 'removed');
    shop.queue.start();
    shop.fault = undefined;
    await shop.pass(1000);
    assert.equal(shop.signed, ['key-of-first', 'key-of-third']);
    shop.fault = GONE;
    const next = await shop.sell('key-of-fourth');
    assert.is(next.kind === 'queued' && next.entry.order.number, 4, 'numbers go on');
    await shop.close();
  }
});

/** The first order of the queue, as another release may have written it. */
async function rewrite(shop: Shop, change: (order: QueuedOrder) => Partial<QueuedOrder>): Promise<void> {
  const [order] = [...shop.ledger.main.queue.orders('sandbox')];
  assert.ok(order !== undefined);
  assert.ok((await shop.ledger.put({ type: 'queued', order: { ...order, ...change(order) } })).ok);
}

test('a request of a later version, or of another form, is refused in words and the rest go on', async () => {
  for (const change of [
    () => ({ requestVersion: 2 }),
    () => ({ request: { goods: 'Хлеб' } }),
    ({ request }: QueuedOrder) => ({ request: { ...request, discount: 10 } }),
    ({ request }: QueuedOrder) => ({ request: { ...request, clientRequestId: 'key-of-other' } }),
  ]) {
    const disk = new MemoryDisk();
    let shop = (await Shop.open(disk)).connect();
    for (const key of ['key-of-first', 'key-of-second']) await shop.sell(key);
    await rewrite(shop, change);
    await shop.close();
    shop = (await Shop.open(disk, null)).connect();
    assert.is(shop.queue.request('key-of-first'), undefined);
    assert.is(shop.queue.request('key-of-second')?.cashier, 'key-of-second');
    shop.queue.start();
    shop.fault = undefined;
    await shop.pass(1000);
    await shop.pass(1000);
    assert.is(shop.queue.get('key-of-first')?.reason, validationErrors.queueUnreadable().message);
    assert.equal(shop.signed, ['key-of-second']);
    assert.is((await shop.sell('key-of-first')).kind, 'issued', 'its caller may ask again');
    await shop.close();
  }
});

test('a request of a later version that may have been signed is not refused before its end is known', async () => {
  const shop = (await Shop.open()).connect();
  shop.queue.start();
  await shop.sell('key-of-first');
  shop.signing = () => LOST;
  shop.fault = undefined;
  for (let second = 0; second < 10; second += 1) await shop.pass(1000);
  await rewrite(shop, () => ({ requestVersion: 2 }));
  for (let second = 0; second < 60; second += 1) await shop.pass(1000);
  assert.equal(shop.states(), ['key-of-first issuing 1']);
  await shop.close();
});

test.run();
