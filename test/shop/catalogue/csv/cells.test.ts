import { english } from '../../../../src/base/index.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fieldOf, guarded, type ItemColumn, writeItems } from '../../../../src/shop/catalogue/csv/cells.js';
import { readItems } from '../../../../src/shop/catalogue/csv/readCsv.js';
import type { StoredItem } from '../../../../src/platform/ledger/shopRecords.js';
import { seededRandom } from '../../../kit/random.js';

const random = seededRandom();

function valueOf(column: ItemColumn, cell: string): unknown {
  const field = fieldOf(column, cell);
  return field.ok ? field.value : english(field.error);
}

test('prices are read with a decimal comma, with points between thousands, and as an English spreadsheet writes them', () => {
  for (const [cell, price] of [
    ['0', 0],
    ['150', 150],
    ['150,5', 150.5],
    ['150,50', 150.5],
    [' 1.234,50 ', 1234.5],
    ['1234,50', 1234.5],
    ['1.234.567', 1234567],
    ['1.234.567,89', 1234567.89],
    ['150.5', 150.5],
    ['1234.50', 1234.5],
    ['1,234.50', 1234.5],
    ['1,234,567', 1234567],
    ['999.999.999,00', 999999999],
    ['-5,00', -5],
  ] as const) {
    assert.is(valueOf('price', cell), price, cell);
  }
});

test('a price that can be read in two ways is refused', () => {
  for (const cell of ['1.234', '1,234', '-12.500', '0,125']) {
    assert.match(String(valueOf('price', cell)), /is ambiguous/, cell);
  }
});

test('what is no amount is refused', () => {
  const cells = [
    'x',
    '1,2,3',
    '12,345.678',
    '1.2.3',
    '1.234.50',
    '1,234,50',
    '12.34,50',
    '1.234,567',
    ',5',
    '5,',
    '--5',
  ];
  for (const cell of [...cells, '1E+3', '5 дин', 'Infinity', 'NaN', '9'.repeat(16), '1 234,50', "'5", '=5', '٣']) {
    assert.match(String(valueOf('price', cell)), /is not an amount such as 1234,50 or 1\.234,50/, cell);
  }
});

test('active is said in Serbian, in English, or as a number', () => {
  for (const cell of ['да', 'ДА', 'da', 'Yes', 'TRUE', '1', ' да ']) assert.is(valueOf('active', cell), true, cell);
  for (const cell of ['не', 'НЕ', 'ne', 'No', 'false', '0']) assert.is(valueOf('active', cell), false, cell);
  assert.is(valueOf('active', 'можда'), 'active "можда" is neither да nor не.');
});

test('an empty cell empties what may be empty, and says nothing about the rest', () => {
  for (const column of ['name', 'price', 'label', 'active'] as const) assert.is(valueOf(column, ''), undefined, column);
  for (const column of ['plu', 'unit', 'category'] as const) assert.is(valueOf(column, ''), '', column);
  assert.is(valueOf('gtin', ''), null);
});

test('digits that a spreadsheet has lost are not guessed', () => {
  for (const cell of ['8,60012E+12', '8.60012E+12', '9E+12', '8,6e+12 ']) {
    for (const column of ['plu', 'gtin'] as const) {
      assert.match(String(valueOf(column, cell)), /its digits are lost: format the column as text/, cell);
    }
  }
  assert.match(String(valueOf('gtin', '1234567')), /must be 8 to 14 digits\. A spreadsheet drops leading zeros/);
  assert.is(valueOf('gtin', ' 8600123456789 '), '8600123456789');
});

test('what a spreadsheet would run or change gets an apostrophe in front', () => {
  for (const text of ['=1+1', '+381', '-5', '@SUM(A1)', '\rx', '"=1', ' =1', '＝1', "'=1", "''-1"]) {
    assert.is(guarded(text), `'${text}`);
  }
  for (const text of ['007', '8600123456789', '1-2', '3/4', '1E5', '12,50', '10:30', '1.5']) {
    assert.is(guarded(text), `'${text}`);
  }
  for (const text of ['', 'Хлеб', '7', '0', '12345678901', "O'Хара", "'abc", "'7", 'a=b', '7 up', '500 g']) {
    assert.is(guarded(text), text);
  }
});

test('what begins like a formula where another separator would cut the cell gets its apostrophe there', () => {
  for (const [text, cell] of [
    ["Сок,=cmd|'/C calc'!A0", "Сок,'=cmd|'/C calc'!A0"],
    ['Сок;@SUM(A1)', "Сок;'@SUM(A1)"],
    ['Сок|=1', "Сок|'=1"],
    ['Сок, "=1', 'Сок,\' "=1'],
    ["Сок,'=1", "Сок,''=1"],
    ['Сок,,＝1', "Сок,,'＝1"],
    ['1,-2', "'1,'-2"],
    ['Сок 0,5 l', 'Сок 0,5 l'],
    ['Сок, а-б', 'Сок, а-б'],
  ] as const) {
    assert.is(guarded(text), cell);
    assert.is(valueOf('unit', cell), text);
  }
});

test('no guarded text begins as a formula does, and it comes back exactly', () => {
  for (let round = 0; round < 20_000; round += 1) {
    const text = random.text('\'=+-@\t\r\n 0178Ee.,/:Жa";|＝＋－＠', 0, 10);
    const cell = guarded(text);
    assert.not.match(cell, /^\s*[=+\-@＝＋－＠]|^[\t\r\n]|[,;\t|]["\s]*[=+\-@＝＋－＠]/, JSON.stringify(text));
    assert.is(valueOf('unit', cell), text);
  }
});

test('every field of an item comes back from its cell', () => {
  const item: StoredItem = {
    id: 3,
    plu: '=cmd',
    name: '+Кафа',
    unit: '-',
    price: 123_456_789,
    label: 'Ђ',
    gtin: '00012345',
    category: '@x',
    active: false,
  };
  const { id: _id, price, ...texts } = item;
  const file = writeItems([item]);
  assert.ok(file.includes(';1.234.567,89;'), file);
  const read = readItems(Buffer.from(file), 'utf-8');
  assert.equal(read.ok && read.value.rows.map(({ fields }) => fields), [{ ...texts, price: price / 100 }]);
});

test.run();
