import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { remainingOf, lineExceeding, roundingOf } from '../../../../src/sales/invoicing/refunds/refundable.js';
import { seededRandom } from '../../../kit/random.js';
import { type Body, drafted, line } from '../bodies.js';

const receipt = (...items: Body[]) => drafted({ items });
const BUREK = { name: 'Бурек', unit: 'ком', quantity: 2, unitPrice: 220, label: 'Ђ' };
const YOGURT = { name: 'Јогурт', unit: 'ком', quantity: 3, unitPrice: 90, label: 'Е' };

test('what comes back is taken off its line, and off the money', () => {
  const sale = receipt(BUREK, YOGURT);
  assert.equal(remainingOf(sale, []), { amount: 71_000, quantities: [2000, 3000], excess: 0n });
  const refunds = [receipt({ ...BUREK, quantity: 1 }), receipt({ ...YOGURT, quantity: 0.5 })];
  assert.equal(remainingOf(sale, refunds), { amount: 44_500, quantities: [1000, 2500], excess: 0n });
});

test('equal lines share what came back; a line of its price goes before one of its name only', () => {
  const sale = receipt(BUREK, { ...BUREK, unitPrice: 200 }, BUREK);
  assert.equal(remainingOf(sale, [receipt({ ...BUREK, unitPrice: 200, quantity: 1 })]).quantities, [2000, 1000, 2000]);
  assert.equal(remainingOf(sale, [receipt({ ...BUREK, quantity: 3 })]).quantities, [0, 2000, 1000]);
  assert.equal(
    remainingOf(sale, [receipt({ ...BUREK, unit: 'порц', unitPrice: 1, quantity: 3 })]).quantities,
    [0, 1000, 2000],
  );
});

test('what is no line of the sale is money only; a label makes another line', () => {
  const sale = receipt(BUREK);
  const foreign = receipt({ ...BUREK, label: 'Е', quantity: 1 }, line({ name: 'Попуст', quantity: 1, unitPrice: 20 }));
  assert.equal(remainingOf(sale, [foreign]), { amount: 20_000, quantities: [2000], excess: 0n });
  assert.is(lineExceeding(sale, remainingOf(sale, []), receipt({ ...BUREK, label: 'Е', quantity: 9 })), undefined);
});

test('a label more makes another line, too, and equal lines with the same labels come first', () => {
  const taxed = { ...BUREK, moreLabels: ['Е'] };
  const sale = receipt(BUREK, taxed);
  const back = remainingOf(sale, [receipt(taxed)]);
  assert.equal(back.quantities, [2000, 0], 'not of the line before it');
  const beyond = lineExceeding(sale, back, receipt({ ...taxed, quantity: 1 }));
  assert.equal([beyond?.line.moreLabels, beyond?.remaining], [['Е'], 0]);
  assert.is(lineExceeding(sale, back, receipt(BUREK)), undefined);
  assert.equal(remainingOf(receipt(BUREK), [receipt({ ...taxed, quantity: 1 })]).quantities, [2000]);
});

test('where all money went back nothing is left, and never less than nothing', () => {
  const sale = receipt(BUREK);
  const other = receipt(line({ name: 'Поврат', quantity: 1, unitPrice: 440 }));
  assert.equal(remainingOf(sale, [other]), { amount: 0, quantities: [0], excess: 0n });
  assert.equal(remainingOf(sale, [other, receipt(BUREK)]), { amount: 0, quantities: [0], excess: 44_000n });
});

test('a line beyond what is left is named, with what is left of its kind', () => {
  const sale = receipt(BUREK, YOGURT);
  const left = remainingOf(sale, [receipt({ ...BUREK, quantity: 1 })]);
  assert.is(lineExceeding(sale, left, receipt({ ...BUREK, quantity: 1 }, YOGURT)), undefined);
  const beyond = lineExceeding(sale, left, receipt(YOGURT, BUREK));
  assert.equal([beyond?.line.name, beyond?.remaining], ['Бурек', 1000]);
});

test('parts of a sale are never worth more than it and their rounding', () => {
  const random = seededRandom();
  for (let round = 0; round < 300; round += 1) {
    const quantity = random.int(2, 5000);
    const unitPrice = random.int(1, 99_999) / 100;
    const goods = { name: 'Сир', unit: 'кг', unitPrice, label: 'Ђ' };
    const sale = receipt({ ...goods, quantity: quantity / 1000 }, line());
    let rest = quantity;
    const parts = [];
    while (rest > 0) {
      const part = random.int(1, rest);
      rest -= part;
      // A part that is worth nothing is no receipt of its own.
      parts.push(receipt({ ...goods, quantity: part / 1000 }, line({ name: 'Кеса', quantity: 1, unitPrice: 0.01 })));
    }
    const { quantities } = remainingOf({ ...sale, total: Number.MAX_SAFE_INTEGER }, parts);
    assert.equal(quantities, [0, 2000], `round ${round}`);
    const sum = parts.reduce((total, part) => total + part.lines[0]!.total, 0);
    assert.ok(Math.abs(sum - sale.lines[0]!.total) <= roundingOf(parts), `round ${round}`);
  }
});

test.run();
