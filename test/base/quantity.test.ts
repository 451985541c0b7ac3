import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { formatQuantity, thousandthsFrom, toQuantity } from '../../src/base/quantity.js';

test('a quantity is rounded to three decimals, half away from zero, from its decimal text', () => {
  const cases: [number, number][] = [
    [1, 1000],
    [0.408, 408],
    [1.0005, 1001],
    [1.00049, 1000],
    [0.0005, 1],
    [4.99e-4, 0],
    [999_999, 999_999_000],
    [2.3455, 2346],
  ];
  for (const [quantity, thousandths] of cases) assert.is(thousandthsFrom(quantity), thousandths, String(quantity));
});

test('every quantity of three decimals survives formatting and parsing', () => {
  for (let thousandths = 1; thousandths < 999_999_000; thousandths += 9973) {
    assert.is(thousandthsFrom(toQuantity(thousandths)), thousandths);
  }
});

test('a whole quantity is printed without decimals, any other with exactly three', () => {
  const cases: [number, string][] = [
    [1000, '1'],
    [12_000, '12'],
    [408, '0,408'],
    [45_910, '45,910'],
    [2010, '2,010'],
    [1_000_000, '1.000'],
    [1_234_567, '1.234,567'],
    [999_999_000, '999.999'],
  ];
  for (const [thousandths, text] of cases) assert.is(formatQuantity(thousandths), text);
});

test.run();
