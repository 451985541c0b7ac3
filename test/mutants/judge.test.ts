import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { limitFor } from './judge.js';

test('tests get some times as long as they took, yet no more than 20 s, and never less than twice as long', () => {
  assert.is(limitFor(0), 5);
  assert.is(limitFor(2), 15);
  assert.is(limitFor(9), 20);
  assert.is(limitFor(90), 180);
});

test.run();
