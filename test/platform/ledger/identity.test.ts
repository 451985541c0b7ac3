import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { segment, VIEWS, written } from '../../kit/damage.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { FOLDER, openLedger } from '../../kit/ledger.js';
import { seededRandom } from '../../kit/random.js';

const random = seededRandom();
const BOX_ID = `${FOLDER}/box.id`;
const LOG = `${FOLDER}/log`;

async function small(): Promise<MemoryDisk> {
  return new MemoryDisk((await written(random, 3)).state);
}

test('the first start writes the id of the box next to the log', async () => {
  const disk = new MemoryDisk();
  const ledger = await openLedger(disk);
  assert.is(String(disk.contents().get(BOX_ID)), `${ledger.boxId.toString('hex')}\n`);
});

test('a log folder that was emptied is damage, not a new box, also without views', async () => {
  const disk = await small();
  const before = disk.contents().get(BOX_ID);
  disk.forget(LOG);
  disk.forget(VIEWS);
  for (let start = 0; start < 2; start += 1) {
    const ledger = await openLedger(disk);
    assert.is(ledger.failure, 'damaged');
    assert.is(`${ledger.boxId.toString('hex')}\n`, String(before), 'it is still the same box');
    assert.equal(await ledger.reserve(100), { ok: false, error: 'damaged' });
    await ledger.close();
  }
  assert.equal(disk.contents().get(BOX_ID), before);
  assert.is(disk.contents().get(segment(1)), undefined);
});

test('an emptied log is damage also where only the saved views tell of it; an empty folder is a new box, and views are made anew', async () => {
  const logged: string[] = [];
  const log = (event: string): void => void logged.push(event);
  for (const [lost, failure, isRebuilt] of [
    [[LOG, BOX_ID], 'damaged', false],
    [[LOG, BOX_ID, VIEWS], undefined, false],
    [[VIEWS], undefined, true],
    [[], undefined, false],
  ] as const) {
    const disk = new MemoryDisk((await written(random, 30)).state);
    for (const path of lost) disk.forget(path);
    logged.length = 0;
    const ledger = await openLedger(disk, { log });
    assert.is(ledger.failure, failure, lost.join(' '));
    assert.is(logged.includes('ledger.rebuilding'), isRebuilt, lost.join(' '));
    await ledger.close();
  }
});

test('a first segment with a broken header does not count as one whose creation was cut short', async () => {
  const disk = new MemoryDisk();
  await (await openLedger(disk)).close();
  disk.forget(segment(2));
  disk.damage(segment(1), (bytes) => bytes.fill(0));
  const ledger = await openLedger(disk);
  assert.is(ledger.failure, 'damaged');
  await ledger.close();
  assert.ok(disk.contents().has(segment(1)), 'it is left for the technician');
});

test('the log of another box is refused and left as it is', async () => {
  const [mine, other] = [await small(), await small()];
  const before = other.contents().set(BOX_ID, mine.contents().get(BOX_ID) ?? 'folder');
  const disk = new MemoryDisk(before);
  const ledger = await openLedger(disk);
  assert.is(ledger.failure, 'damaged');
  await ledger.close();
  assert.equal(disk.contents(), before);
});

for (const [name, lose] of Object.entries<(disk: MemoryDisk) => void>({
  'is missing': (disk) => disk.forget(BOX_ID),
  'is not whole': (disk) => disk.damage(BOX_ID, (bytes) => bytes.subarray(0, 9)),
  'has a wrong byte at its end': (disk) => disk.damage(BOX_ID, (bytes) => bytes.fill('j', 32)),
})) {
  test(`a sound log without a readable id beside it opens, and the id is written anew: the file ${name}`, async () => {
    const disk = await small();
    const before = disk.contents().get(BOX_ID);
    lose(disk);
    await (await openLedger(disk, { readOnly: true })).close();
    assert.not.equal(disk.contents().get(BOX_ID), before, 'a reader writes nothing');
    const ledger = await openLedger(disk);
    assert.is(ledger.failure, undefined);
    assert.equal(disk.contents().get(BOX_ID), before);
    await ledger.close();
  });
}

test('an id on a bad block keeps no box with a sound log from starting', async () => {
  const disk = await small();
  let reads = 0;
  disk.fault = (operation, path) => (operation === 'read' && path === BOX_ID && (reads += 1) > 0 ? 'EIO' : undefined);
  const ledger = await openLedger(disk);
  assert.equal([reads, ledger.failure], [1, undefined]);
  await ledger.close();
});

test('an id that cannot be written keeps no box from starting; the next start writes it', async () => {
  const disk = await small();
  disk.forget(BOX_ID);
  const events: string[] = [];
  disk.fault = (operation, path) => (operation === 'create' && path.startsWith(BOX_ID) ? 'ENOSPC' : undefined);
  const ledger = await openLedger(disk, { log: (event) => events.push(event) });
  assert.is(ledger.failure, undefined);
  assert.ok(events.includes('ledger.id_not_saved'));
  await ledger.close();
  disk.fault = () => undefined;
  await (await openLedger(disk)).close();
  assert.ok(disk.contents().has(BOX_ID));
});

test.run();
