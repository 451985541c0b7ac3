import { setImmediate } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { TaxLabel } from '../../../src/contract/fiscal.js';
import { failed, ok } from '../../../src/base/result.js';
import { MAX_ITEMS } from '../../../src/shop/catalogue/itemCodes.js';
import { MAX_CSV_ROWS } from '../../../src/shop/catalogue/import.js';
import { Catalogue } from '../../../src/shop/catalogue/items.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { openLedger } from '../../kit/ledger.js';
import { importText, newCatalogue, TAX_LABELS } from './items.js';
import { inEnglish } from '../../kit/inEnglish.js';

/** Maximum number of active items in the catalogue. */
const MAX_ACTIVE_ITEMS = 10_000;

const ALL_ACTIVE =
  'the catalogue has 10000 active items, as many as it can have. Deactivate some that are no longer sold (DELETE /items/{id}, or "не" in the column активан of an import).';
const NO_PLACE =
  'the catalogue has 20000 items with the inactive ones, as many as it can hold. Change one that is no longer sold instead, and make it active (PATCH /items/{id} with "active": true, or a row with its plu and "да" in the column активан).';

const DONE = { created: 0, changed: 0, unchanged: 0, faults: [] };

test('items are created with the defaults of POST /items', async () => {
  const { catalogue } = await newCatalogue();
  assert.equal(inEnglish(await importText(catalogue, 'назив;ознака\nКафа;Ђ\n')), { ...DONE, created: 1 });
  assert.equal(catalogue.all(), [
    { id: 1, plu: null, name: 'Кафа', unit: 'ком', price: 0, label: 'Ђ', gtin: null, category: null, active: true },
  ]);
});

test('an item of the same PLU is changed in the columns of the file only', async () => {
  const { catalogue } = await newCatalogue();
  await importText(catalogue, 'plu;назив;цена;ознака;категорија\n1;Кафа;150,00;Ђ;Пића\n2;Чај;99,90;Ђ;Пића\n');
  const [kafa, caj] = catalogue.all();
  assert.equal(inEnglish(await importText(catalogue, 'цена;plu\n1.200,00;1\n')), { ...DONE, changed: 1 });
  assert.equal(catalogue.all(), [{ ...kafa, price: 120_000 }, caj]);
  assert.equal(inEnglish(await importText(catalogue, 'plu;назив;активан;категорија\n2;Зелени чај;не;\n')), {
    ...DONE,
    changed: 1,
  });
  assert.equal(catalogue.all()[1], { ...caj, name: 'Зелени чај', active: false, category: null });
});

test('an empty cell of name, price, label or active keeps the value', async () => {
  const { catalogue } = await newCatalogue();
  await importText(catalogue, 'plu;назив;цена;ознака;активан\n1;Кафа;150,00;Ђ;не\n');
  assert.equal(inEnglish(await importText(catalogue, 'plu;назив;цена;ознака;активан\n1;;;;\n')), {
    ...DONE,
    unchanged: 1,
  });
  assert.is(catalogue.all()[0]?.active, false);
});

test('an item can be created inactive', async () => {
  const { catalogue } = await newCatalogue();
  await importText(catalogue, 'назив;ознака;активан\nКафа;Ђ;не\n');
  assert.is(catalogue.all()[0]?.active, false);
});

test('a row without a PLU is about the one item without a PLU of exactly its name', async () => {
  const { catalogue } = await newCatalogue();
  await importText(catalogue, 'plu;назив;цена;ознака\n;Кафа;1;Ђ\n5;Кафа;2;Ђ\n');
  assert.equal(inEnglish(await importText(catalogue, 'назив;цена;ознака\nКафа;3;Ђ\nкафа;4;Ђ\n')), {
    ...DONE,
    created: 1,
    changed: 1,
  });
  assert.equal(
    catalogue.all().map(({ plu, name, price }) => [plu, name, price]),
    [
      [null, 'Кафа', 300],
      ['5', 'Кафа', 200],
      [null, 'кафа', 400],
    ],
  );
});

