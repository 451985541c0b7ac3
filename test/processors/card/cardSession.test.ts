import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { limited } from '../../../src/processors/card/cardSession.js';
import { HandClock, settled } from '../../kit/handClock.js';

test('work that ends in time leaves the link open, and nothing waits for the limit any more', async () => {
  const clock = new HandClock();
  let closes = 0;
  const close = async (): Promise<void> => void (closes += 1);
  const done = await limited({ clock, link: { close }, ms: 1000 }, Promise.resolve('read'));
  assert.equal(done, { outcome: 'read', isLate: false });
  await settled();
  assert.equal([closes, clock.sleeping], [0, 0]);
});

test('work over the limit has its link closed once, and counts as late before the link is closed', async () => {
  const clock = new HandClock();
  let closes = 0;
  let fail = (_outcome: string): void => undefined;
  const work = new Promise<string>((resolve) => (fail = resolve));
  // The work fails as soon as the link begins to close; the card is powered off later.
  const close = async (): Promise<void> => {
    closes += 1;
    fail('lost');
    await clock.sleep(500);
  };
  const limiting = limited({ clock, link: { close }, ms: 1000 }, work);
  clock.pass(999);
  await settled();
  assert.is(closes, 0);
  clock.pass(1);
  assert.equal(await limiting, { outcome: 'lost', isLate: true });
  clock.pass(10_000);
  await settled();
  assert.is(closes, 1);
});

test.run();
