import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { UsualTime } from '../../../src/processors/pfr/processorClient.js';

function after(...times: readonly number[]): number {
  const usual = new UsualTime();
  for (const time of times) usual.add(time);
  return usual.overdueAfter;
}

test('an answer is overdue after three times the usual time, and not before two seconds', () => {
  assert.is(after(), 2000);
  assert.is(after(100, 120, 90), 2000);
  assert.is(after(1000, 900, 1100), 3000);
});

test('single slow answers do not count', () => {
  assert.is(after(800, 40_000, 800, 40_000, 800), 2400);
});

test('a processor that has become slower is known after some answers', () => {
  assert.is(after(...Array<number>(15).fill(500), ...Array<number>(8).fill(3000)), 9000);
});

test.run();
