import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Ledger } from '../../../src/platform/ledger/ledger.js';
import { verifyLedger } from '../../../src/platform/ledger/verify.js';
import { loadView, saveView } from '../../../src/platform/ledger/views/image.js';
import { loadSql } from '../../../src/platform/ledger/views/sql.js';
import { mendedView, readable, VIEWS, written } from '../../kit/damage.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { FOLDER, openLedger, viewsOf } from '../../kit/ledger.js';
import { seededRandom } from '../../kit/random.js';
import { inEnglish } from '../../kit/inEnglish.js';

type SavedView = Parameters<typeof saveView>[2];

const random = seededRandom();

type Change = (view: SavedView, path: string) => SavedView | Promise<SavedView>;

/** Another part `at` of every view with a name that ends so. */
function part(at: number, ending: string, change: (bytes: Buffer) => Uint8Array | Promise<Uint8Array>): Change {
  return async ({ head, parts }, path) => {
    const changed = path.endsWith(ending) ? await change(Buffer.from(parts[at] ?? [])) : undefined;
    return { head, parts: changed === undefined ? parts : parts.with(at, changed) };
  };
}

/** The image of `main` after some statements. */
const altered = (statements: string): Change =>
  part(0, '.snap', async (image) => {
    const db = new (await loadSql()).Database(image);
    db.run(statements);
    const bytes = db.export();
    db.close();
    return bytes;
  });

/** What may lie under a right sum though this release has never written it, in all views of a folder. */
const BREAKS: Readonly<Record<string, Change>> = {
  'an image that is no database': part(0, '.snap', (image) => image.fill(7, 0, 100)),
  'an image with a broken page': part(0, '.snap', (image) => image.fill(0xa5, 4096, 3 * 4096)),
  'an image that was cut short': part(0, '.snap', (image) => image.subarray(0, 5000)),
  'an empty image': part(0, '.snap', () => Buffer.alloc(0)),
  'a table that lacks a column': altered('ALTER TABLE item DROP COLUMN gtin'),
  'a table with one more column': altered('ALTER TABLE job ADD COLUMN later TEXT'),
  'a table that is not there': altered('DROP TABLE printer'),
  'a summary that is no JSON': altered(`UPDATE segment SET counts = '{'`),
  'an index of uneven columns': part(3, '', (column) => column.subarray(4)),
  'a column that ends within a number': part(2, '', (column) => column.subarray(1)),
  'keys that are cut short': part(12, '', (keys) => keys.subarray(1)),
  'an index that lacks a part': ({ head, parts }) => ({ head, parts: parts.slice(0, -1) }),
  'a position that is none': ({ head, parts }) => ({ head: { ...head, position: { sequence: 'x' } }, parts }),
  'no position': ({ head, parts }) => ({ head: { ...head, position: null }, parts }),
};

/** Ways to break the file itself, under a sum that is right again. */
const TORN: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  'a head that is no JSON': (bytes) => bytes.fill(0x7b, 16, 20),
  'a head that does not end': (bytes) => bytes.fill(0xff, 12, 16),
  'parts that are cut short': (bytes) => bytes.subarray(0, bytes.length - 8),
};

const views = (disk: MemoryDisk): string[] => [...disk.contents().keys()].filter((path) => /\.(snap|idx)$/.test(path));

async function heals(break_: (disk: MemoryDisk, path: string) => Promise<void> | void): Promise<void> {
  const { state, receipts } = await written(random, 60);
  const whole = await openLedger(new MemoryDisk(state));
  const expected = await viewsOf(whole);
  await whole.close();
  const disk = new MemoryDisk(state);
  for (const path of views(disk)) await break_(disk, path);
  assert.equal(inEnglish((await verifyLedger({ disk, folder: FOLDER })).faults), []);
  for (let start = 1; start <= 2; start += 1) {
    const ledger = await openLedger(disk);
    assert.is(ledger.failure, undefined);
    assert.is((await readable(ledger, receipts)).length, receipts.length);
    assert.equal(await viewsOf(ledger), expected);
    if (start === 2) await takesIn(ledger);
    await ledger.close();
  }
}

/** Every table takes in a change, and can be saved. */
async function takesIn(ledger: Ledger): Promise<void> {
  const item = { id: 1, plu: '1', name: 'Хлеб', unit: 'ком', price: 6000, label: 'Ђ', gtin: '8600001', category: null };
  assert.ok((await ledger.put({ type: 'item', item: { ...item, active: true } })).ok);
  assert.equal(ledger.main.items(), [{ ...item, active: true }]);
  assert.ok(ledger.main.image().length > 0);
}

for (const [name, change] of Object.entries(BREAKS)) {
  test(`views under a right sum are made again from the log: ${name}`, () =>
    heals(async (disk, path) => {
      const view = await loadView(disk, path);
      assert.ok(view !== undefined && path.startsWith(VIEWS));
      await saveView(disk, path, await change(view, path));
    }));
}

for (const [name, change] of Object.entries(TORN)) {
  test(`a view with ${name} is made again from the log, though its sum is right`, () =>
    heals((disk, path) => disk.damage(path, (bytes) => mendedView(change(bytes)))));
}

test.run();
