import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { longestSale, SaleTimer } from '../../../src/invoicing/issue/saleTimer.js';
import { HandClock, settled } from '../../kit/handClock.js';

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

test('a sale may take five minutes and two answers of the slower processor', () => {
  const demo = { mode: 'demo' } as const;
  const slow = { mode: 'lpfr', url: 'http://10.0.0.2', timeout: 120 } as const;
  const quick = { ...slow, timeout: 5 };
  assert.is(longestSale({ 'pfr.sandbox': demo, 'pfr.production': demo }), 380_000);
  assert.is(longestSale({ 'pfr.sandbox': demo, 'pfr.production': slow }), 540_000);
  assert.is(longestSale({ 'pfr.sandbox': quick, 'pfr.production': quick }), 310_000);
});

test.run();
