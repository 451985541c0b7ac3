import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { systemClock, withAnySignal } from '../../src/base/clock.js';
import { heldBySignal } from '../kit/leftHeld.js';

const FOREVER = 2 ** 31 - 1;

test('a sleep is over when its time has passed', async () => {
  const before = systemClock.monotonic();
  // A sleep holds no process open, so something else must.
  const holding = setInterval(() => undefined, 1000);
  assert.is(await systemClock.sleep(0), true);
  assert.is(await systemClock.sleep(1, new AbortController().signal), true);
  clearInterval(holding);
  assert.ok(systemClock.monotonic() >= before);
});

test('a sleep ends at once when it is given up, also before it began', async () => {
  const stop = new AbortController();
  const sleep = systemClock.sleep(FOREVER, stop.signal);
  stop.abort();
  assert.is(await sleep, false);
  assert.is(await systemClock.sleep(FOREVER, stop.signal), false);
});

test('giving up a sleep that is over changes nothing', async () => {
  const stop = new AbortController();
  const holding = setInterval(() => undefined, 1000);
  assert.is(await systemClock.sleep(0, stop.signal), true);
  clearInterval(holding);
  stop.abort();
});

test('now is what the wall shows', () => {
  const before = Date.now();
  const now = systemClock.now();
  assert.ok(before <= now && now <= Date.now());
});

test('work ends with the first of its signals, and leaves nothing on any of them', async () => {
  for (const first of [0, 1]) {
    const [one, other] = [new AbortController(), new AbortController()];
    const signals = [one.signal, undefined, other.signal];
    const work = withAnySignal(signals, (signal) => systemClock.sleep(FOREVER, signal));
    assert.equal([heldBySignal(one.signal), heldBySignal(other.signal)], [1, 1]);
    (first === 0 ? one : other).abort();
    assert.is(await work, false);
    assert.equal([heldBySignal(one.signal), heldBySignal(other.signal)], [0, 0]);
    assert.is(await withAnySignal(signals, (signal) => systemClock.sleep(FOREVER, signal)), false, 'aborted before');
  }
});

test('work that is done, or fails, leaves nothing on its signals', async () => {
  const { signal } = new AbortController();
  assert.is(await withAnySignal([signal], () => Promise.resolve('done')), 'done');
  const failing = withAnySignal([signal], () => Promise.reject(new Error('broken')));
  assert.is(await failing.catch((error: unknown) => (error as Error).message), 'broken');
  assert.is(heldBySignal(signal), 0);
});

test.run();
