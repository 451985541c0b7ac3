import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Catalogue } from '../../../src/shop/catalogue/items.js';
import { cases } from '../../kit/cases.js';
import { noteMoments } from '../../kit/crashing.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { statesAfterCut } from '../../kit/disk/powerCut.js';
import { History } from '../../kit/history.js';
import { FOLDER, openLedger } from '../../kit/ledger.js';
import { seededRandom } from '../../kit/random.js';
import { contentOf, exportText, importText, newCatalogue, TAX_LABELS } from './items.js';
import { inEnglish } from '../../kit/inEnglish.js';

const CATALOGUES = cases('CATALOGUES', { ci: 8, all: 40 });
const IMPORTS = cases('IMPORTS', { ci: 150, all: 400 });
const random = seededRandom();
const LETTERS = '\'=+-@;",|. 0178Ee/:ЖЂaČ🍕＝＋－＠';

function randomItem(plu: string | null) {
  const maybe = (text: string): string | null => (random.oneIn(3) ? null : text);
  return {
    plu,
    name: `${random.text(LETTERS, 0, 8)}${random.pick(['x', '1', "'", '='])}`,
    unit: maybe(random.text(LETTERS, 0, 5)),
    price: random.int(0, random.pick([0, 99, 1_000_000, 99_999_999_900])) / 100,
    label: random.pick(['Ђ', 'Е']),
    gtin: maybe(random.text('0123456789', 8, 14)),
    category: maybe(random.text(LETTERS, 0, 8)),
  };
}

async function fill(catalogue: Catalogue, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const id = await catalogue.create(randomItem(random.oneIn(3) ? null : `${random.text(LETTERS, 0, 6)}n${n}`));
    if (!id.ok) throw new Error(JSON.stringify(inEnglish(id.error)));
    if (random.oneIn(4)) await catalogue.deactivate(id.value);
  }
}

/** The random GTINs are warned of; what was done does not depend on that. */
function countsOf({ warnings: _, ...counts }: Awaited<ReturnType<typeof importText>>) {
  return counts;
}

test('an export that is imported into an empty box gives the same catalogue, and changes nothing where it came from', async () => {
  for (let round = 0; round < CATALOGUES; round += 1) {
    const from = await newCatalogue();
    await fill(from.catalogue, 40);
    const text = exportText(from.catalogue);
    const same = { created: 0, changed: 0, unchanged: 40, faults: [] };
    assert.equal(inEnglish(countsOf(await importText(from.catalogue, text))), same);
    const to = await newCatalogue();
    assert.equal(inEnglish(countsOf(await importText(to.catalogue, text))), { ...same, created: 40, unchanged: 0 });
    assert.equal(contentOf(to.ledger), contentOf(from.ledger));
    assert.is(exportText(to.catalogue), text);
    assert.equal(inEnglish(countsOf(await importText(to.catalogue, text))), same);
    await from.ledger.close();
    await to.ledger.close();
  }
});

test('wherever a spreadsheet would cut an export, no cell begins like a formula', async () => {
  const { ledger, catalogue } = await newCatalogue();
  await fill(catalogue, 400);
  const text = exportText(catalogue);
  // The start of the file and of each line, and all behind any separator, with what a spreadsheet skips there.
  for (const [cut] of text.matchAll(/(?<=^\ufeff?|[\r\n,;\t|])["\s]*[=+\-@＝＋－＠].{0,20}/gu)) assert.unreachable(cut);
  assert.match(text, /"'=/);
  await ledger.close();
});

test('an export is UTF-8 with its mark, semicolons, decimal commas and CRLF, by name as GET /items, inactive ones too', async () => {
  const { catalogue } = await newCatalogue();
  await importText(
    catalogue,
    'plu;назив;цена;ознака;активан\n007;Ђумбир;1234,5;Ђ;да\n2;"=1+1";0,05;Е;не\n3;Дуња;15;Ђ;\n',
  );
  assert.is(
    exportText(catalogue),
    [
      '\ufeffplu;назив;јединица;цена;ознака;gtin;категорија;активан',
      `2;"'=1+1";ком;0,05;Е;;;не`,
      '3;Дуња;ком;15,00;Ђ;;;да',
      `'007;Ђумбир;ком;1.234,50;Ђ;;;да`,
      '',
    ].join('\r\n'),
  );
});

test('random rows are imported all or, where one is refused, not at all', async () => {
  const { ledger, catalogue } = await newCatalogue();
  let imported = 0;
  let refused = 0;
  for (let round = 0; round < IMPORTS; round += 1) {
    const row = (): string =>
      [
        random.pick(['', '', '1', '2', '3', 'x=', '8,6E+12']),
        random.pick(['', 'Кафа', 'Чај', "'", 'а\u200b']),
        random.pick(['', '5', '1.234,50', '1.234', '-1', 'x']),
        random.pick(['', 'Ђ', 'Е', 'Ђ', 'E', 'Ж']),
        random.pick(['', '', '12345678', '123']),
      ].join(';');
    const rows = Array.from({ length: random.int(1, 3) }, row);
    const before = { items: catalogue.all(), end: ledger.end.sequence };
    const report = await importText(catalogue, `plu;назив;цена;ознака;gtin\n${rows.join('\n')}\n`);
    if (report.faults.length > 0) {
      refused += 1;
      assert.equal({ items: catalogue.all(), end: ledger.end.sequence }, before, rows.join('\n'));
      continue;
    }
    imported += report.created + report.changed;
    const known = catalogue.all().length - before.items.length;
    assert.is(known, report.created, rows.join('\n'));
    assert.is(ledger.end.sequence > before.end, report.created + report.changed > 0);
  }
  assert.ok(imported > 0 && refused > 0, 'some were good, some were not');
});

test('a power cut during an import leaves all of its items or none, and all once it was acknowledged', async () => {
  const disk = new MemoryDisk(new Map([[FOLDER, 'folder']]));
  const ledger = await openLedger(disk);
  const catalogue = new Catalogue(ledger, () => TAX_LABELS);
  await importText(catalogue, 'plu;назив;цена;ознака\n1;стар;1;Ђ\n2;стар;2;Ђ\n');
  const before = contentOf(ledger);
  await ledger.runIdleWork();
  const { points, note } = noteMoments(disk, new History());
  const rows = Array.from({ length: 60 }, (_, i) => `${i};${random.text('абвгдежз ', 20, 40)}н;${i};Ђ\n`).join('');
  const report = await importText(catalogue, `plu;назив;цена;ознака\n${rows}`);
  assert.is(report.changed + report.created, 60, JSON.stringify(inEnglish(report.faults)));
  const after = contentOf(ledger);
  const acknowledged = points.length;
  note();
  await ledger.close();

  const seen = { before: 0, after: 0 };
  for (const [index, { moment, operation }] of points.entries()) {
    for (const state of statesAfterCut(moment, random, 40)) {
      const recovered = await openLedger(new MemoryDisk(state));
      const items = JSON.stringify(contentOf(recovered));
      await recovered.close();
      if (items === JSON.stringify(after)) seen.after += 1;
      else {
        assert.is(items, JSON.stringify(before), `a part is there after a cut before ${operation}`);
        assert.ok(index < acknowledged, `an acknowledged import was lost by a cut before ${operation}`);
        seen.before += 1;
      }
    }
  }
  assert.ok(seen.before > 0 && seen.after > 0, JSON.stringify(seen));
});

test.run();
