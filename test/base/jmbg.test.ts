import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { buyerFault } from '../../src/base/buyerId.js';
import { isJmbg } from '../../src/base/jmbg.js';

test('the last digit of a JMBG proves the others, which begin with a day and a month', () => {
  assert.ok(isJmbg('0101990710008'));
  for (const digit of '012345679') assert.not.ok(isJmbg(`010199071000${digit}`), digit);
  for (const wrong of ['0000000000000', '3201990710006', '0113990710006', '010199071000', '01019907100080', '']) {
    assert.not.ok(isJmbg(wrong), wrong);
  }
});

test('a buyer has a JMBG that can exist, whether a person or a farmer', () => {
  for (const code of ['11', '15'] as const) {
    assert.is(buyerFault(code, '0101990710008'), undefined);
    assert.is(buyerFault(code, '0101990710007'), 'jmbg');
    assert.is(buyerFault(code, '010199071000'), 'form');
  }
});

test.run();
