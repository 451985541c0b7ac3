import { english } from '../../../../src/base/index.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Encoding, readItems } from '../../../../src/shop/catalogue/csv/readCsv.js';
import { seededRandom } from '../../../kit/random.js';
import { inEnglish } from '../../../kit/inEnglish.js';

const random = seededRandom();

function fixture(name: string): Buffer {
  return readFileSync(join(import.meta.dirname, '../fixtures', name));
}

function fileOf(content: string | Buffer, encoding: Encoding = 'utf-8') {
  const read = readItems(Buffer.from(content), encoding);
  if (!read.ok) throw new Error(english(read.error));
  return read.value;
}

function refusal(content: string | Buffer, encoding: Encoding = 'utf-8'): string {
  const read = readItems(Buffer.from(content), encoding);
  return read.ok ? 'accepted' : english(read.error);
}

const FULL = [
  {
    line: 2,
    fields: {
      plu: '101',
      name: 'Хлеб „Сава“ 500 g',
      unit: 'ком',
      price: 89.9,
      label: 'Е',
      gtin: '8600123456789',
      category: 'Пекара',
      active: true,
    },
  },
  {
    line: 3,
    fields: {
      plu: '102',
      name: 'Пљескавица "Лесковачка"; 200 g',
      unit: 'ком',
      price: 1234.5,
      label: 'Ђ',
      gtin: null,
      category: 'Роштиљ',
      active: true,
    },
  },
  {
    line: 5,
    fields: {
      plu: '0103',
      name: 'Млеко 1 l',
      unit: 'л',
      price: 149,
      label: 'Е',
      gtin: '08600123',
      category: '',
      active: false,
    },
  },
  { line: 6, fields: { plu: '', name: 'Кафа', unit: '', label: 'Ђ', gtin: null, category: '' } },
];

test('a file that Excel saved as "CSV UTF-8" is read: mark, semicolons, quotes, CRLF, empty lines', () => {
  assert.equal(fileOf(fixture('excel-utf-8.csv')).rows, FULL);
  assert.equal(fileOf(fixture('excel-utf-8.csv').subarray(3)).rows, FULL, 'without the mark');
  assert.equal(fileOf(fixture('excel-utf-8.csv'), 'windows-1251').rows, FULL, 'the mark is stronger than the option');
});

test('a file in a code page of Windows is refused until its encoding is named', () => {
  for (const name of ['excel-windows-1250.csv', 'excel-windows-1251.csv']) {
    assert.match(refusal(fixture(name)), /not UTF-8: save it as "CSV UTF-8".*--encoding windows-1250\|windows-1251$/);
  }
  assert.equal(fileOf(fixture('excel-windows-1251.csv'), 'windows-1251').rows, FULL);
  assert.equal(
    fileOf(fixture('excel-windows-1250.csv'), 'windows-1250').rows.map(({ fields }) => fields),
    [
      { plu: '101', name: 'Hleb domaći čvrsti', price: 95 },
      { plu: '102', name: 'Pljeskavica šarska đačka žar', price: 1300 },
    ],
  );
});

test('"Unicode text" of a spreadsheet, UTF-16 of either byte order, is read', () => {
  const little = fixture('excel-unicode-text.txt');
  const big = Buffer.from(little).swap16();
  const read = fileOf(little);
  assert.equal(read.rows[0]?.fields, { plu: '7', name: 'Sok "Đus" 1/1', price: 120.5, label: 'Ђ' });
  assert.equal(fileOf(big).rows, read.rows);
  assert.equal(fileOf(big, 'windows-1250').rows, read.rows, 'the mark is stronger than the option');
  assert.is(refusal(little.subarray(0, -1)), 'the file is not UTF-16LE: save it as "CSV UTF-8"');
});

test('the line sep=; that Excel understands names the separator and is no row', () => {
  const rows = [{ line: 3, fields: { plu: '1', price: 1.5 } }];
  for (const [line, separator] of [
    ['sep=;', ';'],
    ['SEP=;\r', ';'],
    ['\ufeffsep=,', ','],
    ['sep=\t', '\t'],
    ['sep=|', '|'],
    ['sep=;;;', ';'],
  ] as const) {
    const content = `${line}\nplu${separator}"cena"\n1${separator}"1,5"\n`;
    assert.equal(fileOf(content).rows, rows, JSON.stringify(content));
  }
  assert.match(refusal('sep=;'), /the file is empty/);
  assert.match(refusal('sep=;;plu\n'), /^the column "sep=" is not known/);
});

test('a column without a heading is left out while it is empty', () => {
  const heads = 'plu;naziv;;cena;oznaka;';
  const file = fileOf(`${heads}\n1;а;;1;Ђ;\n2;б; ;2;Ђ\n3;в;;3;Ђ;x\n4;г;y;4;Ђ;\n`);
  assert.equal(file.rows, [
    { line: 2, fields: { plu: '1', name: 'а', price: 1, label: 'Ђ' } },
    { line: 3, fields: { plu: '2', name: 'б', price: 2, label: 'Ђ' } },
  ]);
  const advice = 'A cell that contains the separator must be in quotation marks.';
  assert.equal(inEnglish(file.faults), [
    { line: 4, column: null, reason: `column 6 has no heading, but here it contains "x". ${advice}` },
    { line: 5, column: null, reason: `column 3 has no heading, but here it contains "y". ${advice}` },
  ]);
  assert.is(file.headingOf('price'), 'cena');
});