test('names and PLUs are compared as they are stored, in NFC', async () => {
  const { catalogue } = await newCatalogue();
  await importText(catalogue, 'plu;назив;ознака\n;Kola\u010d;Ђ\n\u010d;Čaj;Ђ\n');
  const again = await importText(catalogue, 'plu;назив;ознака\n;Kolac\u030c;Ђ\nc\u030c;C\u030caj;Ђ\n');
  assert.equal(inEnglish(again), { ...DONE, unchanged: 2 });
});

test('items with one name and no PLU are matched by their order only when the file has all of them', async () => {
  const { catalogue } = await newCatalogue();
  const twins = 'назив;цена;ознака\nКафа;1;Ђ\nКафа;2;Ђ\n';
  assert.equal(inEnglish(await importText(catalogue, twins)), { ...DONE, created: 2 });
  assert.equal(inEnglish(await importText(catalogue, twins)), { ...DONE, unchanged: 2 });
  for (const count of [1, 3]) {
    const report = await importText(catalogue, `назив;цена\n${'Кафа;7\n'.repeat(count)}`);
    const reason = `${count} rows and 2 items have this name and no plu: it is not clear which is which.`;
    assert.equal(
      inEnglish(report.faults),
      Array.from({ length: count }, (_, i) => ({ line: i + 2, column: 'name', reason })),
    );
  }
});

test('every refused row is reported with its line and column, and then nothing is imported', async () => {
  const { ledger, catalogue } = await newCatalogue();
  await importText(catalogue, 'plu;назив;ознака\n1;Кафа;Ђ\n');
  const before = { items: catalogue.all(), end: ledger.end.sequence };
  const report = await importText(
    catalogue,
    [
      'plu;назив;цена;ознака;gtin;јединица',
      '2;Добар;1,00;Ђ;;',
      '3;Латинично;1,00;E;;',
      `4;${'ж'.repeat(201)};1,00;Ђ;;`,
      '5;Скуп;1.000.000.000,00;Ђ;;',
      '6;Јефтин;-1,00;Ђ;;',
      '7;Гтин;1,00;Ђ;860012345678901;',
      '2;Опет;1,00;Ђ;;',
      '8;;1,00;Ђ;;',
      '9;Без ознаке;1,00;;;',
      ';;1,00;Ђ;;',
      '1;Кафа;2,00;Ђ;;чаша\u0007',
      '',
    ].join('\n'),
  );
  assert.equal(inEnglish(report.faults.toSorted((a, b) => a.line - b.line)), [
    {
      line: 3,
      column: 'label',
      reason: 'label "E" is not an active tax label. It is a Latin letter: send the Cyrillic "Е". Allowed: Ђ, Е.',
    },
    { line: 4, column: 'name', reason: 'name may have at most 200 characters.' },
    { line: 5, column: 'price', reason: 'price must be at most 999999999.' },
    { line: 6, column: 'price', reason: 'price must be 0 or more.' },
    { line: 7, column: 'gtin', reason: 'gtin must be 8 to 14 digits.' },
    { line: 8, column: 'plu', reason: 'plu "2" is also in line 2.' },
    { line: 9, column: 'name', reason: 'name is required.' },
    { line: 10, column: 'label', reason: 'label is required.' },
    { line: 11, column: 'name', reason: 'a row without a plu needs a name.' },
    {
      line: 12,
      column: 'unit',
      reason: 'unit holds a control character or half a character.',
    },
  ]);
  assert.equal({ items: catalogue.all(), end: ledger.end.sequence }, before);
});

test('a label that an item has is kept also when it is no longer active, but is not given to others', async () => {
  let labels: readonly TaxLabel[] = TAX_LABELS;
  const { catalogue } = await newCatalogue(() => labels);
  await importText(catalogue, 'plu;назив;цена;ознака\n1;Хлеб;90;Е\n2;Сок;90;Ђ\n');
  labels = TAX_LABELS.filter(({ label }) => label === 'Ђ');
  assert.equal(inEnglish(await importText(catalogue, 'plu;цена;ознака\n1;95;Е\n')), { ...DONE, changed: 1 });
  const { faults } = await importText(catalogue, 'plu;ознака\n2;Е\n');
  assert.equal(inEnglish(faults), [
    { line: 2, column: 'label', reason: 'label "Е" is not an active tax label. Allowed: Ђ.' },
  ]);
});

