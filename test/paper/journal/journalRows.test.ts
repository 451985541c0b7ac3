import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { taxItems } from '../../../src/paper/journal/journalRows.js';
import { seededRandom } from '../../kit/random.js';
import { LABELS, line } from './drafts.js';

const random = seededRandom();

test('the tax of a label is computed once from the sum of its lines, not per line', () => {
  // Per line 0.03 × 20 / 120 = 0.005 would round to 0.01 three times.
  const lines = [line('a', 'Ђ', 0.03), line('b', 'Ђ', 0.03), line('c', 'Ђ', 0.03)];
  const taxes = taxItems(lines, LABELS);
  assert.equal(taxes, { ok: true, value: [{ label: 'Ђ', categoryName: 'О-ПДВ', rate: 20, amount: 2, total: 9 }] });
});

test('labels stand in order of their code points, also those without tax', () => {
  const taxes = taxItems([line('a', 'Е', 1), line('b', 'Г', 1), line('c', 'А', 1), line('d', 'Ђ', 1)], LABELS);
  assert.equal(taxes.ok && taxes.value.map(({ label, amount }) => [label, amount]), [
    ['Ђ', 17],
    ['А', 0],
    ['Г', 0],
    ['Е', 9],
  ]);
});

test('a line with several labels: the tax per unit comes off first, and the others share the rest by their rates', () => {
  const labels = [...LABELS, { label: 'П', name: 'ПБЛ', rate: 0.5, perUnit: true }] as const;
  const several = (price: number, quantity: number, moreLabels: readonly string[]) => ({
    ...line('a', 'Ђ', price, quantity),
    moreLabels,
  });
  const taxed = (lines: Parameters<typeof taxItems>[0]) => {
    const taxes = taxItems(lines, labels);
    return taxes.ok
      ? taxes.value.map(({ label, amount, total, perUnit }) => [label, amount, total, perUnit])
      : taxes.error;
  };
  // 3 × 0,50 = 1,50; (30,00 − 1,50) × 20 / 120 = 4,75.
  assert.equal(taxed([several(10, 3, ['П'])]), [
    ['Ђ', 475, 3000, undefined],
    ['П', 150, 3000, true],
  ]);
  // 130,00 × 20 / 130 and × 10 / 130; the line of one label by its own rate.
  assert.equal(taxed([several(130, 1, ['Е']), line('b', 'Ђ', 120)]), [
    ['Ђ', 4000, 25_000, undefined],
    ['Е', 1000, 13_000, undefined],
  ]);
  assert.equal(taxItems([several(1, 1, ['Ж'])], labels), { ok: false, error: 'Ж' });
});

test('taxes of a line are never more than its total and never below zero, where its price does not cover the taxes per unit', () => {
  const labels = [
    ...LABELS,
    { label: 'П', name: 'ПБЛ', rate: 0.5, perUnit: true },
    { label: 'Р', name: 'РПБ', rate: 2, perUnit: true },
  ] as const;
  const bag = (price: number, quantity: number, label: string, ...moreLabels: string[]) => ({
    ...line('a', label, price, quantity),
    ...(moreLabels.length > 0 && { moreLabels }),
  });
  const taxed = (lines: Parameters<typeof taxItems>[0]) => {
    const taxes = taxItems(lines, labels);
    return taxes.ok ? taxes.value.map(({ label, amount, total }) => [label, amount, total]) : taxes.error;
  };
  // 3 × 0,50 of 3 × 0,10: all of the price is the tax.
  assert.equal(taxed([bag(0.1, 3, 'Ђ', 'П')]), [
    ['Ђ', 0, 30],
    ['П', 30, 30],
  ]);
  assert.equal(taxed([bag(0.1, 3, 'П')]), [['П', 30, 30]]);
  assert.equal(taxed([bag(0, 3, 'Ђ', 'П')]), [
    ['Ђ', 0, 0],
    ['П', 0, 0],
  ]);
  // 0,50 of 1,20, then 0,70 in place of 2,00.
  assert.equal(taxed([bag(1.2, 1, 'Ђ', 'П', 'Р')]), [
    ['Ђ', 0, 120],
    ['П', 50, 120],
    ['Р', 70, 120],
  ]);
  // Each line by itself: what one lacks does not lower the tax of another, 120,00 × 20 / 120.
  assert.equal(taxed([bag(0.1, 1, 'Ђ', 'П'), line('b', 'Ђ', 120), bag(10, 1, 'П')]), [
    ['Ђ', 2000, 12_010],
    ['П', 60, 1010],
  ]);
});

test('an unknown label is named', () => {
  assert.equal(taxItems([line('a', 'Ђ', 1), line('b', 'Ж', 1)], LABELS), { ok: false, error: 'Ж' });
});

test('taxes of random receipts agree with an independent computation', () => {
  for (let i = 0; i < 1000; i++) {
    const labels = ['Ђ', 'Е', 'Ж', 'К'].map((label) => ({ label, name: label, rate: random.int(0, 9999) / 100 }));
    const lines = Array.from({ length: random.int(1, 30) }, () => {
      return line('x', random.pick(labels).label, random.int(0, 1e8) / 100, random.int(1, 1e6) / 1000);
    });
    const taxes = taxItems(lines, labels);
    assert.ok(taxes.ok);
    for (const item of taxes.value) {
      const gross = lines
        .filter(({ label }) => label === item.label)
        .reduce((sum, { total }) => sum + BigInt(total), 0n);
      const rate = BigInt(item.rate.toFixed(2).replace('.', ''));
      // Half up of a fraction that is never negative: add a half and cut.
      const tax = (gross * rate * 2n + (10_000n + rate)) / ((10_000n + rate) * 2n);
      assert.equal([BigInt(item.total), BigInt(item.amount)], [gross, tax]);
    }
    assert.is(new Set(lines.map(({ label }) => label)).size, taxes.value.length);
  }
});

test.run();