test('rows of empty cells are left out, also before the headings', () => {
  assert.equal(fileOf(';;\r\nplu;cena;\r\n;;\r\n1;2;\r\n').rows, [{ line: 4, fields: { plu: '1', price: 2 } }]);
  assert.match(refusal(';;\n;;'), /the file is empty/);
});

test('commas and tabs separate too when the first line has them', () => {
  assert.equal(
    fileOf(fixture('english-comma.csv')).rows.map(({ fields }) => fields),
    [
      { name: 'Bread, white', price: 89.9, label: 'Е', active: true },
      { name: 'Meat', price: 1234.5, label: 'Ђ', active: false },
    ],
  );
  const [row] = fileOf(fixture('pasted-tab.csv')).rows;
  assert.equal(row?.fields, { plu: '7', name: 'Sok "Đus" 1/1', price: 120.5, label: 'Ђ' });
});

test('headings are known in Cyrillic, Latin and English, in any order and case', () => {
  for (const heads of [
    'ПЛУ;НАЗИВ;јединица;Цена;ознака;гтин;категорија;активан',
    'šifra;naziv;jedinica;cena;oznaka;bar-kod;kategorija;aktivan',
    'plu; Name ;unit;price;label;GTIN;category;active',
    's\u030cifra;naziv;jedinica;cena;oznaka;gtin;kategorija;aktivan',
  ]) {
    const [row] = fileOf(`${heads}\n1;a;b;2;Ђ;12345678;c;да`).rows;
    assert.equal(
      row?.fields,
      { plu: '1', name: 'a', unit: 'b', price: 2, label: 'Ђ', gtin: '12345678', category: 'c', active: true },
      heads,
    );
  }
  assert.equal(fileOf('цена;plu\n5;7').rows[0]?.fields, { price: 5, plu: '7' });
});

test('headings that are unknown, doubled or missing are refused, with the list of those known', () => {
  assert.match(
    refusal('plu;boja\n1;2'),
    /^the column "boja" is not known\. Known columns: plu\/плу.*активан\/aktivan\/active\.$/,
  );
  assert.match(refusal('x'.repeat(30_000)), /^the column "x{40}…" is not known\. Known/);
  assert.match(refusal('plu;назив;name\n'), /"name" appears twice/);
  assert.match(refusal('цена;ознака\n1;Ђ'), /without a column plu or назив/);
  assert.match(refusal(''), /the file is empty/);
  assert.match(refusal('\r\n\r\n'), /the file is empty/);
});

test('every bad row is reported with its line and column; the others are read', () => {
  const file = fileOf('назив;cena;gtin;ознака\nа;x;;Ђ\nб;1;;Ђ\nв;1;8,6E+12;Ђ\nг;1;;Ђ;;9\n');
  assert.equal(
    file.rows.map(({ line }) => line),
    [3],
  );
  assert.equal(
    file.faults.map(({ line, column }) => [line, column]),
    [
      [2, 'price'],
      [4, 'gtin'],
      [5, null],
    ],
  );
  assert.is(file.headingOf('price'), 'cena');
  assert.is(file.headingOf('category'), 'категорија', 'not in the file: as an export has it');
});

test('a quotation mark that is never closed hides no fault before it', () => {
  const file = fileOf('plu;cena\n1;x\n2;2\n3;"3\n4;y\n');
  assert.equal(
    file.rows.map(({ line }) => line),
    [3],
  );
  assert.equal(
    file.faults.map(({ line, column }) => [line, column]),
    [
      [2, 'price'],
      [4, null],
    ],
  );
  assert.match(String(inEnglish(file.faults[1]?.reason ?? '')), /never closed\. Nothing from here on was read\.$/);
  assert.match(refusal('plu;"cena\n1;2\n'), /^line 1: A quotation mark opens a cell here and is never closed/);
});

test('an unquoted decimal comma in a file with commas is noticed', () => {
  const [fault] = fileOf('plu,cena\n1,150,50\n').faults;
  assert.match(
    String(inEnglish(fault?.reason ?? '')),
    /has 3 cells, but the first line has 2\. A cell that contains the separator must be in quot/,
  );
});

test('cells that are left out at the end of a row are empty', () => {
  assert.equal(fileOf('plu;cena;kategorija\n1;2\n').rows[0]?.fields, { plu: '1', price: 2, category: '' });
});

test('10,000 rows are read, one more is not', () => {
  const rows = Array.from({ length: 10_000 }, (_, i) => `${i}\n`).join('');
  assert.is(fileOf(`plu\n${rows}`).rows.length, 10_000);
  assert.is(refusal(`plu\n${rows}x`), 'the file has more than 10000 rows, the most for one import.');
});

test('no bytes make the reader throw, in no encoding', () => {
  const whole = fixture('excel-utf-8.csv');
  for (let round = 0; round < 3000; round += 1) {
    const bytes = random.oneIn(3) ? random.bytes(random.int(0, 200)) : Buffer.from(whole);
    for (let n = random.int(0, 4); n > 0 && bytes.length > 0; n -= 1)
      bytes[random.int(0, bytes.length - 1)] = random.int(0, 255);
    const read = readItems(bytes, random.pick(['utf-8', 'windows-1250', 'windows-1251']));
    if (!read.ok) assert.match(english(read.error), /\w+ \w+/);
  }
});

test.run();
