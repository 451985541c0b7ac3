import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { RATE_LIMIT } from '../../../src/interfaces/api/middleware/throttle.js';
import { RateLimit } from '../../../src/platform/http/rateLimit.js';

/** The limit of the API on a clock that the test moves. */
function limited() {
  const clock = { ms: 5_000 };
  const rate = new RateLimit(RATE_LIMIT.requests, RATE_LIMIT.windowSeconds * 1000, () => clock.ms);
  const take = (calls: number, id = 1): number =>
    Array.from({ length: calls }, () => rate.take(id)).filter(Boolean).length;
  return { clock, take };
}

test('240 requests per fixed 60-second window pass, the 241st does not', () => {
  const { take } = limited();
  assert.is(take(240), 240);
  assert.is(take(1), 0);
});

test('a window never ends later than its length, whatever fractions the clock has', () => {
  for (const opened of [0, 8281.282386639718, 28502.548990763367, 993176.7071548969]) {
    const clock = { ms: opened };
    const rate = new RateLimit(1, 60_000, () => clock.ms);
    assert.is(rate.count(1).resetMs, 60_000, String(opened));
    clock.ms += 59_999.5;
    const { resetMs } = rate.count(1);
    assert.ok(resetMs > 0 && resetMs < 1, String(opened));
  }
});

test('the first request opens the window', () => {
  const { clock, take } = limited();
  clock.ms = 1_000_000;
  take(1);
  clock.ms += 59_999;
  assert.is(take(240), 239);
  clock.ms += 1;
  assert.is(take(241), 240);
});

test('the counter restarts when the window expires, and the next request opens a new one', () => {
  const { clock, take } = limited();
  take(240);
  clock.ms += 90_000;
  assert.is(take(1), 1);
  clock.ms += 59_999;
  assert.is(take(240), 239);
  clock.ms += 1;
  assert.is(take(1), 1);
});

test('refused requests do not lengthen the window', () => {
  const { clock, take } = limited();
  take(240);
  clock.ms += 59_999;
  assert.is(take(1000), 0);
  clock.ms += 1;
  assert.is(take(1), 1);
});

test('the window is fixed, not sliding: 240 at its end and 240 at the start of the next pass', () => {
  const { clock, take } = limited();
  take(1);
  clock.ms += 59_999;
  assert.is(take(239), 239);
  clock.ms += 1;
  assert.is(take(240), 240);
});

test('every key has a window of its own', () => {
  const { take } = limited();
  assert.is(take(241, 1), 240);
  assert.is(take(241, 2), 240);
});

test.run();
