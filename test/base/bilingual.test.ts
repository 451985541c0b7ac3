import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { latin } from '../../src/base/bilingual.js';

test('Serbian Cyrillic becomes Latin, with its capitals', () => {
  assert.is(latin('Љубав ЉУБАВ Џеп ЏЕП Њ. ђак Ђ'), 'Ljubav LJUBAV Džep DŽEP Nj. đak Đ');
  assert.is(latin('PDF 12,50 ком – €'), 'PDF 12,50 kom – €');
});

test.run();
