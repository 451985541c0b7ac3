import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { InvoiceLine } from '../../../../src/contract/index.js';
import { summaryLines } from '../../../../src/sales/invoicing/refunds/summaryLines.js';

const PETROL = { name: 'Бензин БМБ', unit: 'л', label: 'Ђ', gtin: null, itemId: null } as const;

function line(quantity: number, unitPrice: number, change: Partial<InvoiceLine> = {}): InvoiceLine {
  return { ...PETROL, quantity, unitPrice, total: Math.round((unitPrice * quantity) / 1000), ...change };
}

const shown = (lines: readonly InvoiceLine[], left = lines.map(({ quantity }) => quantity)) =>
  summaryLines(lines, left).map(({ name, quantity, unitPrice, total }) => [name, quantity, unitPrice, total]);

test('equal lines are added up; another name, label or price is another line, and what is returned is left out', () => {
  const lines = [line(10_000, 150_00), line(20_000, 150_00), line(5_000, 160_00), line(1_000, 90_00, { name: 'Уље' })];
  assert.equal(shown(lines), [
    ['Бензин БМБ', 30_000, 150_00, 4_500_00],
    ['Бензин БМБ', 5_000, 160_00, 800_00],
    ['Уље', 1_000, 90_00, 90_00],
  ]);
  assert.equal(shown(lines, [4_000, 0, 0, 0]), [['Бензин БМБ', 4_000, 150_00, 600_00]]);
  for (const other of [{ label: 'Е' }, { moreLabels: ['Е'] }]) {
    assert.is(summaryLines([line(1000, 1), line(1000, 1, other)], [1000, 1000]).length, 2);
  }
});

test('the total is that of the sales to the para: lines whose sum is rounded otherwise stay separate', () => {
  // Each is 0,005 RSD and rounded up; both together are 0,01.
  const lines = [line(500, 1), line(500, 1)];
  assert.equal(shown(lines), [
    ['Бензин БМБ', 500, 1, 1],
    ['Бензин БМБ', 500, 1, 1],
  ]);
});

test('more lines than a receipt takes are added up nevertheless', () => {
  const lines = Array.from({ length: 501 }, () => line(500, 1));
  assert.equal(shown(lines), [['Бензин БМБ', 250_500, 1, 251]]);
});

test.run();