test('a check says what an import would do, and does nothing', async () => {
  const { ledger, catalogue } = await newCatalogue();
  const end = ledger.end.sequence;
  const checked = await importText(catalogue, 'назив;ознака\nКафа;Ђ\n', true);
  const after = { id: 0, plu: null, name: 'Кафа', unit: 'ком', price: 0, label: 'Ђ', gtin: null, category: null };
  const shown = [{ line: 2, before: null, after: { ...after, active: true } }];
  assert.equal(inEnglish(checked), { ...DONE, created: 1, shown });
  assert.equal(catalogue.all(), []);
  assert.is(ledger.end.sequence, end);
});

test('an import is one record, with the items that it creates or changes only', async () => {
  const { ledger, catalogue } = await newCatalogue();
  const file = 'plu;назив;цена;ознака\n1;а;1;Ђ\n2;б;2;Ђ\n';
  await importText(catalogue, file);
  const end = ledger.end.sequence;
  assert.equal(inEnglish(await importText(catalogue, `${file}3;в;3;Ђ\n`)), { ...DONE, created: 1, unchanged: 2 });
  assert.is(ledger.end.sequence, end + 1);
  assert.equal(inEnglish(await importText(catalogue, file)), { ...DONE, unchanged: 2 });
  assert.is(ledger.end.sequence, end + 1, 'nothing to write');
});

test('other changes of the catalogue wait for an import, so that no PLU is given twice', async () => {
  const { catalogue } = await newCatalogue();
  const rows = Array.from({ length: 300 }, (_, i) => `${i};Артикал ${i};Ђ\n`).join('');
  const [report, created] = await Promise.all([
    importText(catalogue, `plu;назив;ознака\n${rows}`),
    catalogue.create({ plu: '299', name: 'Други', label: 'Ђ' }),
  ]);
  assert.is(report.created, 300);
  assert.equal(inEnglish(created), {
    ok: false,
    error: {
      kind: 'invalid',
      fault: { rule: 'item.plu-used', field: '/plu', message: 'plu "299" is used by item 300 (Артикал 299).' },
    },
  });
});

test('others have their turn while rows are checked', async () => {
  const { catalogue } = await newCatalogue();
  const rows = Array.from({ length: 1000 }, (_, i) => ({ line: i, fields: { name: `Артикал ${i}`, label: 'Ђ' } }));
  let isChecking = true;
  let turns = 0;
  const others = async (): Promise<void> => {
    for (; isChecking; turns += 1) await setImmediate();
  };
  const counting = others();
  const report = await catalogue.check(rows);
  isChecking = false;
  await counting;
  assert.is(report.created, 1000);
  assert.ok(turns >= 10, `${turns} turns`);
});

test('an import that cannot be stored is reported, and changes nothing', async () => {
  const disk = new MemoryDisk();
  const ledger = await openLedger(disk);
  const catalogue = new Catalogue(ledger, () => TAX_LABELS);
  disk.fault = (operation) => (operation === 'datasync' ? 'EIO' : undefined);
  const imported = await catalogue.import([{ line: 2, fields: { name: 'Кафа', label: 'Ђ' } }]);
  assert.equal(inEnglish(imported), { ok: false, error: 'broken' });
  assert.equal(catalogue.all(), []);
});

/** A file of `count` new items from number `from`. */
const many = (count: number, from = 0): string =>
  Array.from({ length: count }, (_, i) => `${from + i};Артикал ${from + i};${i % 1000},50;Ђ\n`).join('');

