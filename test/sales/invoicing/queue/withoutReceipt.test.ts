import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import { queued } from '../../../kit/everyKind.js';
import { FOLDER } from '../../../kit/ledger.js';
import { type Body, line } from '../bodies.js';
import { BACK, GONE, HOUR, NO_CARD, Shop } from './shop.js';

const FIRST = 'key-of-first';
const RETURNED = { receipt: null, by: 'Мира', reason: 'Новац је враћен купцу.' };

/** A shop whose first sale was taken out of the queue. */
async function removedShop(disk = new MemoryDisk()): Promise<Shop> {
  const shop = (await Shop.open(disk)).connect();
  await shop.sell(FIRST);
  assert.ok((await shop.queue.remove(FIRST, BACK)).ok);
  return shop;
}

/** `1 key-of-first`, of each sale without a receipt. */
function listed({ queue }: Shop): string[] {
  return queue.withoutReceipt.list().map(({ number, clientRequestId }) => `${number} ${clientRequestId}`);
}

/** The number of a receipt for the same goods under another key, or without one. */
async function soldAgain(shop: Shop, key: string | null = null, change: object = {}): Promise<string> {
  shop.fault = undefined;
  const sold = await shop.sell(key, { whenOffline: null, ...change });
  assert.is(sold.kind, 'issued');
  return sold.kind === 'issued' ? sold.invoice.signature.invoiceNumber : '';
}

test('a removed sale is listed with person and reason, also after a restart and on a rebuilt view', async () => {
  const disk = new MemoryDisk();
  const shop = await removedShop(disk);
  const [order] = shop.queue.withoutReceipt.list();
  assert.equal(order?.removal, { ...BACK, at: shop.clock.now() });
  await shop.close();
  for (const files of ['as they are', 'without views']) {
    if (files === 'without views') disk.forget(`${FOLDER}/views`);
    const later = await Shop.open(disk, null);
    assert.equal(listed(later), [`1 ${FIRST}`], files);
    assert.is(later.queue.keyOf(1), FIRST);
    await later.close();
  }
});

test('a receipt under its key settles a sale, and a pro-forma under it does not', async () => {
  const shop = await removedShop();
  shop.fault = undefined;
  const proforma = { invoiceType: 'ProForma', whenOffline: null };
  assert.is((await shop.sell(FIRST, proforma)).kind, 'issued');
  assert.equal(listed(shop), [`1 ${FIRST}`]);
  assert.is(shop.queue.get(FIRST)?.state, 'issued', 'the key has its document');
  assert.equal(await shop.queue.withoutReceipt.issueAgain(1), { ok: false, error: 'taken' });
  assert.ok((await shop.queue.withoutReceipt.settle(1, RETURNED)).ok);
  assert.equal(listed(shop), []);
  await shop.close();
  const other = await removedShop();
  other.fault = undefined;
  assert.is((await other.sell(FIRST)).kind, 'issued');
  assert.equal(listed(other), []);
  assert.is(other.queue.get(FIRST)?.state, 'issued');
  await other.close();
});

test('the key of a refused sale may be used for a pro-forma, and the sale is listed then', async () => {
  const shop = (await Shop.open()).connect();
  await shop.sell(FIRST);
  await shop.sell('key-of-second', { invoiceType: 'ProForma' });
  assert.ok(await shop.queue.parkRestored());
  shop.fault = undefined;
  for (const key of [FIRST, 'key-of-second'])
    assert.is((await shop.sell(key, { invoiceType: 'ProForma', whenOffline: null })).kind, 'issued');
  assert.equal([listed(shop), shop.states()], [[`1 ${FIRST}`], []]);
  await shop.close();
});

test('one that is issued again waits under its number and key, and its receipt settles it', async () => {
  const shop = await removedShop();
  shop.queue.start();
  assert.ok((await shop.queue.withoutReceipt.issueAgain(1)).ok);
  assert.equal([listed(shop), shop.states()], [[], [`${FIRST} queued 1`]]);
  assert.equal(await shop.queue.withoutReceipt.issueAgain(1), { ok: false, error: 'absent' });
  shop.fault = undefined;
  await shop.pass(1000);
  assert.equal([shop.signed, listed(shop), shop.states()], [[FIRST], [], []]);
  assert.is(shop.queue.get(FIRST)?.order.number, 1);
  await shop.close();
});

