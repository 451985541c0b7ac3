import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isEndOfNumber, ownByEnd, receiptCodeOf } from '../../../../src/interfaces/web/client/scan/receiptCode.js';
import { isTurned } from '../../../../src/interfaces/web/client/screens/receipts/question.js';
import { withScheme } from '../../../../src/interfaces/web/client/screens/settings/draft.js';

test('the end of a PFR number finds a receipt of this till, and names none of others', () => {
  const receipts = [{ number: 'ABCDEFGH-ABCDEFGH-17' }, { number: 'ABCDEFGH-ABCDEFGH-117' }, { number: null }];
  assert.is(ownByEnd(receipts, '17'), receipts[0]);
  assert.is(ownByEnd(receipts, ' 117 '), receipts[1]);
  assert.is(ownByEnd(receipts, '7'), undefined, 'the whole end');
  assert.is(ownByEnd(receipts, 'ABCDEFGH-ABCDEFGH-17'), undefined);
  assert.ok(isEndOfNumber('17'));
  assert.is(receiptCodeOf(['17']), undefined, 'the box is not asked: numbers can be guessed');
});

test('days are turned when the first is behind the last', () => {
  assert.ok(isTurned({ from: '2026-11-24', to: '2026-11-23' }));
  assert.not.ok(isTurned({ from: '2026-11-23', to: '2026-11-23' }));
  assert.not.ok(isTurned({ from: '2026-11-24', to: '' }));
});

test('an address without its scheme is one, and what is no address stays as it was typed', () => {
  assert.is(withScheme('192.168.1.77:8888', 'http'), 'http://192.168.1.77:8888');
  assert.is(withScheme('vsdc.example.rs', 'https'), 'https://vsdc.example.rs');
  for (const typed of ['https://192.168.1.20:7555', 'tcp://1.2.3.4', 'адреса', 'lpfr', '']) {
    assert.is(withScheme(typed, 'http'), typed);
  }
});

test.run();
