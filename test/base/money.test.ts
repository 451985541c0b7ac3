import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  decimalText,
  exactDecimal,
  formatMoney,
  formatQuantity,
  lineTotal,
  paraFrom,
  roundHalfAway,
  sumToRsd,
  thousandthsFrom,
  toQuantity,
  toRsd,
} from '../../src/base/money.js';
import { MAX_TOTAL } from '../../src/base/money.js';
import { seededRandom } from '../kit/random.js';

const random = seededRandom();

test('half rounds away from zero, on both sides of it', () => {
  const thirds = [-5n, -4n, -3n, -2n, -1n, 0n, 1n, 2n, 3n, 4n, 5n].map((n) => roundHalfAway(n, 2n));
  assert.equal(thirds, [-3n, -2n, -2n, -1n, -1n, 0n, 1n, 1n, 2n, 2n, 3n]);
  assert.is(roundHalfAway(4n, 3n), 1n);
  assert.is(roundHalfAway(-5n, 3n), -2n);
});

test('rounding is within half a unit, for random fractions', () => {
  for (let i = 0; i < 2000; i++) {
    const numerator = BigInt(random.int(-1e9, 1e9));
    const denominator = BigInt(random.int(1, 1e5));
    const error = 2n * (roundHalfAway(numerator, denominator) * denominator - numerator);
    const size = error < 0n ? -error : error;
    assert.ok(size <= denominator, `${numerator}/${denominator}`);
    if (size === denominator) assert.is(error > 0n, numerator > 0n, `${numerator}/${denominator} goes away from zero`);
  }
});

test('an amount is read from its decimal text, not from its binary value', () => {
  const cases: [number, number][] = [
    [2.675, 268],
    [1.005, 101],
    [1.004999999999, 100],
    [-2.675, -268],
    [1e-7, 0],
    [5e-3, 1],
    [4.999e-3, 0],
    [1.5e3, 150_000],
    [0, 0],
    [-0, 0],
    [999_999_999, 99_999_999_900],
    [99_999_999_999.99, 9_999_999_999_999],
    [1e21, 1e23],
    [5e-324, 0],
  ];
  for (const [rsd, para] of cases) assert.is(paraFrom(rsd), para, String(rsd));
});

test('what is not a finite number is no amount', () => {
  assert.throws(() => paraFrom(Infinity), 'not a finite number');
  assert.throws(() => paraFrom(NaN), 'not a finite number');
});

test('every amount survives formatting and parsing', () => {
  for (let i = 0; i < 5000; i++) {
    const para = random.int(0, MAX_TOTAL);
    const [whole = '', cents = '00'] = String(toRsd(para)).split('.');
    assert.is(paraFrom(toRsd(para)), para);
    assert.is(BigInt(whole + cents.padEnd(2, '0')), BigInt(para), 'the JSON number prints as the exact decimal');
  }
});

test('money is printed with dots, a decimal comma, and always two decimals', () => {
  const cases: [number, string][] = [
    [0, '0,00'],
    [-0, '0,00'],
    [5, '0,05'],
    [-5, '-0,05'],
    [100, '1,00'],
    [123_456, '1.234,56'],
    [-129_900, '-1.299,00'],
    [99_999, '999,99'],
    [12_345_600, '123.456,00'],
    [100_000_000, '1.000.000,00'],
    [MAX_TOTAL, '7.205.759.403.792,79'],
  ];
  for (const [para, text] of cases) assert.is(formatMoney(para), text);
});

test('a line total is price times quantity, rounded once: the examples of the Technical Instruction', () => {
  assert.is(lineTotal(990, 123), 122n, '0.123 × 9.90');
  assert.is(lineTotal(995, 123), 122n, '0.123 × 9.95');
  assert.is(lineTotal(paraFrom(1), 10_267), 1027n, '10.267');
  assert.is(lineTotal(paraFrom(1), 20_143), 2014n, '20.143');
  assert.is(lineTotal(paraFrom(1), 5_100), 510n, '5.1');
  assert.is(lineTotal(1, 500), 1n, 'half a para is one');
  assert.is(lineTotal(1, 499), 0n);
});

test('the greatest line that a request can ask for is exact, above 2^53', () => {
  assert.is(lineTotal(paraFrom(999_999_999), 999_999_000), 99_999_899_900_000_100n);
});

test('a sum in RSD is the nearest JSON number, also above 2^53 para', () => {
  const cases: [bigint, number][] = [
    [0n, 0],
    [-1n, -0.01],
    [12_345n, 123.45],
    [BigInt(MAX_TOTAL) * 200n, 1_441_151_880_758_558],
    [BigInt(MAX_TOTAL) * 200n + 37n, 1_441_151_880_758_558.25],
    [-BigInt(MAX_TOTAL) * 200n - 38n, -1_441_151_880_758_558.5],
  ];
  for (const [sum, rsd] of cases) assert.is(sumToRsd(sum), rsd, String(sum));
  for (let i = 0; i < 1000; i++) {
    const para = random.int(-MAX_TOTAL, MAX_TOTAL);
    assert.is(sumToRsd(BigInt(para)), toRsd(para));
  }
});

test('an integer is written as its exact decimal', () => {
  assert.equal(
    [0, 7, 70, 1234].map((value) => decimalText(value, 2)),
    ['0.00', '0.07', '0.70', '12.34'],
  );
  assert.is(decimalText(7_205_759_403_792_793, 2), '72057594037927.93');
  for (let i = 0; i < 2000; i++) {
    const value = random.int(0, 10 ** random.int(1, 15) - 1);
    const places = random.int(1, 4);
    assert.is(exactDecimal(Number(decimalText(value, places)), places), BigInt(value));
  }
});

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
