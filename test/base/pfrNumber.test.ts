import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readPfrNumber, stepsBetween } from '../../src/base/pfrNumber.js';

test('a PFR number is read into its parts, and nothing else is', () => {
  const parts = { requestedBy: 'WHKV8WJH', signedBy: 'GFB38TO0', counter: 16 };
  assert.equal(readPfrNumber('WHKV8WJH-GFB38TO0-16'), parts);
  assert.is(readPfrNumber('whkv8wjh-gfb38to0-4294967295')?.counter, 4_294_967_295);
  for (const text of [
    '',
    'WHKV8WJH-GFB38TO0',
    'WHKV8WJH-GFB38TO0-',
    'XXXXXXXX-AB123456-159-1',
    ' WHKV8WJH-GFB38TO0-16',
  ]) {
    assert.is(readPfrNumber(text), undefined, text);
  }
});

test('steps are counted between numbers of the same two elements only', () => {
  assert.is(stepsBetween('AAAAAAAA-AAAAAAAA-9', 'AAAAAAAA-AAAAAAAA-10'), 1);
  assert.is(stepsBetween('AAAAAAAA-AAAAAAAA-10', 'AAAAAAAA-AAAAAAAA-10'), 0);
  assert.is(stepsBetween('AAAAAAAA-AAAAAAAA-10', 'AAAAAAAA-AAAAAAAA-7'), -3);
  assert.is(stepsBetween('AAAAAAAA-AAAAAAAA-9', 'BBBBBBBB-BBBBBBBB-10'), undefined);
  assert.is(stepsBetween('AAAAAAAA-AAAAAAAA-9', 'AAAAAAAA-BBBBBBBB-10'), undefined);
  assert.is(stepsBetween('', 'AAAAAAAA-AAAAAAAA-10'), undefined);
});

test.run();
