import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { setImmediate } from 'node:timers/promises';
import { DiskError } from '../../../src/base/disk.js';
import { segment, VIEWS, written } from '../../kit/damage.js';
import { MemoryDisk, type Operation } from '../../kit/disk/memory.js';
import type { State } from '../../kit/disk/powerCut.js';
import { openLedger, viewsOf } from '../../kit/ledger.js';
import { seededRandom } from '../../kit/random.js';

const random = seededRandom();
/** So that a dozen segments are full. */
const RECEIPTS = 350;
let state: State;
let expected: Awaited<ReturnType<typeof viewsOf>>;

test.before(async () => {
  ({ state } = await written(random, RECEIPTS));
  const ledger = await openLedger(new MemoryDisk(state), { readOnly: true });
  expected = await viewsOf(ledger);
  await ledger.close();
});

function withoutViews(): MemoryDisk {
  const disk = new MemoryDisk(state);
  disk.forget(VIEWS);
  return disk;
}

/** The saved indexes of full segments, by name. */
function indexesOn(disk: MemoryDisk): [string, unknown][] {
  return [...disk.contents()].filter(([path]) => path.endsWith('.idx')).sort(([a], [b]) => (a < b ? -1 : 1));
}

test('a start without views makes them byte for byte as they became with each receipt', async () => {
  const disk = withoutViews();
  const ledger = await openLedger(disk);
  const indexes = indexesOn(new MemoryDisk(state));
  assert.ok(indexes.length >= 10, String(indexes.length));
  assert.equal(indexesOn(disk), indexes);
  assert.equal(await viewsOf(ledger), expected);
  await ledger.close();
});

test('indexes that the disk does not take are reported once, served from memory, and saved once the disk takes them', async () => {
  const disk = withoutViews();
  disk.fault = (operation, path) => (operation === 'create' && path.startsWith(VIEWS) ? 'ENOSPC' : undefined);
  const events: string[] = [];
  const ledger = await openLedger(disk, { log: (event) => void events.push(event) });
  assert.is(events.filter((event) => event === 'ledger.snapshot_failed').length, 1, events.join());
  assert.equal(indexesOn(disk), []);
  assert.equal(await viewsOf(ledger), expected);
  disk.fault = () => undefined;
  await ledger.runIdleWork();
  assert.equal(indexesOn(disk), indexesOn(new MemoryDisk(state)));
  assert.equal(await viewsOf(ledger), expected);
  await ledger.close();
});

test('a start that cannot read on leaves nothing half done', async () => {
  for (const number of [2, 5, 9]) {
    const disk = withoutViews();
    const operations: Operation[] = [];
    let reads = 0;
    disk.fault = (operation, path) => {
      operations.push(operation);
      // The first two are of its header and of its first record, before any record is taken in.
      return operation === 'read' && path === segment(number) && (reads += 1) > 2 ? 'ENOMEM' : undefined;
    };
    // An index is still being saved when the reading fails.
    const create = disk.create.bind(disk);
    disk.create = async (path) => {
      await setImmediate();
      return create(path);
    };
    let failure: unknown;
    await openLedger(disk).catch((error: unknown) => (failure = error));
    assert.instance(failure, DiskError);
    const done = operations.length;
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
    assert.is(operations.length, done, operations.slice(done).join());
  }
});

test.run();
