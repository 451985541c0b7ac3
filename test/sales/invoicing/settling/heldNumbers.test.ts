import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { seededRandom } from '../../../kit/random.js';
import { heldNumbers } from './lostOrders.js';

test('numbers that touch are one range, in whatever order they come', () => {
  for (const list of [
    [5, 6, 7],
    [7, 5, 6],
    [6, 5, 7],
    [5, 7, 6, 6, 5],
  ]) {
    const held = heldNumbers(list);
    assert.equal([held.countMissing(4, 7), held.lastGap], [0, undefined], list.join());
  }
});

test('what is missing is counted and named between two numbers, the first left out and the last included', () => {
  const held = heldNumbers([3, 4, 8, 10]);

  assert.is(held.countMissing(2, 10), 4);
  assert.equal(held.missing(2, 10, 9), [5, 6, 7, 9]);
  assert.equal(held.missing(2, 10, 2), [5, 6], 'no more than asked for');
  assert.equal(held.missing(0, 3, 9), [1, 2]);
  assert.equal(held.missing(10, 12, 9), [11, 12]);
  assert.equal(held.missing(5, 6, 9), [6]);
});

test('nothing is missing between a number and itself, or one before it', () => {
  const held = heldNumbers([3, 8]);

  assert.equal([held.countMissing(5, 5), held.missing(5, 5, 9)], [0, []]);
  assert.equal([held.countMissing(9, 4), held.missing(9, 4, 9)], [0, []]);
});

test('the last gap is named by the numbers on both sides of it', () => {
  assert.is(heldNumbers([]).lastGap, undefined);
  assert.is(heldNumbers([4]).lastGap, undefined);
  assert.equal(heldNumbers([1, 2, 5, 9, 10]).lastGap, { before: 5, after: 9 });
});

test('of more than 500 ranges the lowest are forgotten, which count as missing', () => {
  const even = Array.from({ length: 501 }, (_, index) => 2 * (index + 1));
  const held = heldNumbers(even);

  assert.equal(held.missing(0, 5, 9), [1, 2, 3, 5]);
  assert.is(held.countMissing(0, 1002), 502);
  held.add(2);
  assert.is(held.countMissing(0, 1002), 502, 'what was forgotten is not taken again in place of a later one');
  held.add(1001);
  assert.is(held.countMissing(0, 1002), 501);
});

test('whatever comes in whatever order, it is what a plain set says', () => {
  const random = seededRandom();
  for (let history = 0; history < 300; history += 1) {
    const highest = random.int(1, 60);
    const list = Array.from({ length: random.int(0, 80) }, () => random.int(1, highest));
    const held = heldNumbers(list);
    const set = new Set(list);
    const after = random.int(0, highest);
    const upTo = random.int(after, highest + 3);
    const missing = Array.from({ length: upTo - after }, (_, index) => after + 1 + index).filter(
      (one) => !set.has(one),
    );
    const most = random.int(1, 10);

    assert.is(held.countMissing(after, upTo), missing.length, list.join());
    assert.equal(held.missing(after, upTo, most), missing.slice(0, most), list.join());
    const sorted = [...set].sort((one, other) => one - other);
    const last = sorted.findLastIndex((one, index) => index > 0 && sorted[index - 1] !== one - 1);
    const gap = last < 0 ? undefined : { before: sorted[last - 1], after: sorted[last] };
    assert.equal(held.lastGap, gap, list.join());
  }
});

test.run();
