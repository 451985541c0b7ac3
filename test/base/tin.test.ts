import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isTin } from '../../src/base/tin.js';
import { isTin as ofPages } from '../../src/web/client/screens/firstRun/tin.js';

test('the last digit of a TIN proves the others, and box and pages judge alike', () => {
  assert.ok(isTin('100000049'));
  assert.ok(isTin('101670560'));
  for (const tin of ['100000048', '010000049', '100000094', '10000004', '1000000490', '10000004x', '']) {
    assert.not.ok(isTin(tin), tin);
  }
  for (let tin = 100_000_000; tin < 100_002_000; tin += 1)
    assert.is(isTin(String(tin)), ofPages(String(tin)), String(tin));
});

test.run();
