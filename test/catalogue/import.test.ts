import { setImmediate } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { TaxLabel } from '../../src/base/fiscal.js';
import { MAX_ROWS } from '../../src/catalogue/import.js';
import { Catalogue } from '../../src/catalogue/items.js';
import { MemoryDisk } from '../kit/disk/memory.js';
import { openLedger } from '../kit/ledger.js';
import { importText, newCatalogue, TAX_LABELS } from './items.js';

const DONE = { created: 0, changed: 0, unchanged: 0, faults: [] };

test('items are created with the defaults of POST /items', async () => {
  const { catalogue } = await newCatalogue();
  assert.equal(await importText(catalogue, 'назив;ознака\nКафа;Ђ\n'), { ...DONE, created: 1 });
  assert.equal(catalogue.all(), [
    { id: 1, plu: null, name: 'Кафа', unit: 'ком', price: 0, label: 'Ђ', gtin: null, category: null, active: true },
  ]);
});

test('an item of the same PLU is changed in the columns of the file only', async () => {
  const { catalogue } = await newCatalogue();
  await importText(catalogue, 'plu;назив;цена;ознака;категорија\n1;Кафа;150,00;Ђ;Пића\n2;Чај;99,90;Ђ;Пића\n');
  const [kafa, caj] = catalogue.all();
  assert.equal(await importText(catalogue, 'цена;plu\n1.200,00;1\n'), { ...DONE, changed: 1 });
  assert.equal(catalogue.all(), [{ ...kafa, price: 120_000 }, caj]);
  assert.equal(await importText(catalogue, 'plu;назив;активан;категорија\n2;Зелени чај;не;\n'), {
    ...DONE,
    changed: 1,
  });
  assert.equal(catalogue.all()[1], { ...caj, name: 'Зелени чај', active: false, category: null });
});

