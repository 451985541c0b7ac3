import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { systemClock } from '../../src/base/clock.js';

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

test.run();
