import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { QUEUE_TEXTS } from '../../../../src/sales/invoicing/queue/queueWorker.js';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import { standIn } from '../../../kit/standIn.js';
import { line } from '../bodies.js';
import { BACK, BAD_LABEL, CLOCK_BACK, GONE, HOUR, LOST, Shop } from './shop.js';
import { listed, made } from './transitions.js';

test('a refused one is parked with its reason, the rest go on, and its key is free', async () => {
  const shop = (await Shop.open()).connect();
  shop.queue.start();
  for (const key of ['key-of-first', 'key-of-second']) await shop.sell(key);
  shop.fault = undefined;
  shop.signing = () => (shop.signed.length === 0 && shop.queue.list()[0]?.order.number === 1 ? BAD_LABEL : undefined);
  await shop.pass(1000);
  assert.equal(shop.states(), ['key-of-first refused -']);
  assert.is(shop.queue.get('key-of-first')?.reason, BAD_LABEL.message);
  assert.equal(shop.signed, ['key-of-second']);
  shop.signing = () => undefined;
  assert.is((await shop.sell('key-of-first')).kind, 'issued');
  assert.equal(shop.states(), []);
  assert.is(shop.queue.get('key-of-first')?.state, 'issued');
  await shop.close();
});

test('one that is parked may wait again, under its number, behind the others', async () => {
  const shop = (await Shop.open()).connect();
  shop.queue.start();
  await shop.sell('key-of-first');
  shop.fault = undefined;
  shop.signing = () => BAD_LABEL;
  await shop.pass(1000);
  shop.fault = GONE;
  for (const key of ['key-of-second', 'key-of-first']) await shop.sell(key);
  assert.equal(shop.states(), ['key-of-second queued 1', 'key-of-first queued 2']);
  assert.is(shop.queue.get('key-of-first')?.order.number, 1);
  await shop.close();
});

test('one that comes again after a refusal or a removal waits as long as any other from then on', async () => {
  for (const leave of ['refused', 'removed'] as const) {
    const disk = new MemoryDisk();
    const shop = (await Shop.open(disk)).connect();
    await shop.sell('key-of-first');
    if (leave === 'refused') assert.ok(await shop.queue.parkRestored());
    else assert.ok((await shop.queue.remove('key-of-first', BACK)).ok);
    shop.clock.pass(72 * HOUR);
    await shop.sell('key-of-first');
    assert.is(shop.queue.get('key-of-first')?.order.queuedAt, shop.clock.now(), leave);
    await shop.close();
    const later = (await Shop.open(disk, null)).connect();
    later.clock.wallError += 73 * HOUR;
    later.queue.start();
    await later.pass(5000);
    assert.equal(later.states(), ['key-of-first queued 1'], `${leave}: it has waited for an hour`);
    later.clock.wallError += 48 * HOUR;
    await later.pass(5000);
    assert.equal([later.states(), later.signed], [['key-of-first refused -'], []], leave);
    await later.close();
  }
});

test('a refusal that is not clear holds the queue up for an hour, and not for ever', async () => {
  const shop = (await Shop.open()).connect();
  shop.queue.start();
  for (const key of ['key-of-first', 'key-of-second']) await shop.sell(key);
  shop.fault = undefined;
  shop.signing = () => (shop.queue.get('key-of-first')?.state === 'issuing' ? CLOCK_BACK : undefined);
  await shop.pass(1000);
  await shop.pass(HOUR);
  assert.equal(shop.states(), ['key-of-first queued 1', 'key-of-second queued 2']);
  await shop.pass(60_000);
  assert.equal(shop.states(), ['key-of-first refused -']);
  assert.equal(shop.signed, ['key-of-second']);
  await shop.close();
});

test('each order has the hour of a refusal that is not clear for itself', async () => {
  const shop = (await Shop.open()).connect();
  shop.queue.start();
  for (const key of ['key-of-first', 'key-of-second']) await shop.sell(key);
  shop.fault = undefined;
  shop.signing = () => CLOCK_BACK;
  await shop.pass(1000);
  await shop.pass(HOUR);
  await shop.pass(60_000);
  await shop.pass(60_000);
  assert.equal(shop.states(), ['key-of-second queued 1', 'key-of-first refused -']);
  assert.equal(shop.signed, []);
  shop.signing = () => undefined;
  await shop.pass(60_000);
  assert.equal(shop.signed, ['key-of-second']);
  await shop.close();
});

test('what was sold by rates that hold no more is not issued', async () => {
  const shop = (await Shop.open()).connect();
  shop.queue.start();
  await shop.sell('key-of-first');
  shop.pfr = standIn(shop.pfr, { taxLabels: () => [{ label: 'А', name: 'Није у ПДВ', rate: 0 }] });
  shop.fault = undefined;
  await shop.pass(1000);
  assert.match(shop.queue.get('key-of-first')?.reason ?? '', 'активне ознаке су: А');
  assert.equal(shop.signed, []);
  await shop.close();
});

test('one that has waited too long is parked', async () => {
  const shop = (await Shop.open()).connect();
  shop.queue.start();
  await shop.sell('key-of-first');
  await shop.pass(47 * HOUR);
  assert.equal(shop.states(), ['key-of-first queued 1']);
  await shop.pass(2 * HOUR);
  assert.is(shop.queue.get('key-of-first')?.reason, QUEUE_TEXTS.tooOld(48));
  await shop.close();
});

