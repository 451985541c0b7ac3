import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Throttle } from '../../../src/platform/http/throttle.js';
import { HandClock } from '../../kit/handClock.js';

function scene() {
  const clock = new HandClock();
  const throttle = new Throttle(clock.monotonic, {
    stranger: { perSecond: 10, burst: 3 },
    known: { perSecond: 10, burst: 5 },
    local: { perSecond: 10, burst: 9 },
    allStrangers: { perSecond: 10, burst: 4 },
    allOthers: { perSecond: 10, burst: 9 },
    maxWait: 250,
  });
  const take = (kind: 'stranger' | 'known' | 'local', id: string, times: number): (number | undefined)[] =>
    Array.from({ length: times }, () => throttle.take(kind, id));
  return { clock, throttle, take };
}

test('a burst is taken at once, the next ones wait longer and longer, and what would wait too long is refused', () => {
  const { clock, take } = scene();
  assert.equal(take('stranger', 'a', 7), [0, 0, 0, 100, 200, undefined, undefined]);
  clock.pass(100);
  assert.equal(take('stranger', 'a', 2), [200, undefined], 'what was refused was not taken');
});

test('after a rest the whole burst is there again, and no more', () => {
  const { clock, take } = scene();
  take('stranger', 'a', 9);
  clock.pass(3_600_000);
  assert.equal(take('stranger', 'a', 4), [0, 0, 0, 100]);
});

test('what was given back can be taken again, also by others', () => {
  const { throttle, take } = scene();
  for (let times = 0; times < 50; times += 1) {
    assert.equal(take('stranger', 'a', 1), [0]);
    throttle.giveBack('stranger', 'a');
  }
  assert.equal(take('stranger', 'b', 3), [0, 0, 0]);
});

test('strangers have a bound in all, which known callers do not share', () => {
  const { take } = scene();
  take('stranger', 'a', 3);
  assert.equal(take('stranger', 'b', 2), [0, 100]);
  assert.equal(take('known', 'c', 6), [0, 0, 0, 0, 0, 100]);
  assert.equal(take('local', 'd', 4), [0, 0, 0, 100]);
});

test('whoever comes under ever new names still draws on the bound of all', () => {
  const { take } = scene();
  const waits = Array.from({ length: 5000 }, (_, at) => take('stranger', `a${at}`, 1)).flat();
  assert.is(waits.filter((wait) => wait !== undefined).length, 6);
});

test.run();
