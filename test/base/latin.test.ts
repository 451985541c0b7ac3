import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { latin } from '../../src/base/latin.js';
import { latin as ofPages } from '../../src/web/client/text/latin.js';

test('Serbian Cyrillic becomes Latin, with its capitals', () => {
  assert.is(latin('Љубав ЉУБАВ Џеп ЏЕП Њ. ђак Ђ'), 'Ljubav LJUBAV Džep DŽEP Nj. đak Đ');
  assert.is(latin('PDF 12,50 ком – €'), 'PDF 12,50 kom – €');
});

test('box and pages write the same Latin', () => {
  const letters = Array.from({ length: 0x500 }, (_, point) => String.fromCodePoint(point)).join('');
  const text = `${letters} Љубав ЉУБАВ Њ. ПЉ ЊП x${letters.toUpperCase()}`;
  assert.is(latin(text), ofPages(text));
});

test.run();