test('one whose answer was lost is not taken out, nor too old, before its end is known', async () => {
  const shop = (await Shop.open()).connect();
  shop.queue.start();
  await shop.sell('key-of-first');
  shop.fault = undefined;
  shop.signing = () => LOST;
  for (let second = 0; second < 10; second += 1) await shop.pass(1000);
  await shop.pass(49 * HOUR);
  assert.equal(shop.states(), ['key-of-first issuing 1']);
  assert.equal(await shop.queue.remove('key-of-first', BACK), { ok: false, error: 'issuing' });
  await shop.close();
});

test('one whose end is not known is neither taken out nor grows old, for it may have been signed', async () => {
  const shop = (await Shop.open()).connect();
  shop.queue.start();
  await shop.sell('key-of-first');
  shop.signing = () => LOST;
  shop.fault = undefined;
  for (let second = 0; second < 6; second += 1) await shop.pass(1000);
  shop.fault = GONE;
  for (const ms of [60_000, 49 * HOUR]) {
    await shop.pass(ms);
    assert.equal(shop.states(), ['key-of-first issuing 1']);
    assert.equal(await shop.queue.remove('key-of-first', BACK), { ok: false, error: 'issuing' });
  }
  await shop.close();
});

test('one that is being issued is not taken out, and is told so', async () => {
  const shop = (await Shop.open()).connect();
  shop.queue.start();
  await shop.sell('key-of-first');
  let goOn = (): void => undefined;
  shop.signing = () => new Promise((resolve) => (goOn = () => resolve(undefined)));
  shop.fault = undefined;
  await shop.pass(1000);
  assert.equal(shop.states(), ['key-of-first issuing 1']);
  assert.equal(await shop.queue.remove('key-of-first', BACK), { ok: false, error: 'issuing' });
  const repeat = await shop.sell('key-of-first');
  assert.is(repeat.kind === 'queued' && repeat.entry.state, 'issuing');
  goOn();
  await shop.pass(0);
  assert.equal(shop.signed, ['key-of-first']);
  await shop.close();
});

test('one that is taken out is not issued, and its key is free', async () => {
  const shop = (await Shop.open()).connect();
  shop.queue.start();
  await shop.sell('key-of-first');
  const removed = await shop.queue.remove('key-of-first', BACK);
  assert.is(removed.ok && removed.value.state, 'removed');
  assert.equal(await shop.queue.remove('key-of-first', BACK), { ok: false, error: 'absent' });
  shop.fault = undefined;
  await shop.pass(1000);
  assert.equal(shop.signed, []);
  assert.is((await shop.sell('key-of-first')).kind, 'issued');
  await shop.close();
});

test('one that was taken out and comes again keeps the number that stands on its slip', async () => {
  const shop = (await Shop.open()).connect();
  for (const key of ['key-of-first', 'key-of-second']) await shop.sell(key);
  assert.ok((await shop.queue.remove('key-of-first', BACK)).ok);
  await shop.sell('key-of-first');
  assert.is(shop.queue.get('key-of-first')?.order.number, 1);
  assert.is(shop.queue.keyOf(1), 'key-of-first');
  await shop.close();
});

test('two removals at the same time are one, and a sale waits until it is written', async () => {
  const shop = (await Shop.open()).connect();
  await shop.sell('key-of-first');
  const both = [shop.queue.remove('key-of-first', BACK), shop.queue.remove('key-of-first', BACK)];
  shop.fault = undefined;
  const sale = shop.sell('key-of-first', { items: [line({ quantity: 3 })] });
  for (const removed of await Promise.all(both)) assert.is(removed.ok && removed.value.state, 'removed');
  assert.is((await sale).kind, 'issued');
  await shop.close();
});

test('a box that was restored issues nothing of what waited, and says why', async () => {
  const shop = (await Shop.open()).connect();
  for (const key of ['key-of-first', 'key-of-second']) await shop.sell(key);
  const order = shop.ledger.main.queue.find('sandbox', 'key-of-second');
  assert.ok(order);
  const parked = { ...order, state: 'refused', reason: BAD_LABEL.message } as const;
  assert.ok((await shop.ledger.put({ type: 'queued', order: parked })).ok);
  assert.is(await shop.queue.parkRestored(), true);
  assert.is(shop.queue.get('key-of-second')?.reason, BAD_LABEL.message, 'this one did not wait');
  assert.ok((await shop.queue.remove('key-of-second', BACK)).ok);
  shop.queue.start();
  shop.fault = undefined;
  await shop.pass(1000);
  assert.equal(shop.states(), ['key-of-first refused -']);
  assert.is(shop.queue.get('key-of-first')?.reason, QUEUE_TEXTS.restored);
  assert.ok((await shop.queue.remove('key-of-first', BACK)).ok, 'a refused one can be taken out too');
  shop.fault = GONE;
  assert.is((await shop.sell('key-of-first')).kind, 'queued', 'and its key may wait again');
  await shop.close();
});

test('a restored box whose disk does not take that is told so, and nothing of what waited counts as parked', async () => {
  const disk = new MemoryDisk();
  const shop = (await Shop.open(disk)).connect();
  await shop.sell('key-of-first');
  disk.fault = (operation) => (operation === 'write' || operation === 'create' ? 'EIO' : undefined);
  assert.is(await shop.queue.parkRestored(), false);
  assert.equal(shop.states(), ['key-of-first queued 1']);
  await shop.close();
});

test('orders make all transitions that their table lists, and no others', () => assert.equal(made(), listed()));

test.run();