test('an empty cell of name, price, label or active keeps the value', async () => {
  const { catalogue } = await newCatalogue();
  await importText(catalogue, 'plu;назив;цена;ознака;активан\n1;Кафа;150,00;Ђ;не\n');
  assert.equal(await importText(catalogue, 'plu;назив;цена;ознака;активан\n1;;;;\n'), { ...DONE, unchanged: 1 });
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
  assert.equal(await importText(catalogue, 'назив;цена;ознака\nКафа;3;Ђ\nкафа;4;Ђ\n'), {
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
  assert.equal(again, { ...DONE, unchanged: 2 });
});

test('items of one name and without a PLU are told by their order only when the file has all of them', async () => {
  const { catalogue } = await newCatalogue();
  const twins = 'назив;цена;ознака\nКафа;1;Ђ\nКафа;2;Ђ\n';
  assert.equal(await importText(catalogue, twins), { ...DONE, created: 2 });
  assert.equal(await importText(catalogue, twins), { ...DONE, unchanged: 2 });
  for (const count of [1, 3]) {
    const report = await importText(catalogue, `назив;цена\n${'Кафа;7\n'.repeat(count)}`);
    const reason = `${count} rows and 2 items have this name and no plu: which is which?`;
    assert.equal(
      report.faults,
      Array.from({ length: count }, (_, i) => ({ line: i + 2, column: 'name', reason })),
    );
  }
});

test('every refused row is told with its line and column, and then nothing is imported', async () => {
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
  assert.equal(
    report.faults.toSorted((a, b) => a.line - b.line),
    [
      {
        line: 3,
        column: 'label',
        reason: 'label "E" is not an active tax label. It is a Latin letter: send the Cyrillic "Е". Allowed: Ђ, Е.',
      },
      { line: 4, column: 'name', reason: 'name may have at most 200 characters.' },
      { line: 5, column: 'price', reason: 'price must be at most 999999999.' },
      { line: 6, column: 'price', reason: 'price must be 0 or more.' },
      { line: 7, column: 'gtin', reason: 'gtin must be 8 to 14 digits.' },
      { line: 8, column: 'plu', reason: 'plu "2" stands in line 2 too.' },
      { line: 9, column: 'name', reason: 'name is required.' },
      { line: 10, column: 'label', reason: 'label is required.' },
      { line: 11, column: 'name', reason: 'a row without a plu needs a name.' },
      { line: 12, column: 'unit', reason: 'unit holds a control or invisible character.' },
    ],
  );
  assert.equal({ items: catalogue.all(), end: ledger.end.sequence }, before);
});

test('a label that an item has is kept also when it is no longer active, but is not given to others', async () => {
  let labels: readonly TaxLabel[] = TAX_LABELS;
  const { catalogue } = await newCatalogue(() => labels);
  await importText(catalogue, 'plu;назив;цена;ознака\n1;Хлеб;90;Е\n2;Сок;90;Ђ\n');
  labels = TAX_LABELS.filter(({ label }) => label === 'Ђ');
  assert.equal(await importText(catalogue, 'plu;цена;ознака\n1;95;Е\n'), { ...DONE, changed: 1 });
  const { faults } = await importText(catalogue, 'plu;ознака\n2;Е\n');
  assert.equal(faults, [{ line: 2, column: 'label', reason: 'label "Е" is not an active tax label. Allowed: Ђ.' }]);
});

test('a check says what an import would do, and does nothing', async () => {
  const { ledger, catalogue } = await newCatalogue();
  const end = ledger.end.sequence;
  assert.equal(await importText(catalogue, 'назив;ознака\nКафа;Ђ\n', true), { ...DONE, created: 1 });
  assert.equal(catalogue.all(), []);
  assert.is(ledger.end.sequence, end);
});

test('an import is one record, with the items that it creates or changes only', async () => {
  const { ledger, catalogue } = await newCatalogue();
  const file = 'plu;назив;цена;ознака\n1;а;1;Ђ\n2;б;2;Ђ\n';
  await importText(catalogue, file);
  const end = ledger.end.sequence;
  assert.equal(await importText(catalogue, `${file}3;в;3;Ђ\n`), { ...DONE, created: 1, unchanged: 2 });
  assert.is(ledger.end.sequence, end + 1);
  assert.equal(await importText(catalogue, file), { ...DONE, unchanged: 2 });
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
  assert.equal(created, {
    ok: false,
    error: { kind: 'invalid', message: 'plu "299" is used by item 300 (Артикал 299).' },
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

test('an import that cannot be stored is told, and changes nothing', async () => {
  const disk = new MemoryDisk();
  const ledger = await openLedger(disk);
  const catalogue = new Catalogue(ledger, () => TAX_LABELS);
  disk.fault = (operation) => (operation === 'datasync' ? 'EIO' : undefined);
  const imported = await catalogue.import([{ line: 2, fields: { name: 'Кафа', label: 'Ђ' } }]);
  assert.equal(imported, { ok: false, error: 'broken' });
  assert.equal(catalogue.all(), []);
});

test('a catalogue of 10,000 items is imported at once and takes no more', async () => {
  const { catalogue } = await newCatalogue();
  const rows = Array.from({ length: MAX_ROWS }, (_, i) => `${i};Артикал ${i};${i % 1000},50;Ђ\n`).join('');
  assert.equal(await importText(catalogue, `plu;назив;цена;ознака\n${rows}`), { ...DONE, created: MAX_ROWS });
  const { faults } = await importText(catalogue, 'plu;назив;ознака\n7;Други;Ђ\nx;Нов;Ђ\n');
  assert.equal(faults, [{ line: 3, column: null, reason: 'the catalogue would have more than 10000 items.' }]);
});

test('what is too large for one record of the ledger is refused, also where every row by itself is small', async () => {
  const { ledger, catalogue } = await newCatalogue();
  const name = '🍕'.repeat(200);
  const item = { plu: null, name, unit: 'ком', price: 1, label: 'Ђ', gtin: null, category: null, active: true };
  const items = Array.from({ length: 9000 }, (_, i) => ({ ...item, id: i + 1, plu: `${i}` }));
  assert.ok((await ledger.put({ type: 'items', items })).ok);
  const rows = items.map(({ plu }) => `${plu};2\n`).join('');
  const { faults } = await importText(catalogue, `plu;цена\n${rows}`);
  assert.is(faults[0]?.reason, 'this is too much for one import: split the file before this line.');
  const first = faults[0]?.line ?? 0;
  const report = await importText(
    catalogue,
    `plu;цена\n${rows
      .split('\n')
      .slice(0, first - 2)
      .join('\n')}`,
  );
  assert.equal(report, { ...DONE, changed: first - 2 });
});

test.run();
