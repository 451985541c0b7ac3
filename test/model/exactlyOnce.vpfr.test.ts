// proof: model
// time limit: 900 s
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Histories, testHistories } from './histories.js';

let histories: Histories | undefined;

testHistories(
  'a V-PFR, or one of either kind in each environment',
  ['vpfr', 'vpfr', 'lpfr'],
  (ended) => (histories = ended),
);

test('no two keys were answered with one receipt, and each answer is a receipt that was signed', () => {
  const { orders = 0, signed = 0, answers = [] } = histories ?? {};
  assert.ok(orders > 0, 'orders were made');
  const numbers = answers.flat();
  assert.ok(numbers.length > orders / 4, `only ${numbers.length} of ${orders} orders were answered`);
  assert.is(new Set(numbers).size, numbers.length, 'a receipt was given to two keys');
  assert.ok(signed >= numbers.length, `${numbers.length} receipts were answered, and ${signed} signed`);
});

test.run();
