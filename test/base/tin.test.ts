import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isTin } from '../../src/base/tin.js';

test('the last digit of a TIN proves the others', () => {
  assert.ok(isTin('100000049'));
  assert.ok(isTin('101670560'));
  for (const tin of ['100000048', '010000049', '100000094', '10000004', '1000000490', '10000004x', '']) {
    assert.not.ok(isTin(tin), tin);
  }
});

test.run();
