import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkDigit, isGtin } from '../../../../src/base/gtin.js';
import { eanBars } from '../../../../src/interfaces/web/client/screens/catalogue/ean.js';

test('the check digit of a GTIN, as GS1 gives examples', () => {
  assert.is(checkDigit('629104150021'), '3');
  assert.is(checkDigit('400638133393'), '1');
  assert.is(checkDigit('7351353'), '7');
  for (const gtin of ['6291041500213', '73513537', '036000291452', '00012345600012']) assert.ok(isGtin(gtin), gtin);
  for (const gtin of ['6291041500214', '7351353', '', '123456789', '1234567890128x']) assert.not.ok(isGtin(gtin), gtin);
});

test('bars of EAN-13 and EAN-8, as the standard draws them', () => {
  const ean13 = '10100011010100111010111101111010001001011001101010100001010000101000010111010010000101100110101';
  assert.is(eanBars('4006381333931'), ean13);
  const left = ['0111011', '0111101', '0110001', '0011001'].join('');
  const right = ['1000010', '1001110', '1000010', '1000100'].join('');
  assert.is(eanBars('73513537'), `101${left}01010${right}101`);
});

test('twelve digits are drawn with a zero in front; what has no code of this kind is not drawn', () => {
  assert.is(eanBars('036000291452'), eanBars('0036000291452'));
  for (const gtin of ['10012345678902', '6291041500214', '12']) assert.is(eanBars(gtin), undefined);
});

test.run();
