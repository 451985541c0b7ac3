// One check of codes: GTINs that cannot exist, and codes that two items share or almost share.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { exactCode, foldedCode } from '../../../src/base/gtin.js';
import type { Catalogue } from '../../../src/shop/catalogue/items.js';
import { changedCatalogue } from '../../../src/programs/fleet/group/catalogue.js';
import { importText, newCatalogue } from './items.js';
import { inEnglish } from '../../kit/inEnglish.js';

const RIGHT = '4006381333931';

async function stocked(...items: readonly object[]): Promise<Catalogue> {
  const { catalogue } = await newCatalogue();
  for (const item of items) assert.ok((await catalogue.create({ label: 'Ђ', ...item })).ok);
  return catalogue;
}

/** Rule, field and the English sentence, in short. */
function told(warnings: ReturnType<Catalogue['codeWarnings']> = []): string[] {
  return warnings.map(({ rule, field, messageEn }) => `${rule} ${field} ${/item "(.*?)"/.exec(messageEn)?.[1] ?? '-'}`);
}

test('a code is folded without leading zeros and capitals; a GTIN is the same with any number of zeros', () => {
  assert.is(foldedCode('07007'), '7007');
  assert.is(foldedCode('0000'), '0');
  assert.is(foldedCode('ША7'), 'ша7');
  assert.is(exactCode('036000291452'), exactCode('0036000291452'));
  assert.is.not(exactCode('07007'), exactCode('7007'));
});

test('a GTIN with a wrong check digit or a length of no barcode is warned of, in both languages', async () => {
  const catalogue = await stocked();
  const [wrong] = catalogue.codeWarnings({ plu: null, gtin: '4006381333932' }, null);
  assert.is(wrong?.message, 'Контролна цифра GTIN-а „4006381333932” није тачна: очекује се 1. Проверите га.');
  assert.is(wrong?.messageEn, 'The check digit of GTIN "4006381333932" is wrong: 1 is expected. Check it.');
  const [long] = catalogue.codeWarnings({ plu: null, gtin: '1234567890' }, null);
  assert.match(long?.messageEn ?? '', /has 10 digits/);
  assert.equal(catalogue.codeWarnings({ plu: '1234567', gtin: RIGHT }, null), []);
});

test('a code of another item is warned of with its name: the same, and one that differs by zeros or capitals', async () => {
  const catalogue = await stocked(
    { name: 'Хлеб', plu: '7007', gtin: RIGHT },
    { name: 'Млеко', plu: 'Ша1', gtin: '73513537' },
  );
  const of = (plu: string | null, gtin: string | null, id: number | null = null) =>
    told(catalogue.codeWarnings({ plu, gtin }, id));
  assert.equal(of('07007', null), ['item.code-alike plu Хлеб']);
  for (const alike of ['шА1', 'ША1', '0ша1']) assert.equal(of(alike, null), ['item.code-alike plu Млеко'], alike);
  assert.equal(of('ша2', null), []);
  assert.equal(of('7007', null), ['item.plu-used plu Хлеб']);
  assert.equal(of(null, RIGHT), ['item.code-shared gtin Хлеб']);
  assert.equal(of(null, `0${RIGHT}`), ['item.code-shared gtin Хлеб'], 'the same article with 14 digits');
  assert.equal(
    of(RIGHT, null),
    ['item.code-shared plu Хлеб'],
    'a scan may mean the PLU of one and the GTIN of the other',
  );
  assert.equal(of('7007', RIGHT, 1), [], 'no item is compared with itself');
  assert.ok((await catalogue.deactivate(1)).ok);
  assert.equal(of('07007', RIGHT), [], 'what is not for sale is found by no scan');
});

test('CSV: rows are compared with the catalogue and with each other, and are imported all the same', async () => {
  const catalogue = await stocked(
    { name: 'Хлеб', plu: '7007', gtin: RIGHT },
    { name: 'Со', plu: '5', gtin: '73513537' },
  );
  const text = `plu;назив;ознака;gtin\n07007;Кифла;Ђ;\n8;Чај;Ђ;4006381333932\n9;Сок;Ђ;${RIGHT}\n08;Вода;Ђ;\n`;
  const expected = [
    '2 item.code-alike plu Хлеб',
    '3 item.gtin-wrong gtin -',
    '3 item.code-alike plu Вода',
    '4 item.code-shared gtin Хлеб',
    '5 item.code-alike plu Чај',
  ];
  const lines = ({ warnings = [] }: Awaited<ReturnType<typeof importText>>) =>
    warnings.map((one) => `${one.line} ${told([one])[0]}`);
  assert.equal(lines(await importText(catalogue, text, true)), expected);
  const { warnings: _, ...done } = await importText(catalogue, text);
  assert.equal(inEnglish(done), { created: 4, changed: 0, unchanged: 0, faults: [] });
  assert.equal(lines(await importText(catalogue, 'plu;цена\n9;10,00\n')), [], 'a price brings no code');
  // What the file itself changes counts as it will be.
  assert.equal(lines(await importText(catalogue, `plu;gtin\n5;${RIGHT}\n7007;\n9;\n`)), []);
});

test('of thousands of rows with one code each is told of one other', async () => {
  const catalogue = await stocked();
  const rows = Array.from({ length: 3000 }, (_, at) => `a${at};А ${at};Ђ;${RIGHT}\n`).join('');
  const { warnings = [] } = await importText(catalogue, `plu;назив;ознака;gtin\n${rows}`, true);
  assert.is(warnings.length, 3000);
  assert.equal(told(warnings.slice(0, 2)), ['item.code-shared gtin А 1', 'item.code-shared gtin А 0']);
});

test('prices of a group are checked by the same', async () => {
  const before = [
    { plu: '7007', name: 'Хлеб', unit: 'ком', price: 89.9, label: 'Ђ', gtin: RIGHT, category: null, active: true },
  ];
  const rows = [{ line: 2, fields: { plu: '07007', name: 'Кифла', label: 'Ђ', gtin: RIGHT } }];
  const made = await changedCatalogue(before, rows);
  assert.equal(inEnglish(made.ok ? told(made.value.warnings) : made.error), [
    'item.code-alike plu Хлеб',
    'item.code-shared gtin Хлеб',
  ]);
});

test.run();
