import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { limitFor } from './judge.js';

test('tests get some times as long as they took, yet no more than a minute, and never less than twice as long', () => {
  assert.is(limitFor(0), 10);
  assert.is(limitFor(4), 30);
  assert.is(limitFor(20), 60);
  assert.is(limitFor(90), 180);
});

test.run();
