import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  catalogueOf,
  favouritesOf,
  findByCode,
  isMeasured,
  lineOf,
  piecesOf,
  quantityOn,
  searchItems,
  wantedOf,
} from '../../../../src/web/client/till/items.js';
import { addLine, newCart } from '../../../../src/web/client/till/cart.js';
import { namesOf } from '../../../../src/web/client/till/state.js';

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

test('a code is a GTIN, a PLU, or the label of a scale', () => {
  assert.equal(findByCode(items, '8600000000011')?.item.id, 1);
  assert.equal(findByCode(items, '08600000000011')?.item.id, 1, 'GTIN-14 of the same');
  assert.equal(findByCode(items, '42')?.item.id, 2);
  assert.equal(findByCode(items, '2200123012500'), { item: items[2], quantity: 1250 });
  assert.equal(findByCode(items, '2200123012509'), undefined, 'a wrong check digit');
  assert.equal(findByCode(items, '2200042012506'), undefined, 'not sold by weight');
  assert.equal(findByCode(items, '1234567890128'), undefined);
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