test('10,000 items are imported at once, and no more are active', async () => {
  const { ledger, catalogue } = await newCatalogue();
  assert.is(MAX_ACTIVE_ITEMS, MAX_CSV_ROWS);
  const full = await importText(catalogue, `plu;назив;цена;ознака\n${many(MAX_CSV_ROWS)}`);
  assert.equal(inEnglish(full), { ...DONE, created: MAX_CSV_ROWS });
  const { faults } = await importText(catalogue, 'plu;назив;ознака\n7;Други;Ђ\nx;Нов;Ђ\n');
  assert.equal(inEnglish(faults), [{ line: 3, column: null, reason: ALL_ACTIVE }]);
  // The same bound for one item at a time.
  const another = { name: 'Нов', label: 'Ђ' };
  const refused = failed({ kind: 'invalid', fault: { rule: 'item.too-many-active', message: ALL_ACTIVE } });
  assert.equal(inEnglish(await catalogue.create(another)), refused);
  // What is not sold any more makes room, and is still there.
  for (const id of [8, 9, 10]) assert.ok((await catalogue.deactivate(id)).ok);
  const inactive = [8, 9, 10].map((id) => ledger.main.item(id));
  assert.equal(inEnglish(await catalogue.create({ ...another, plu: 'y' })), ok(MAX_ACTIVE_ITEMS + 1));
  assert.equal(inEnglish(await importText(catalogue, 'plu;назив;ознака\nx;Нов;Ђ\n')), { ...DONE, created: 1 });
  assert.is(ledger.main.item(MAX_ACTIVE_ITEMS + 2)?.plu, 'x');
  assert.equal(
    [8, 9, 10].map((id) => ledger.main.item(id)),
    inactive,
  );
  assert.equal(inEnglish(await catalogue.update(8, { active: true })), ok(8));
  assert.equal(inEnglish(await catalogue.create(another)), refused);
  assert.equal(inEnglish(await catalogue.update(9, { active: true })), refused);
  assert.equal(inEnglish(await catalogue.update(9, { price: 3 })), ok(9));
  assert.equal(inEnglish(await catalogue.update(8, { active: true, price: 3 })), ok(8));
  assert.equal(ledger.main.itemCounts(), { all: MAX_ACTIVE_ITEMS + 2, active: MAX_ACTIVE_ITEMS });
});

test('an import may activate as many items as it and the catalogue leave room for', async () => {
  const { ledger, catalogue } = await newCatalogue();
  await importText(catalogue, `plu;назив;цена;ознака\n${many(MAX_CSV_ROWS)}`);
  for (const id of [1, 2]) await catalogue.deactivate(id);
  const head = 'plu;назив;ознака;активан\n';
  // Two places are free, and one row makes a third.
  const rows = ['0;;;да', 'x;Нов;Ђ;', '1;;;да', 'y;Нов;Ђ;не', '5;;;не'];
  const refused = await importText(catalogue, `${head}${[...rows, 'z;Нов;Ђ;да'].join('\n')}\n`);
  assert.equal(inEnglish(refused.faults), [{ line: 7, column: null, reason: ALL_ACTIVE }]);
  assert.equal(ledger.main.itemCounts(), { all: MAX_ACTIVE_ITEMS, active: MAX_ACTIVE_ITEMS - 2 });
  assert.equal(inEnglish(await importText(catalogue, `${head}${rows.join('\n')}\n`)), {
    ...DONE,
    created: 2,
    changed: 3,
  });
  assert.equal(ledger.main.itemCounts(), { all: MAX_ACTIVE_ITEMS + 2, active: MAX_ACTIVE_ITEMS });
  const { faults } = await importText(catalogue, `${head}5;;;да\n7;Други;;\n`);
  assert.equal(inEnglish(faults), [{ line: 2, column: null, reason: ALL_ACTIVE }]);
});

