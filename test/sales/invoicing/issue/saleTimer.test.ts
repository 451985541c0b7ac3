import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { longestSale, SaleTimer } from '../../../../src/sales/invoicing/issue/saleTimer.js';
import { validateCloseAdvance } from '../../../../src/sales/invoicing/advance/closingRequest.js';
import { HandClock, settled } from '../../../kit/handClock.js';
import { body, line } from '../bodies.js';
import { GONE, Shop } from '../queue/shop.js';

test('the oldest request that is not done is told, however it and others end', async () => {
  const clock = new HandClock();
  const underWay = new SaleTimer(clock.monotonic);
  assert.is(underWay.longest, 0);
  const ends: { done: () => void; fail: () => void }[] = [];
  const begin = (): Promise<void> =>
    underWay.during(() => new Promise<void>((done, fail) => ends.push({ done, fail: () => fail(new Error()) })));
  const first = begin();
  clock.pass(100);
  const second = begin().catch(() => 'failed');
  clock.pass(10);
  assert.is(underWay.longest, 110);
  ends[0]?.done();
  await first;
  assert.is(underWay.longest, 10);
  ends[1]?.fail();
  assert.is(await second, 'failed');
  await settled();
  assert.is(underWay.longest, 0);
});

test('whatever makes a receipt is timed until its end: sale, refund, copy, closing of an advance, and an order of the queue', async () => {
  const shop = (await Shop.open()).connect();
  shop.fault = undefined;
  const items = [line({ name: '10: Аванс (Ђ)', quantity: 1, unitPrice: 300 })];
  const sold = [await shop.sell('key-of-sale'), await shop.sell('key-of-advance', { invoiceType: 'Advance', items })];
  const [sale = '', advance = ''] = sold.map((outcome) => (outcome.kind === 'issued' ? outcome.invoice.uuid : ''));
  const closing = validateCloseAdvance(body({}));
  assert.ok(closing.ok);
  const { invoicing } = shop;
  const ways: Readonly<Record<string, () => unknown>> = {
    sale: () => shop.sell('key-of-next'),
    refund: () => shop.refund(sale, 'key-of-refund'),
    copy: () => invoicing.copy(sale, { clientRequestId: 'key-of-copy', cashier: null, print: null }, 'request'),
    closing: () => invoicing.closeAdvance(advance, closing.value, 'request'),
    queue: async () => {
      shop.fault = GONE;
      await shop.sell('key-of-queued');
      shop.fault = undefined;
      shop.queue.start();
      await shop.pass(1000);
    },
  };
  for (const [way, begin] of Object.entries(ways)) {
    let sign = (): void => undefined;
    shop.signing = () => new Promise<undefined>((resolve) => (sign = () => resolve(undefined)));
    assert.is(invoicing.saleTimer.longest, 0, way);
    const begun = begin();
    await shop.pass(0);
    await shop.pass(5000);
    assert.ok(invoicing.saleTimer.longest >= 5000, `${way}: ${invoicing.saleTimer.longest}`);
    shop.signing = () => undefined;
    sign();
    await begun;
    await shop.pass(0);
    assert.is(invoicing.saleTimer.longest, 0, `${way} is over`);
  }
  await shop.close();
});

test('a sale may take five minutes and two answers of the slower processor', () => {
  const demo = { mode: 'demo' } as const;
  const slow = { mode: 'lpfr', url: 'http://10.0.0.2', timeout: 120 } as const;
  const quick = { ...slow, timeout: 5 };
  assert.is(longestSale({ 'pfr.sandbox': demo, 'pfr.production': demo }), 380_000);
  assert.is(longestSale({ 'pfr.sandbox': demo, 'pfr.production': slow }), 540_000);
  assert.is(longestSale({ 'pfr.sandbox': quick, 'pfr.production': quick }), 310_000);
});

test.run();
