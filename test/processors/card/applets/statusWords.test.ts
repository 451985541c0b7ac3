import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  elementPin,
  isPin,
  pkiPin,
  triesInStatusWord,
  statusWordName,
} from '../../../../src/processors/card/applets/statusWords.js';

const ROWS: readonly [word: number, meaning: RegExp][] = [
  [0x9000, /^done$/],
  [0x6301, /PIN was not given/],
  [0x6302, /^wrong PIN$/],
  [0x6303, /wrong length/],
  [0x6304, /more tax categories/],
  [0x6305, /limit is reached/],
  [0x6306, /audit that was not begun/],
  [0x6307, /switched off/],
  [0x6308, /outside the validity/],
  [0x6310, /PIN is blocked/],
  [0x63ff, /must be replaced/],
  [0x6700, /wrong length/],
  [0x6a80, /wrong data/],
  [0x6f00, /no reason/],
];

test('the words of the secure element have their meaning', () => {
  for (const [word, meaning] of ROWS) assert.match(statusWordName('element', word), meaning, word.toString(16));
});

test('a wrong PIN of the PKI applet tells the tries left, and blocked is blocked', () => {
  assert.is(statusWordName('pki', 0x63c3), 'wrong PIN, tries left: 3');
  assert.is(statusWordName('pki', 0x6983), 'the PIN is blocked');
  assert.equal([0x63c0, 0x63cf, 0x63d0, 0x6302].map(triesInStatusWord), [0, 15, undefined, undefined]);
});

test('an unknown word is named with its number, also one that only the other applet knows', () => {
  assert.is(statusWordName('element', 0x6faa), 'unknown status word 6FAA');
  assert.is(statusWordName('element', 0x0001), 'unknown status word 0001');
  assert.is(statusWordName('pki', 0x6302), 'unknown status word 6302');
  assert.is(statusWordName('element', 0x63c3), 'unknown status word 63C3');
});

test('a PIN has four digits; the secure element takes their values, the other applet their characters', () => {
  assert.is(isPin('0279'), true);
  for (const text of ['', '027', '02790', '027x', 'x0279', '0279 ', '-279', '\u0660279'])
    assert.is(isPin(text), false, text);
  assert.equal(elementPin('0279'), Buffer.from([0, 2, 7, 9]));
  assert.equal(pkiPin('0279'), Buffer.from([0x30, 0x32, 0x37, 0x39]));
});

test.run();
