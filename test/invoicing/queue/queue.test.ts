import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Finding } from '../../../src/base/bilingual.js';
import { refusals } from '../../../src/invoicing/draft/messages.js';
import { QUEUE_TEXTS } from '../../../src/invoicing/queue/texts.js';
import type { QueuedOrder } from '../../../src/ledger/queuedOrder.js';
import type { Refusal } from '../../../src/pfr/port.js';
import { REFUSALS } from '../../../src/pfr/texts.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { standIn } from '../../kit/standIn.js';
import { demoSubject } from '../../pfr/subjects.js';
import { line } from '../bodies.js';
import { BAD_LABEL, CLOCK_BACK, GONE, HOUR, LOST, message, NO_CARD, ON, Shop } from './shop.js';
import { listed, made } from './transitions.js';

test('a sale whose processor is out of reach waits, and a repeat is told where it stands', async () => {
  const shop = (await Shop.open()).connect();
  const first = await shop.sell('key-of-first');
  assert.is(first.kind, 'queued');
  const second = await shop.sell('key-of-second');
  for (const [outcome, position] of [
    [first, 1],
    [second, 2],
  ] as const) {
    const view = outcome.kind === 'queued' ? outcome.entry : undefined;
    assert.equal(
      [view?.state, view?.position, view?.order.number, view?.order.total],
      ['queued', position, position, 30_000],
    );
  }
  assert.equal(await shop.sell('key-of-first'), first);
  assert.equal(
    await shop.sell('key-of-first', { whenOffline: null, print: false }),
    first,
    'with or without the field',
  );
  assert.equal(shop.states(), ['key-of-first queued 1', 'key-of-second queued 2']);
  assert.is(
    message(await shop.sell('key-of-first', { items: [line({ quantity: 3 })] })),
    refusals.keyUsedForOther().message,
  );
  await shop.close();
});

test('two requests with one key at the same time wait as one', async () => {
  const shop = (await Shop.open()).connect();
  const both = await Promise.all([shop.sell('key-of-both'), shop.sell('key-of-both')]);
  assert.equal(
    both.map(({ kind }) => kind),
    ['queued', 'queued'],
  );
  assert.equal(shop.states(), ['key-of-both queued 1']);
  await shop.close();
});

test('only what certainly reached nobody waits', async () => {
  const shop = (await Shop.open()).connect();
  shop.fault = NO_CARD;
  assert.is(message(await shop.sell('key-of-card')), NO_CARD.message);
  shop.fault = undefined;
  shop.signing = () => BAD_LABEL;
  assert.is(message(await shop.sell('key-of-label')), BAD_LABEL.message);
  shop.signing = () => LOST;
  const unclear = shop.sell('key-of-lost');
  for (let look = 0; look < 4; look += 1) await shop.pass(2000);
  assert.is(message(await unclear), REFUSALS.unknown);
  shop.fault = GONE;
  assert.is(message(await shop.sell('key-of-lost')), REFUSALS.unknown, 'the same request is not known to be unsigned');
  assert.is((await shop.sell('key-of-other')).kind, 'queued', 'another one certainly was not sent');
  assert.equal(shop.states(), ['key-of-other queued 1']);
  await shop.close();
});

test('what cannot be checked, or is wrong, does not wait', async () => {
  const shop = (await Shop.open()).connect();
  assert.is(message(await shop.sell(null)), refusals.queueNeedsKey().message);
  assert.match(message(await shop.sell('key-of-label', { items: [line({ label: 'Ж' })] })), 'није активна');
  shop.pfr = standIn(shop.pfr, { taxLabels: () => [] });
  assert.is(message(await shop.sell('key-of-rates')), GONE.message, 'no rates were ever seen');
  assert.equal(shop.states(), []);
  await shop.close();
});

test('where the queue is off or full the caller is told so, and nothing is kept', async () => {
  const shop = (await Shop.open(new MemoryDisk(), null)).connect();
  assert.is(message(await shop.sell('key-of-off')), `${GONE.message} ${QUEUE_TEXTS.off}`);
  assert.ok((await shop.settings.set('offlineQueue', ON)).ok);
  const keys = ['key-one', 'key-two', 'key-three', 'key-four', 'key-five'].map((key) => `${key}-of-many`);
  const outcomes = await Promise.all(keys.map((key) => shop.sell(key)));
  const full = `${GONE.message} ${QUEUE_TEXTS.full}`;
  assert.equal(outcomes.map(message), ['queued', 'queued', 'queued', full, full]);
  assert.equal(
    shop.queue.list().map(({ order }) => order.number),
    [1, 2, 3],
  );
  await shop.close();
});

test('what was refused and comes again counts as well, where all together would be too much for the memory', async () => {
  const shop = (await Shop.open()).connect();
  shop.queue.start();
  await shop.sell('key-of-first');
  shop.signing = () => BAD_LABEL;
  shop.fault = undefined;
  await shop.pass(1000);
  shop.fault = GONE;
  const { queue } = shop.ledger.main;
  Object.defineProperty(queue, 'characters', { get: () => 8 * 1024 * 1024 });
  assert.is(message(await shop.sell('key-of-first')), `${GONE.message} ${QUEUE_TEXTS.full}`);
  assert.equal(shop.states(), ['key-of-first refused -']);
  await shop.close();
});

test('the demo never keeps anything', async () => {
  const shop = await Shop.open();
  assert.is((await shop.sell('key-of-demo')).kind, 'issued');
  await shop.close();
});

