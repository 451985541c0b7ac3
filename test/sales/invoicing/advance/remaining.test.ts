import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  afterRefund,
  NOTHING_REMAINING,
  summed,
  withAdvance,
} from '../../../../src/sales/invoicing/advance/remaining.js';
import { drafted, line } from '../bodies.js';

/** A prescribed line of an advance for these tax labels. */
const advanced = (amount: number, ...moreLabels: string[]) =>
  line({ name: '10: Аванс (Ђ)', label: 'Ђ', quantity: 1, unitPrice: amount, moreLabels });
const money = (...items: ReturnType<typeof line>[]) => drafted({ invoiceType: 'Advance', items });

test('lines of a refund with one name are one only where all their labels are the same', () => {
  const { lines } = money(advanced(100), advanced(40, 'Е'), advanced(20), advanced(7, 'Е'));
  assert.equal(
    summed(lines).map(({ moreLabels, total }) => [moreLabels, total]),
    [
      [undefined, 120_00],
      [['Е'], 47_00],
    ],
  );
});

test('a refund takes the line with its labels, not another of the same amount', () => {
  const before = withAdvance(NOTHING_REMAINING, money(advanced(100), advanced(100, 'Е')));
  const after = afterRefund(before, money(advanced(100, 'Е')));
  assert.equal(
    after?.lines.map(({ moreLabels, total }) => [moreLabels, total]),
    [[undefined, 100_00]],
  );
  assert.is(after?.total, 100_00);
});

test('money of a label goes back also where no line has the labels of the refund', () => {
  const before = withAdvance(NOTHING_REMAINING, money(advanced(100, 'Е')));
  assert.equal(afterRefund(before, money(advanced(100)))?.lines, []);
  assert.is(afterRefund(before, money(advanced(101))), undefined);
});

test.run();
