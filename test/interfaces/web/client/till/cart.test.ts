import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { lineTotal } from '../../../../../src/base/money.js';
import {
  addLine,
  advanceCart,
  cartTotal,
  changeLine,
  discountAll,
  dueOf,
  goodsFault,
  isPart,
  loweredPrice,
  MAX_PRICE,
  MAX_QUANTITY,
  newCart,
  savedBy,
  totalOf,
  usedOf,
} from '../../../../../src/interfaces/web/client/till/cart.js';
import { seededRandom } from '../../../../kit/random.js';

const COFFEE = { name: 'Кафа', unit: 'ком', price: 150_00, quantity: 1000, label: 'Ђ', gtin: null, itemId: 7 };

test('a line is worth to the para what the box makes of it', () => {
  const random = seededRandom();
  for (let round = 0; round < 20_000; round += 1) {
    const price = random.int(0, round % 2 === 0 ? 100_000 : MAX_PRICE);
    const quantity = random.int(1, round % 3 === 0 ? 5000 : MAX_QUANTITY);
    const discount = random.oneIn(3) ? random.int(0, 10_000) : 0;
    const line = { price, quantity, discount };
    const expected = Number(lineTotal(loweredPrice(line), quantity));
    assert.equal(totalOf(line), expected, JSON.stringify(line));
  }
});

test('half a para is rounded away from zero', () => {
  assert.equal(totalOf({ price: 995, quantity: 123, discount: 0 }), 122);
  assert.equal(totalOf({ price: 1, quantity: 500, discount: 0 }), 1);
  assert.equal(loweredPrice({ price: 5, discount: 1000 }), 5);
  assert.equal(loweredPrice({ price: 15, discount: 1000 }), 14);
});

test('more of the same goes to its line, at another price to a line of its own', () => {
  let cart = addLine(addLine(newCart('k'), COFFEE), { ...COFFEE, quantity: 500 });
  assert.equal(
    cart.lines.map(({ quantity }) => quantity),
    [1500],
  );
  cart = addLine(cart, { ...COFFEE, price: 200_00 });
  cart = addLine(addLine(cart, { ...COFFEE, itemId: null }), { ...COFFEE, itemId: null });
  assert.equal(
    cart.lines.map(({ id, quantity }) => [id, quantity]),
    [
      [1, 1500],
      [2, 1000],
      [3, 1000],
      [4, 1000],
    ],
  );
  assert.equal(cartTotal(cart), 225_00 + 200_00 + 300_00);
});

test('a quantity of nothing removes a line, and nothing goes beyond the bounds of the API', () => {
  const cart = addLine(newCart('k'), COFFEE);
  assert.equal(changeLine(cart, 1, { quantity: 0 }).lines, []);
  assert.equal(changeLine(cart, 1, { quantity: MAX_QUANTITY + 1 }).lines[0]?.quantity, MAX_QUANTITY);
  assert.equal(changeLine(cart, 1, { price: MAX_PRICE + 1 }).lines[0]?.price, MAX_PRICE);
  assert.equal(changeLine(cart, 1, { discount: 20_000 }).lines[0]?.discount, 10_000);
  let full = newCart('k');
  for (let n = 0; n < 501; n += 1) full = addLine(full, { ...COFFEE, itemId: null });
  assert.equal(full.lines.length, 500);
});

test('a discount lowers the price of every line', () => {
  const cart = discountAll(addLine(newCart('k'), { ...COFFEE, quantity: 3000 }), 1000);
  assert.equal(cartTotal(cart), 405_00);
  assert.equal(savedBy(cart), 45_00);
});

test('an advance has the prescribed name of its label, and is taken off what closes it', () => {
  const label = { label: 'Е', name: 'П-ПДВ', rate: 10 };
  const cart = advanceCart('k', [
    { ...label, amount: 5000_00 },
    { label: 'Ђ', amount: 100_00 },
  ]);
  assert.equal(
    cart?.lines.map(({ id, name, price }) => [id, name, price]),
    [
      [1, '11: Аванс (Е)', 5000_00],
      [2, '10: Аванс (Ђ)', 100_00],
    ],
  );
  assert.equal(cart?.kind, 'advance');
  assert.equal(advanceCart('k', [{ label: 'Ж', amount: 1 }]), undefined);
  const closing = { ...addLine(newCart('k'), COFFEE), advance: { uuid: '', number: '', total: 100_00, payments: [] } };
  assert.equal(dueOf(closing), 50_00);
});

test('goods worth less than the advance use up a part of it, label by label', () => {
  const labels = [
    { label: 'Ђ', amount: 100_00 },
    { label: 'Е', amount: 300_00 },
  ];
  const advance = { uuid: 'u', number: '', total: 400_00, payments: [], labels };
  const part = { ...addLine(newCart('k'), COFFEE), advance };
  assert.equal([isPart(part), usedOf(part), dueOf(part)], [true, 100_00, 50_00]);
  const whole = addLine(part, { ...COFFEE, price: 300_00, itemId: 9, label: 'Е' });
  assert.equal([isPart(whole), usedOf(whole), dueOf(whole)], [false, 400_00, 50_00]);
  const { labels: _, ...ofEarlierRelease } = advance;
  assert.is(isPart({ ...part, advance: ofEarlierRelease }), false);
});

test('goods do not go onto an advance, and one whose line was removed is a sale again', () => {
  const label = { label: 'Ђ' };
  const before = {
    referent: { kind: 'advance', number: 'A-A-1', time: null },
    buyerId: '10:100000049',
  } as const;
  const cart = advanceCart('k', [{ ...label, amount: 500_00 }], before);
  assert.ok(cart !== undefined);
  assert.is(goodsFault(cart), 'advance');
  assert.is(addLine(cart, COFFEE), cart);
  assert.is(discountAll(cart, 500), cart, 'a discount would change the prescribed name');
  const sale = addLine(changeLine(cart, 1, { quantity: 0 }), COFFEE);
  assert.equal([sale.kind, sale.buyerId, sale.referent, sale.lines.length], ['sale', null, undefined, 1]);
  const begun = { ...changeLine(cart, 1, { quantity: 0 }), by: 'Мира' };
  assert.equal([addLine(begun, COFFEE).by, addLine(begun, COFFEE).key], ['Мира', 'k']);
});

test('a full bill still takes more of what is on it, and says why it takes nothing else', () => {
  let full = addLine(newCart('k'), COFFEE);
  for (let n = 1; n < 500; n += 1) full = addLine(full, { ...COFFEE, itemId: null });
  assert.is(goodsFault(full, COFFEE), undefined);
  assert.is(addLine(full, COFFEE).lines[0]?.quantity, 2000);
  assert.is(goodsFault(full, { ...COFFEE, itemId: 8 }), 'full');
});

test.run();
