import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { beat, lasting, type Sign, type Stuck } from '../../../src/health/watchdog/pulse.js';
import { HandClock, settled } from '../../kit/handClock.js';

/** A heart that beats every second, with its feeds counted. */
class Heart {
  readonly clock = new HandClock();
  readonly stop = new AbortController();
  feeds = 0;
  end: Stuck | 'stopped' | undefined;

  constructor(signs: readonly Sign[], feeding: () => Promise<void> = () => Promise.resolve()) {
    const feed = (): Promise<void> => {
      this.feeds += 1;
      return feeding();
    };
    void beat({ every: 1000, signs, feed, clock: this.clock }, this.stop.signal).then((stuck) => {
      this.end = stuck ?? 'stopped';
    });
  }

  async pass(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second += 1) {
      this.clock.pass(1000);
      await settled();
    }
  }
}

test('it feeds at once and at each beat until it is stopped, and waits for no feed', async () => {
  const heart = new Heart([], () => new Promise(() => undefined));
  await heart.pass(3);
  assert.is(heart.feeds, 4);
  heart.stop.abort();
  await settled();
  assert.is(heart.end, 'stopped');
  await heart.pass(2);
  assert.is(heart.feeds, 4);
});

test('it feeds no more once something lasts longer than its bound, and says what and how long', async () => {
  let lasts = 0;
  const heart = new Heart([
    lasting(
      'sale',
      () => 0,
      () => 30_000,
    ),
    lasting(
      'flush',
      () => lasts,
      () => 30_000,
    ),
  ]);
  lasts = 30_000;
  await heart.pass(2);
  assert.is(heart.end, undefined);
  assert.is(heart.feeds, 3);
  lasts = 30_001;
  await heart.pass(2);
  assert.equal(heart.end, { reason: 'flush', found: '30001 ms; limit 30000 ms' });
  assert.is(heart.feeds, 3);
});

test('what is stuck from the first look on is never fed', async () => {
  const heart = new Heart([
    lasting(
      'sale',
      () => 2,
      () => 1,
    ),
  ]);
  await settled();
  assert.equal([heart.feeds, heart.end], [0, { reason: 'sale', found: '2 ms; limit 1 ms' }]);
});

test.run();
