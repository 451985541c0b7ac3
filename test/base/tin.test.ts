import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isTin, plainTin } from '../../src/base/tin.js';

test('the last digit of a TIN proves the others', () => {
  assert.ok(isTin('100000049'));
  assert.ok(isTin('101670560'));
  for (const tin of ['100000048', '010000049', '100000094', '10000004', '1000000490', '10000004x', '']) {
    assert.not.ok(isTin(tin), tin);
  }
});

test('a TIN is shown and sent without its country, and nothing else is taken off', () => {
  assert.is(plainTin('RS100000049'), '100000049');
  for (const text of ['100000049', 'RS1', 'RS1000000490', 'XRS100000049', '']) assert.is(plainTin(text), text);
});

test.run();
