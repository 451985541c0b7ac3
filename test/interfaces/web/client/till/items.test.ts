import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  catalogueOf,
  favouritesOf,
  findByCode,
  isMeasured,
  lineOf,
  parted,
  piecesOf,
  quantityOn,
  type ScaleLabel,
  searchItems,
  type TillItem,
  wantedOf,
} from '../../../../../src/interfaces/web/client/till/items.js';
import { seededRandom } from '../../../../kit/random.js';
import { withCheckDigit } from '../../../../kit/scanner.js';
import { addLine, namesOf, newCart, totalOf } from '../../../../../src/interfaces/web/client/till/cart.js';

const LABELS = [{ label: 'Ђ', name: 'О-ПДВ', rate: 20 }];
const BASE = { unit: 'ком', price: 100, label: 'Ђ', gtin: null, category: null };
const { items } = catalogueOf(
  [
    { ...BASE, id: 1, plu: '7', name: 'Кафа', gtin: '8600000000011' },
    { ...BASE, id: 2, plu: '42', name: 'Бела кафа', price: 1.005 },
    { ...BASE, id: 3, plu: '00123', name: 'Јабука', unit: 'kg', label: null },
    { ...BASE, id: 5, plu: '10', name: 'Ђачки чај', unit: null },
  ],
  LABELS,
  'v1',
);
const ids = (found: readonly { readonly id: number }[]): number[] => found.map(({ id }) => id);

test('items stand by name in Serbian order; what has no label or unit gets one', () => {
  assert.equal(ids(items), [2, 5, 3, 1]);
  assert.equal(items[2]?.label, 'Ђ');
  assert.equal(items[1]?.unit, 'ком');
});

test('search minds neither alphabet, case nor marks, and puts the number first', () => {
  assert.equal(ids(searchItems(items, 'kafa')), [1, 2]);
  assert.equal(ids(searchItems(items, 'КАФ')), [1, 2]);
  assert.equal(ids(searchItems(items, 'caj')), [5]);
  assert.equal(ids(searchItems(items, 'đački')), [5]);
  assert.equal(ids(searchItems(items, '42')), [2]);
  assert.equal(ids(searchItems(items, '')), [2, 5, 3, 1]);
  assert.equal(ids(searchItems(items, 'нема')), []);
});

test('a number before an asterisk is a quantity', () => {
  assert.equal(wantedOf('3*кафа'), { text: 'кафа', quantity: 3000 });
  assert.equal(wantedOf('0,5 x јаб'), { text: 'јаб', quantity: 500 });
  assert.equal(wantedOf('хлеб'), { text: 'хлеб', quantity: undefined });
});

const SCALES: readonly ScaleLabel[] = [{ prefix: '2', itemDigits: 5, valueDigits: 5, value: 'weight' }];
const found = (list: readonly TillItem[], readings: readonly string[], scales = SCALES): readonly number[] =>
  findByCode(list, readings, scales).map(({ item }) => item.id);

test('a code is a GTIN, a PLU, or the label of a scale', () => {
  assert.equal(found(items, ['8600000000011']), [1]);
  assert.equal(found(items, ['08600000000011']), [1], 'GTIN-14 of the same');
  assert.equal(found(items, ['42']), [2]);
  assert.equal(findByCode(items, ['2200123012500'], SCALES), [{ item: items[2], quantity: 1250 }]);
  assert.equal(found(items, ['2200123012509']), [], 'a wrong check digit');
  assert.equal(found(items, ['2200042012506']), [], 'not sold by weight');
  assert.equal(found(items, ['2200123012500'], []), [], 'no labels of scales');
  assert.equal(found(items, ['1234567890128']), []);
});

/** Items with these PLUs, numbered from 1. */
function withPlus(...plus: readonly (string | null)[]): readonly TillItem[] {
  return plus.map((plu, at) => ({
    ...{ id: at + 1, plu, name: `А${at}`, unit: 'ком', price: 100_00, label: 'Ђ', gtin: null, category: null },
  }));
}

test('a code means the item with exactly this PLU; only without one do zeros and capitals not count, and several are all told', () => {
  const list = withPlus('07007', '7007', 'ab1', 'AB2', 'aB2', '007');
  assert.equal(found(list, ['7007']), [2]);
  assert.equal(found(list, ['07007']), [1]);
  assert.equal(found(list, ['007007']), [1, 2]);
  assert.equal(found(list, ['AB1']), [3]);
  assert.equal(found(list, ['AB2']), [4]);
  assert.equal(found(list, ['ab2']), [4, 5]);
  assert.equal(found(list, ['7']), [6]);
});

