import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { hasLabels, labelsAt, readRates } from '../../../../src/processors/pfr/wire/rates.js';

const category = (name: string, orderId: number, rates: unknown, kind: unknown = 0): unknown => ({
  name,
  categoryType: kind,
  orderId,
  taxRates: rates,
});
const group = (groupId: unknown, validFrom: unknown, label: string): unknown => ({
  groupId,
  validFrom,
  taxCategories: [category('О-ПДВ', 1, [{ rate: 20, label }])],
});
const labels = (current: unknown, all: unknown, now: number): string =>
  labelsAt(readRates(current, all), now)
    .map(({ label }) => label)
    .join('');

const NOW = Date.UTC(2026, 10, 21);

test('the current rates are read from an object and from a list, with numbers and texts', () => {
  const read = readRates(group(5, '2022-03-01T00:00:00Z', 'Ђ'), undefined);
  assert.equal(read, [
    {
      groupId: '5',
      validFrom: Date.UTC(2022, 2, 1),
      categories: [{ name: 'О-ПДВ', kind: 0, orderId: 1, rates: [{ label: 'Ђ', rate: 20 }] }],
    },
  ]);
  assert.equal(readRates([group('5', '2022-03-01T01:00:00', 'Ђ')], []), read);
  assert.equal(JSON.parse(JSON.stringify(read)), read);
});

test('the kind of a category is a number or a word, under either name', () => {
  const kinds = [0, 1, 2, '1', '2', 'AmountPerQuantity', 'TaxOnTotal', 'TaxOnNet', '', undefined].map((kind) => {
    const taxCategories = [category('x', 1, [], kind)];
    return readRates({ taxCategories }, null)[0]?.categories[0]?.kind;
  });
  assert.equal(kinds, [0, 1, 2, 1, 2, 2, 1, 0, 0, 0]);
  assert.is(readRates({ taxCategories: [{ name: 'x', type: 2 }] }, null)[0]?.categories[0]?.kind, 2);
});

test('a label with an amount for each unit says so: its rate is no percentage', () => {
  const taxCategories = [
    category('О-ПДВ', 1, [{ rate: 20, label: 'Ђ' }]),
    category('PBL', 2, [{ rate: 0.5, label: 'P' }], 2),
  ];
  assert.equal(labelsAt(readRates({ taxCategories }, null), NOW), [
    { label: 'Ђ', name: 'О-ПДВ', rate: 20 },
    { label: 'P', name: 'PBL', rate: 0.5, perUnit: true },
  ]);
});

test('the group that began last holds, one of the future only from its first instant', () => {
  const all = [group(2, '2020-01-01T00:00:00', 'А'), group(6, '2026-12-01T00:00:00+01:00', 'Г')];
  const current = group(5, '2022-03-01T00:00:00Z', 'Ђ');
  const change = Date.UTC(2026, 10, 30, 23);
  assert.is(labels(current, all, NOW), 'Ђ');
  assert.is(labels(current, all, change - 1), 'Ђ');
  assert.is(labels(current, all, change), 'Г');
});

test('a current group without a readable begin holds, and also one of the future when there is no other', () => {
  assert.is(labels(group(5, 'soon', 'Ђ'), [], NOW), 'Ђ');
  assert.is(labels(group(5, null, 'Ђ'), [group(5, '2020-01-01T00:00:00Z', 'А')], NOW), 'Ђ');
  assert.is(labels(group(5, '2030-01-01T00:00:00Z', 'Ђ'), [], NOW), 'Ђ');
  assert.is(labels(group(5, '2030-01-01T00:00:00Z', 'Ђ'), [group(6, null, 'А')], NOW), 'Ђ');
  assert.is(labels(group(5, '2022-01-01T00:00:00Z', 'Ђ'), [group(6, '2022-01-01T00:00:00Z', 'А')], NOW), 'Ђ');
  assert.is(labels(undefined, [group(2, '2020-01-01T00:00:00Z', 'А')], NOW), 'А');
  assert.equal(
    readRates([group(undefined, null, 'Ђ'), group({}, null, 'Ђ')], []).map(({ groupId }) => groupId),
    ['', ''],
  );
  assert.is(labels(group(5, '0001-01-01T00:00:00', 'Ђ'), [], NOW), 'Ђ');
});