test('one that is issued again waits as long as any other from then on, also over a restart', async () => {
  const disk = new MemoryDisk();
  const shop = await removedShop(disk);
  shop.clock.pass(72 * HOUR);
  assert.ok((await shop.queue.withoutReceipt.issueAgain(1)).ok);
  await shop.close();
  const later = (await Shop.open(disk, null)).connect();
  later.clock.wallError += 73 * HOUR;
  later.queue.start();
  await later.pass(5000);
  assert.equal(later.states(), [`${FIRST} queued 1`], 'it has waited for an hour');
  later.clock.wallError += 48 * HOUR;
  await later.pass(5000);
  assert.equal(later.states(), [`${FIRST} refused -`]);
  assert.equal(later.signed, []);
  await later.close();
});

test('a person settles a sale by a note, and only with one', async () => {
  const shop = await removedShop();
  const { withoutReceipt } = shop.queue;
  assert.equal(await withoutReceipt.settle(1, { ...RETURNED, reason: null }), { ok: false, error: 'no-reason' });
  assert.equal(await withoutReceipt.settle(2, RETURNED), { ok: false, error: 'absent' });
  const settled = await withoutReceipt.settle(1, RETURNED);
  assert.equal(settled.ok && settled.value.settlement, { ...RETURNED, at: shop.clock.now() });
  assert.equal(listed(shop), []);
  assert.equal(await withoutReceipt.settle(1, RETURNED), { ok: false, error: 'absent' }, 'once');
  assert.is(shop.queue.get(FIRST)?.state, 'removed');
  await shop.close();
});

test('the number of a receipt settles one sale of its amount; any other receipt needs a reason', async () => {
  const shop = await removedShop();
  const { withoutReceipt } = shop.queue;
  const by = (receipt: string, reason: string | null = null) =>
    withoutReceipt.settle(1, { receipt, by: 'Мира', reason });
  const refused = async (receipt: string, error: string, reason: string | null = null) =>
    assert.equal(await by(receipt, reason), { ok: false, error }, receipt);
  const same = await soldAgain(shop, 'key-of-no-order');
  const dearer = await soldAgain(shop, null, { items: [line({ quantity: 7 })] });
  const proforma = await soldAgain(shop, null, { invoiceType: 'ProForma' });
  await refused('није број', 'not-number', 'разлог');
  await refused(proforma, 'unlike', 'разлог');
  await refused(dearer, 'differs');
  await refused('ABCD1234-ABCD1234-15', 'differs');
  const settled = await by(` ${same.toLowerCase()} `);
  assert.is(settled.ok && settled.value.settlement?.receipt, same);

  shop.fault = GONE;
  await shop.sell('key-of-second');
  await shop.queue.remove('key-of-second', BACK);
  const second = (receipt: string, reason: string | null) => withoutReceipt.settle(2, { receipt, by: 'Мира', reason });
  assert.equal(await second(same, 'разлог'), { ok: false, error: 'used' }, 'it has settled the first');
  assert.ok((await second('ABCD1234-ABCD1234-15', 'Издато на другој каси.')).ok);
  await shop.close();
});

test('two persons who enter one receipt at once settle one sale with it', async () => {
  const shop = await removedShop();
  await shop.sell('key-of-second');
  await shop.queue.remove('key-of-second', BACK);
  const note = { receipt: 'ABCD1234-ABCD1234-15', by: 'Мира', reason: 'Издато на другој каси.' };
  const settled = await Promise.all([1, 2].map((number) => shop.queue.withoutReceipt.settle(number, note)));
  assert.equal(
    settled.map((one) => one.ok || one.error),
    [true, 'used'],
  );
  assert.equal(listed(shop), ['2 key-of-second']);
  await shop.close();
});