test('readings by two layouts may mean two items, or one', () => {
  const list = withPlus('YZ1', 'ZY1', 'QA');
  assert.equal(found(list, ['YZ1', 'ZY1']), [1, 2]);
  assert.equal(found(list, ['ЉА', 'QA']), [3]);
});

test('two items with one GTIN are both told, and so are a PLU and a GTIN that are equal', () => {
  const [first, second, third] = withPlus('1', '2', '8600000000998');
  assert.ok(first && second && third);
  const list = [{ ...first, gtin: '8600000000998' }, { ...second, gtin: '08600000000998' }, third];
  assert.equal(found(list, ['8600000000998']), [1, 2, 3]);
});

test('of a scale come weight, pieces or the price to pay, by the longest prefix', () => {
  const scales: readonly ScaleLabel[] = [
    ...SCALES,
    { prefix: '27', itemDigits: 4, valueDigits: 5, value: 'price' },
    { prefix: '28', itemDigits: 3, valueDigits: 4, value: 'pieces' },
    { prefix: '29', itemDigits: 5, valueDigits: 5, value: 'price', decimals: 0 },
    { prefix: '021', itemDigits: 4, valueDigits: 5, value: 'weight', decimals: 2 },
  ];
  const [plain] = withPlus('123');
  assert.ok(plain);
  const cheese: TillItem = { ...plain, unit: 'кг', price: 900_00 };
  const of = (digits: string): unknown => {
    const [coded] = findByCode([cheese], [withCheckDigit(digits)], scales);
    return coded && [coded.quantity, coded.price];
  };
  assert.equal(of('27' + '0' + '0123' + '29970'), [333, 900_00]);
  assert.equal(of('28000' + '123' + '0012'), [12_000, undefined]);
  assert.equal(of('29' + '00123' + '00450'), [500, 900_00]);
  assert.equal(of('021' + '0123' + '00125'), [1250, undefined]);
  assert.equal(of('20' + '00123' + '00000'), undefined, 'nothing was weighed');
});

test('the price in a label is the sum of the line to the para, at a price as near to that of the item as three decimals allow', () => {
  const random = seededRandom();
  for (let count = 0; count < 3000; count++) {
    const [price, total] = [random.int(50, 500_000), random.int(1, 99_999)];
    const line = parted(total, price);
    const told = `${total} at ${price}: ${JSON.stringify(line)}`;
    assert.is(totalOf({ ...line, discount: 0 }), total, told);
    // Half a thousandth of a kilogram is worth so much; of much, few products of a price and a quantity are the sum.
    const quantity = (total * 1000) / price;
    if (quantity > 20) assert.ok(Math.abs(line.price - price) <= price / quantity / 2 + price / 50 + 1, told);
  }
  assert.equal(parted(100, 0), { quantity: 1000, price: 100 });
});

test('favourites stand in the order in which they were chosen', () => {
  assert.equal(ids(favouritesOf(items, [5, 1, 99])), [5, 1]);
  assert.equal(
    ['kg', 'л', 'ком', 'м2'].map((unit) => isMeasured({ unit })),
    [true, true, false, true],
  );
});

test('a bill tells pieces where they are not its lines, how much of an item it has, and its first names', () => {
  const [, tea, apple, coffee] = items;
  assert.ok(tea !== undefined && apple !== undefined && coffee !== undefined);
  const one = addLine(addLine(newCart('k'), lineOf(coffee, 1000)), lineOf(apple, 750));
  assert.is(piecesOf(one), undefined, 'what is weighed is no piece');
  const more = addLine(addLine(one, lineOf(coffee, 2000)), lineOf(coffee, 1000, 50));
  assert.is(piecesOf(more), 4);
  assert.equal([quantityOn(more, coffee.id), quantityOn(more, apple.id), quantityOn(more, tea.id)], [4000, 750, 0]);
  assert.is(namesOf(one), 'Кафа, Јабука');
  assert.is(namesOf(addLine(more, lineOf(tea, 1000))), 'Кафа, Јабука, Кафа, …');
});

test.run();
