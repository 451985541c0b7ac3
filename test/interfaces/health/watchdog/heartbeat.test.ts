import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  heartbeat,
  durationProbe,
  type LivenessProbe,
  type Hang,
} from '../../../../src/interfaces/health/watchdog/heartbeat.js';
import { HandClock, settled } from '../../../kit/handClock.js';

/** A heartbeat every second that counts how often it feeds the watchdog. */
class Subject {
  readonly clock = new HandClock();
  readonly stop = new AbortController();
  feeds = 0;
  end: Hang | 'stopped' | undefined;

  constructor(probes: readonly LivenessProbe[], feeding: () => Promise<void> = () => Promise.resolve()) {
    const feed = (): Promise<void> => {
      this.feeds += 1;
      return feeding();
    };
    void heartbeat({ interval: 1000, probes, feed, clock: this.clock }, this.stop.signal).then((hang) => {
      this.end = hang ?? 'stopped';
    });
  }

  async pass(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second += 1) {
      this.clock.pass(1000);
      await settled();
    }
  }
}

test('the watchdog is fed at once and at each beat until the stop, and no beat waits for a feed', async () => {
  const subject = new Subject([], () => new Promise(() => undefined));
  await subject.pass(3);
  assert.is(subject.feeds, 4);
  subject.stop.abort();
  await settled();
  assert.is(subject.end, 'stopped');
  await subject.pass(2);
  assert.is(subject.feeds, 4);
});

test('the watchdog is not fed any more once something lasts longer than its limit; what and how long is told', async () => {
  let lasts = 0;
  const subject = new Subject([
    durationProbe(
      'sale',
      () => 0,
      () => 30_000,
    ),
    durationProbe(
      'flush',
      () => lasts,
      () => 30_000,
    ),
  ]);
  lasts = 30_000;
  await subject.pass(2);
  assert.is(subject.end, undefined);
  assert.is(subject.feeds, 3);
  lasts = 30_001;
  await subject.pass(2);
  assert.equal(subject.end, { reason: 'flush', found: '30001 ms; limit 30000 ms' });
  assert.is(subject.feeds, 3);
});

test('what hangs at the first beat is never fed', async () => {
  const subject = new Subject([
    durationProbe(
      'sale',
      () => 2,
      () => 1,
    ),
  ]);
  await settled();
  assert.equal([subject.feeds, subject.end], [0, { reason: 'sale', found: '2 ms; limit 1 ms' }]);
});

test.run();