test('the receipt of another queued sale settles none', async () => {
  const shop = await removedShop();
  shop.queue.start();
  await shop.sell('key-of-second');
  shop.fault = undefined;
  await shop.pass(1000);
  const [receipt] = await shop.receipts();
  const number = receipt?.signature.invoiceNumber ?? '';
  const settled = await shop.queue.withoutReceipt.settle(1, { receipt: number, by: 'Мира', reason: 'разлог' });
  assert.equal(settled, { ok: false, error: 'used' });
  await shop.close();
});

test('what is no sale may be removed without more, and what the disk does not take stays in the queue', async () => {
  const disk = new MemoryDisk();
  const shop = (await Shop.open(disk)).connect();
  await shop.sell(FIRST, { invoiceType: 'ProForma' });
  assert.ok((await shop.queue.remove(FIRST, BACK)).ok);
  assert.equal(listed(shop), []);
  await shop.sell('key-of-second');
  disk.fault = (operation) => (operation === 'write' || operation === 'create' ? 'EIO' : undefined);
  assert.not.ok((await shop.queue.remove('key-of-second', BACK)).ok);
  assert.equal([shop.states(), listed(shop)], [['key-of-second queued 1'], []]);
  await shop.close();
});

test('requests of sales without a receipt count towards what the queue holds', async () => {
  const shop = await removedShop();
  const { queue } = shop.ledger.main;
  assert.ok(queue.characters > 0);
  assert.is(queue.count, 0, 'they take no place of those that wait');
  assert.ok((await shop.queue.withoutReceipt.settle(1, RETURNED)).ok);
  assert.is(queue.characters, 0);
  await shop.close();
});

/** Rules of the warnings to the one who asks for a sale. */
async function warnedOf(shop: Shop, change: Body = {}): Promise<string[]> {
  const sold = await shop.sell(FIRST, change);
  return 'warnings' in sold ? (sold.warnings ?? []).map(({ rule }) => rule) : [];
}

test('a sale that a person has settled by a receipt and that is asked for again is issued with a warning', async () => {
  const disk = new MemoryDisk();
  const shop = await removedShop(disk);
  const note = { receipt: 'ABCD1234-ABCD1234-15', by: 'Мира', reason: 'Издато на другој каси.' };
  assert.ok((await shop.queue.withoutReceipt.settle(1, note)).ok);
  shop.fault = NO_CARD;
  assert.equal(await warnedOf(shop), [], 'it is refused, so there is no second receipt');
  shop.fault = GONE;
  assert.equal(await warnedOf(shop), ['queue.settled-before'], 'it waits again');
  assert.equal(await warnedOf(shop), ['queue.settled-before'], 'repeated while it waits');
  assert.ok((await shop.queue.remove(FIRST, BACK)).ok);
  shop.fault = undefined;
  assert.equal(await warnedOf(shop), ['queue.settled-before'], 'it is issued');
  assert.equal(await warnedOf(shop), ['queue.settled-before'], 'repeated when it is issued');
  await shop.close();
  disk.forget(`${FOLDER}/views`);
  const later = await Shop.open(disk, null);
  assert.equal(await warnedOf(later), ['queue.settled-before'], 'after a restart');
  await later.close();
});

test('that warning and the use of the receipt outlast a refusal of the sale and its receipt', async () => {
  const shop = await removedShop();
  const note = { receipt: 'ABCD1234-ABCD1234-15', by: 'Мира', reason: 'Издато на другој каси.' };
  assert.ok((await shop.queue.withoutReceipt.settle(1, note)).ok);
  assert.equal(await warnedOf(shop), ['queue.settled-before']);
  assert.ok(await shop.queue.parkRestored());
  assert.equal(await warnedOf(shop), ['queue.settled-before'], 'asked for again after the refusal');
  await shop.sell('key-of-second');
  assert.ok((await shop.queue.remove('key-of-second', BACK)).ok);
  assert.equal(await shop.queue.withoutReceipt.settle(2, note), { ok: false, error: 'used' });
  shop.queue.start();
  shop.fault = undefined;
  await shop.pass(1000);
  assert.equal([shop.signed, await warnedOf(shop)], [[FIRST], ['queue.settled-before']], 'issued by the queue');
  assert.equal(await shop.queue.withoutReceipt.settle(2, note), { ok: false, error: 'used' });
  await shop.close();
});