test('a begin beyond all years is as if it had not been sent', () => {
  for (const validFrom of [
    '0001-01-01T00:00:00',
    '1999-12-31T00:00:00Z',
    '2200-01-01T00:00:00Z',
    '9999-12-31T23:59:59',
  ]) {
    assert.is(readRates(group(5, validFrom, 'Ђ'), [])[0]?.validFrom, null, validFrom);
  }
});

test('labels stand in the order of their categories, and each once', () => {
  const taxCategories = [
    category('N-TAX', 4, [{ rate: 0, label: 'N' }]),
    category('ПДВ', 1, [
      { rate: 19, label: 'Ж' },
      { rate: 9, label: 'A' },
    ]),
    category('Cyrillic', 2, [
      { rate: 0, label: 'А' },
      { rate: 7, label: 'Ж' },
    ]),
  ];
  assert.equal(labelsAt(readRates({ groupId: 8, validFrom: '2022-01-01T00:00:00Z', taxCategories }, []), NOW), [
    { label: 'Ж', name: 'ПДВ', rate: 19 },
    { label: 'A', name: 'ПДВ', rate: 9 },
    { label: 'А', name: 'Cyrillic', rate: 0 },
    { label: 'N', name: 'N-TAX', rate: 0 },
  ]);
});

test('a group has labels only when one of its categories has a rate', () => {
  const has = (...taxCategories: unknown[]): boolean[] => readRates({ taxCategories }, null).map(hasLabels);
  const [empty, full] = [category('О-ПДВ', 1, []), category('П-ПДВ', 2, [{ rate: 0, label: 'Е' }])];
  assert.equal([has(), has(empty), has(empty, full), has(full)], [[false], [false], [true], [true]]);
});

test('a category without an order comes last, and a name is cut to 100 characters', () => {
  const taxCategories = [
    { ...(category('last', 1, [{ rate: 1, label: 'А' }]) as object), orderId: '1' },
    category('x'.repeat(101), 7, [{ rate: 2, label: 'Ђ' }]),
  ];
  assert.equal(labelsAt(readRates({ taxCategories }, null), NOW), [
    { label: 'Ђ', name: 'x'.repeat(100), rate: 2 },
    { label: 'А', name: 'last', rate: 1 },
  ]);
});

test('of a group 50 categories are read, and of a category 50 rates', () => {
  const rates = Array.from({ length: 60 }, () => ({ rate: 1, label: 'А' }));
  const taxCategories = Array.from({ length: 60 }, (_, at) => category(`${at}`, at, rates));
  const [read] = readRates({ taxCategories }, null);
  assert.equal(
    [read?.categories.length, read?.categories[49]?.name, read?.categories[0]?.rates.length],
    [50, '49', 50],
  );
});

test('a group without a begin comes after those that have one', () => {
  const all = [group(1, null, 'А'), group(2, '2020-01-01T00:00:00Z', 'Б'), group(3, '2021-01-01T00:00:00Z', 'В')];
  const read = readRates(group(5, '2022-03-01T00:00:00Z', 'Ђ'), all);
  assert.equal(
    read.map(({ groupId }) => groupId),
    ['5', '3', '2', '1'],
  );
});

test('what is no rate is left out, and nothing grows beyond measure', () => {
  const rates = [
    { rate: '20', label: 'Ђ' },
    { rate: -1, label: 'Е' },
    { label: 'Г' },
    { rate: 1, label: 'АБ' },
    { rate: 1, label: '-' },
    { rate: 1, label: ' ' },
    null,
    7,
  ];
  assert.is(labels({ taxCategories: [category('x', 1, rates), null, 3] }, 'none', NOW), '');
  const nameless = { taxCategories: [{ taxRates: rates }] };
  const nothing = { name: '', kind: 0, orderId: Number.MAX_SAFE_INTEGER, rates: [] };
  assert.equal(readRates([nameless, {}], null), [
    { groupId: '', validFrom: null, categories: [nothing] },
    { groupId: '', validFrom: null, categories: [] },
  ]);
  assert.equal(labelsAt(readRates(null, undefined), NOW), []);
  assert.equal(labelsAt([], NOW), []);
  const many = Array.from({ length: 500 }, (_, id) => {
    const day = new Date(Date.UTC(2030, 0, 1 + id)).toISOString();
    return group(id, day, 'Ђ');
  });
  const read = readRates(group(1000, '2022-01-01T00:00:00Z', 'Ђ'), many);
  assert.is(read.length, 50);
  assert.equal([read[0]?.groupId, read[1]?.groupId], ['1000', '499']);
});

test.run();
