import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { booksReferent, deviceReferent, registerReferent } from '../../src/contract/referentNumber.js';

// Technical Instruction for ESIR, 16.P6.
test('a receipt from before fiscalization gets the predefined parts', () => {
  assert.is(booksReferent('121'), 'XXXXXXXX-XXXXXXXX-121');
  assert.is(booksReferent(' 0017 '), 'XXXXXXXX-XXXXXXXX-17');
  for (const wrong of ['', '0', '121/22', '12345678901', 'X']) assert.is(booksReferent(wrong), undefined, wrong);
});

test('a slip of an old cash register is named in Latin letters, in whatever script its module was typed', () => {
  assert.is(registerReferent('AB123456', '159'), 'XXXXXXXX-AB123456-159');
  assert.is(registerReferent('АБ123456', '159'), 'XXXXXXXX-AB123456-159', 'Cyrillic, as the guide prints it');
  assert.is(registerReferent('ав 123456', '0159'), 'XXXXXXXX-AB123456-159', 'small letters that look alike');
  assert.is(registerReferent('ДЛ000001', '1'), 'XXXXXXXX-DL000001-1');
  for (const [module, slip] of [
    ['AB12345', '159'],
    ['A1234567', '159'],
    ['ЂЉ123456', '159'],
    ['AB123456', ''],
    ['AB123456', '0'],
  ] as const) {
    assert.is(registerReferent(module, slip), undefined, `${module} ${slip}`);
  }
});

test('a PFR number is taken in Cyrillic, small letters, and with blanks and long dashes', () => {
  assert.is(deviceReferent('7AF4D9BC - E3B30A1A –143133'), '7AF4D9BC-E3B30A1A-143133');
  assert.is(deviceReferent('авег5678-АВЕГ5678-007'), 'ABEG5678-ABEG5678-7');
  for (const wrong of ['', '121', 'ABCD2345-ABCD2345', 'ABCD2345-ABCD2345-0', 'ЂBCD2345-ABCD2345-1']) {
    assert.is(deviceReferent(wrong), undefined, wrong);
  }
});

test.run();