test('a catalogue that has all the items that it can hold takes no new one, and those that it has come back', async () => {
  const { ledger, catalogue } = await newCatalogue();
  for (let from = 0; from < MAX_ITEMS - 1; from += MAX_CSV_ROWS) {
    const rows = many(Math.min(MAX_CSV_ROWS, MAX_ITEMS - 1 - from), from).replaceAll('\n', ';не\n');
    await importText(catalogue, `plu;назив;цена;ознака;активан\n${rows}`);
  }
  assert.equal(ledger.main.itemCounts(), { all: MAX_ITEMS - 1, active: 0 });
  const { faults } = await importText(catalogue, 'plu;назив;ознака\nx;Нов;Ђ\n7;Други;Ђ\ny;Нов;Ђ\n');
  assert.equal(inEnglish(faults), [{ line: 4, column: null, reason: NO_PLACE }]);
  assert.equal(inEnglish(await catalogue.create({ name: 'Нов', label: 'Ђ' })), ok(MAX_ITEMS));
  const refused = failed({ kind: 'invalid', fault: { rule: 'item.too-many', message: NO_PLACE } });
  assert.equal(inEnglish(await catalogue.create({ name: 'Нов', label: 'Ђ' })), refused);
  const inactive = await importText(catalogue, 'plu;назив;ознака;активан\nx;Нов;Ђ;не\n');
  assert.equal(inEnglish(inactive.faults), [{ line: 2, column: null, reason: NO_PLACE }]);
  assert.equal(inEnglish(await catalogue.update(8, { name: 'Други', active: true })), ok(8));
  assert.equal(inEnglish(await importText(catalogue, 'plu;назив;активан\n8;Трећи;да\n')), { ...DONE, changed: 1 });
  assert.equal(ledger.main.itemCounts(), { all: MAX_ITEMS, active: 3 });
});

test('an item that an earlier release has stored with runs of blanks is found by its name', async () => {
  const { ledger, catalogue } = await newCatalogue();
  const item = { plu: null, name: 'Кафа  мала', unit: 'ком', price: 1, label: 'Ђ', gtin: null, category: null };
  assert.ok((await ledger.put({ type: 'item', item: { ...item, id: 1, active: true } })).ok);
  assert.equal(inEnglish(await importText(catalogue, 'назив;цена;ознака\nКафа  мала;5;Ђ\n')), { ...DONE, changed: 1 });
  assert.equal(
    catalogue.all().map(({ name }) => name),
    ['Кафа мала'],
  );
});

test('a change that changes nothing writes nothing', async () => {
  const { ledger, catalogue } = await newCatalogue();
  assert.equal(inEnglish(await catalogue.create({ name: 'Кафа', label: 'Ђ', price: 1.5 })), ok(1));
  const { sequence } = ledger.end;
  for (const same of [{}, { name: 'Кафа' }, { price: 1.5, active: true }, { name: 'Кафа', unit: null }]) {
    assert.equal(inEnglish(await catalogue.update(1, same)), ok(1));
  }
  assert.is(ledger.end.sequence, sequence);
  assert.equal(inEnglish(await catalogue.update(1, { price: 1.51 })), ok(1));
  assert.is(ledger.end.sequence, sequence + 1);
});

test('what is too large for one record of the ledger is refused, also where every row by itself is small', async () => {
  const { ledger, catalogue } = await newCatalogue();
  const name = '🍕'.repeat(200);
  const item = { plu: null, name, unit: 'ком', price: 1, label: 'Ђ', gtin: null, category: null, active: true };
  const items = Array.from({ length: 9000 }, (_, i) => ({ ...item, id: i + 1, plu: `${i}` }));
  assert.ok((await ledger.put({ type: 'items', items })).ok);
  const rows = items.map(({ plu }) => `${plu};2\n`).join('');
  const { faults } = await importText(catalogue, `plu;цена\n${rows}`);
  assert.is(inEnglish(faults[0]?.reason), 'this is too much for one import: split the file before this line.');
  const first = faults[0]?.line ?? 0;
  const report = await importText(
    catalogue,
    `plu;цена\n${rows
      .split('\n')
      .slice(0, first - 2)
      .join('\n')}`,
  );
  assert.equal(inEnglish(report), { ...DONE, changed: first - 2 });
});

test.run();