test('of many who ask at once one waits for a processor that does not answer, and the others go by what it found', async () => {
  const shop = (await Shop.open()).connect();
  const away = { code: null, blocks: true, found: { sr: '', en: '' }, action: { sr: '', en: '' } } as const;
  let asked = 0;
  let findings: readonly Finding[] = [];
  const ready = async (): Promise<Refusal> => {
    asked += 1;
    await shop.clock.sleep(5000);
    findings = [{ ...away, isOutOfReach: true }];
    return GONE;
  };
  const status = () => ({ ...demoSubject().pfr.status(), ok: false, findings });
  shop.pfr = standIn(shop.pfr, { ready, status });
  const together = ['key-of-first', 'key-of-second', 'key-of-third'].map((key) => shop.sell(key));
  await shop.pass(0);
  await shop.pass(5000);
  assert.equal(
    (await Promise.all(together)).map(({ kind }) => kind),
    ['queued', 'queued', 'queued'],
  );
  assert.is(asked, 1);
  await shop.close();
});

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
  assert.equal(await shop.queue.remove('key-of-second'), { ok: false, error: 'issued' });
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

test('one whose answer was lost is not taken out, nor too old, before its end is known', async () => {
  const shop = (await Shop.open()).connect();
  shop.queue.start();
  await shop.sell('key-of-first');
  shop.fault = undefined;
  shop.signing = () => LOST;
  for (let second = 0; second < 10; second += 1) await shop.pass(1000);
  await shop.pass(49 * HOUR);
  assert.equal(shop.states(), ['key-of-first issuing 1']);
  assert.equal(await shop.queue.remove('key-of-first'), { ok: false, error: 'issuing' });
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

test('the queue survives a restart, with and without a snapshot, and what has left it is remembered', async () => {
  for (const hasSnapshot of [false, true]) {
    const disk = new MemoryDisk();
    let shop = (await Shop.open(disk)).connect();
    for (const key of ['key-of-first', 'key-of-second', 'key-of-third']) await shop.sell(key);
    assert.ok((await shop.queue.remove('key-of-second')).ok);
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

test('one that is taken out is not issued, and its key is free', async () => {
  const shop = (await Shop.open()).connect();
  shop.queue.start();
  await shop.sell('key-of-first');
  const removed = await shop.queue.remove('key-of-first');
  assert.is(removed.ok && removed.value.state, 'removed');
  assert.equal(await shop.queue.remove('key-of-first'), { ok: false, error: 'absent' });
  shop.fault = undefined;
  await shop.pass(1000);
  assert.equal(shop.signed, []);
  assert.is((await shop.sell('key-of-first')).kind, 'issued');
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
  assert.equal(await shop.queue.remove('key-of-first'), { ok: false, error: 'issuing' });
  const repeat = await shop.sell('key-of-first');
  assert.is(repeat.kind === 'queued' && repeat.entry.state, 'issuing');
  goOn();
  await shop.pass(0);
  assert.equal(shop.signed, ['key-of-first']);
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
    assert.equal(await shop.queue.remove('key-of-first'), { ok: false, error: 'issuing' });
  }
  await shop.close();
});

test('a key that waits is taken for every other request', async () => {
  const shop = (await Shop.open()).connect();
  shop.fault = undefined;
  const sale = await shop.sell('key-of-sale');
  shop.fault = GONE;
  await shop.sell('key-of-first');
  shop.fault = undefined;
  const refund = await shop.refund(sale.kind === 'issued' ? sale.invoice.uuid : '', 'key-of-first');
  assert.is(refund.kind === 'invalid' && refund.error.message, refusals.keyUsedForOther().message);
  assert.equal(shop.states(), ['key-of-first queued 1']);
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

test('a demo that was set meanwhile issues nothing of what waits', async () => {
  const shop = (await Shop.open()).connect();
  shop.queue.start();
  await shop.sell('key-of-first');
  shop.pfr = demoSubject().pfr;
  await shop.pass(1000);
  assert.equal(shop.states(), ['key-of-first queued 1']);
  await shop.close();
});

test('nothing is told to wait that the disk has not taken', async () => {
  const disk = new MemoryDisk();
  const shop = (await Shop.open(disk)).connect();
  disk.fault = (operation) => (operation === 'datasync' ? 'EIO' : undefined);
  assert.equal(await shop.sell('key-of-first'), { kind: 'storage', failure: 'broken' });
  assert.equal(shop.states(), []);
  await shop.close();
});

test('a box that was restored issues nothing of what waited, and says why', async () => {
  const shop = (await Shop.open()).connect();
  await shop.sell('key-of-first');
  assert.is(await shop.queue.parkRestored(), true);
  shop.queue.start();
  shop.fault = undefined;
  await shop.pass(1000);
  assert.equal(shop.states(), ['key-of-first refused -']);
  assert.is(shop.queue.get('key-of-first')?.reason, QUEUE_TEXTS.restored);
  assert.ok((await shop.queue.remove('key-of-first')).ok, 'a refused one can be taken out too');
  shop.fault = GONE;
  assert.is((await shop.sell('key-of-first')).kind, 'queued', 'and its key may wait again');
  await shop.close();
});

test('two removals at the same time are one, and a sale waits until it is written', async () => {
  const shop = (await Shop.open()).connect();
  await shop.sell('key-of-first');
  const both = [shop.queue.remove('key-of-first'), shop.queue.remove('key-of-first')];
  shop.fault = undefined;
  const sale = shop.sell('key-of-first', { items: [line({ quantity: 3 })] });
  for (const removed of await Promise.all(both)) assert.is(removed.ok && removed.value.state, 'removed');
  assert.is((await sale).kind, 'issued');
  await shop.close();
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
    assert.is(shop.queue.get('key-of-first')?.reason, QUEUE_TEXTS.unreadable);
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

test('orders make all transitions that their table lists, and no others', () => assert.equal(made(), listed()));

test.run();