test('one that came back with its money and is asked for again is issued without that warning', async () => {
  const shop = await removedShop();
  assert.ok((await shop.queue.withoutReceipt.settle(1, RETURNED)).ok);
  shop.fault = undefined;
  assert.equal(await warnedOf(shop), []);
  await shop.close();
});

const SMALLER = { items: [line({ quantity: 1 })] };

test('a smaller sale under the key of a removed one leaves that listed, and so does its wait in the queue', async () => {
  const shop = await removedShop();
  assert.is((await shop.sell(FIRST, SMALLER)).kind, 'queued');
  assert.equal([listed(shop), shop.states()], [[`1 ${FIRST}`], [`${FIRST} queued 1`]]);
  assert.is(shop.queue.get(FIRST)?.order.number, 2, 'an order of its own');
  shop.queue.start();
  shop.fault = undefined;
  await shop.pass(1000);
  assert.equal([shop.signed, listed(shop), shop.states()], [[FIRST], [`1 ${FIRST}`], []]);
  assert.is(shop.queue.keyOf(1), FIRST);
  assert.ok((await shop.queue.withoutReceipt.settle(1, RETURNED)).ok);
  assert.equal(listed(shop), []);
  assert.is(shop.queue.get(FIRST)?.state, 'issued');
  await shop.close();
});

test('a smaller sale that is issued at once under that key leaves it listed; one of the same sum does not', async () => {
  for (const [change, left] of [
    [SMALLER, [`1 ${FIRST}`]],
    [{}, []],
  ] as const) {
    const shop = await removedShop();
    shop.fault = undefined;
    assert.is((await shop.sell(FIRST, change)).kind, 'issued');
    assert.equal(listed(shop), left);
    await shop.close();
  }
});

test('a smaller sale under the key of a refused one lists that, also on a rebuilt view', async () => {
  const disk = new MemoryDisk();
  const shop = (await Shop.open(disk)).connect();
  await shop.sell(FIRST);
  assert.ok(await shop.queue.parkRestored());
  assert.is((await shop.sell(FIRST, SMALLER)).kind, 'queued');
  const states = [[`1 ${FIRST}`], [`${FIRST} queued 1`]];
  assert.equal([listed(shop), shop.states()], states);
  await shop.close();
  for (const files of ['as they are', 'without views']) {
    if (files === 'without views') disk.forget(`${FOLDER}/views`);
    const later = await Shop.open(disk, null);
    assert.equal([listed(later), later.states()], states, files);
    await later.close();
  }
});

test('a pro-forma that waits under the key of a removed sale leaves that listed', async () => {
  const shop = await removedShop();
  assert.is((await shop.sell(FIRST, { invoiceType: 'ProForma' })).kind, 'queued');
  assert.equal(listed(shop), [`1 ${FIRST}`]);
  assert.ok((await shop.queue.remove(FIRST, BACK)).ok);
  assert.equal([listed(shop), shop.states()], [[`1 ${FIRST}`], []]);
  await shop.close();
});

test('what an earlier release removed is listed by the kind of its request', async () => {
  const shop = (await Shop.open()).connect();
  for (const [at, type] of ['Normal', 'ProForma', 'Training', 'Copy', 'Advance'].entries()) {
    const order = { ...queued(at + 1, shop.clock.now()), request: { invoiceType: type } };
    const { isSale: _, transactionType: __, ...early } = { isSale: true, transactionType: 'Sale', ...order } as const;
    assert.ok((await shop.ledger.put({ type: 'queued', order: { ...early, state: 'removed' } })).ok);
  }
  assert.equal(
    shop.queue.withoutReceipt.list().map(({ number }) => number),
    [1, 5],
  );
  await shop.close();
});

test.run();
