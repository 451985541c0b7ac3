import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { numberFault, paraOf, thousandthsOf } from '../../../../src/interfaces/web/client/components/typed.js';
import { MAX_PRICE, MAX_QUANTITY } from '../../../../src/interfaces/web/client/till/cart.js';

const PRICES = { places: 2, least: 1, most: MAX_PRICE } as const;
const QUANTITIES = { places: 3, least: 1, most: MAX_QUANTITY } as const;

test('a typed amount is read as people write it', () => {
  for (const [typed, para] of [
    ['1.234,50', 1234_50],
    ['1234.5', 1234_50],
    ['1 234', 1234_00],
    ['1.234', 1234_00],
    ['12,3', 12_30],
  ] as const) {
    assert.is(paraOf(typed), para, typed);
  }
  assert.is(thousandthsOf('1.234'), 1234);
  for (const typed of ['', 'abc', '12,345', '-1', '1234567890123']) assert.is(paraOf(typed), undefined, typed);
});

test('each fault of a typed number has its own message', () => {
  const faults = ['', 'abc', '12,345', '0', '999999999,01', '1234567890123', '12,34'];
  assert.equal(
    faults.map((typed) => numberFault(typed, PRICES)),
    ['none', 'none', 'decimals', 'low', 'high', 'high', undefined],
  );
  assert.is(numberFault('0,3505', QUANTITIES), 'decimals');
  assert.is(numberFault('0,350', QUANTITIES), undefined);
});

test.run();
