import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { DATA_START } from '../../../src/platform/ledger/segment.js';
import { missing, readable, segment, VIEWS, written } from '../../kit/damage.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { FOLDER, openLedger, viewsOf } from '../../kit/ledger.js';
import { readLog } from '../../kit/log.js';
import { seededRandom } from '../../kit/random.js';

const random = seededRandom();

/** Ways to hurt a ledger of several segments, and whether it must then refuse to write. */
const HURTS: Readonly<
  Record<
    string,
    { readonly hurt: (disk: MemoryDisk) => void; readonly refused: boolean; readonly keeps: 'all' | 'some' }
  >
> = {
  'the first segment is missing': { hurt: (disk) => disk.forget(segment(1)), refused: true, keeps: 'some' },
  'a segment in the middle is missing': { hurt: (disk) => disk.forget(segment(2)), refused: true, keeps: 'some' },
  'a segment in the middle is missing, and the views': {
    hurt: (disk) => {
      disk.forget(segment(2));
      disk.forget(VIEWS);
    },
    refused: true,
    keeps: 'some',
  },
  'the header of a segment in the middle is damaged, and the views are gone': {
    hurt: (disk) => {
      disk.damage(segment(2), (bytes) => bytes.fill(0xff, 20, 24));
      disk.forget(VIEWS);
    },
    refused: true,
    keeps: 'some',
  },
  'the dictionary of the first segment is damaged': {
    hurt: (disk) => disk.damage(segment(1), (bytes) => bytes.fill(0xff, 5000, 5001)),
    refused: true,
    keeps: 'some',
  },
  'the newest snapshot is damaged': { hurt: (disk) => hurtSnapshots(disk, 1), refused: false, keeps: 'all' },
  'both snapshots are damaged': { hurt: (disk) => hurtSnapshots(disk, 2), refused: false, keeps: 'all' },
  'the views folder is lost': { hurt: (disk) => disk.forget(VIEWS), refused: false, keeps: 'all' },
  'the saved index of a segment is lost': {
    hurt: (disk) => disk.forget(`${VIEWS}/000001.idx`),
    refused: false,
    keeps: 'all',
  },
  'the saved index of a segment is damaged': {
    hurt: (disk) => disk.damage(`${VIEWS}/000001.idx`, (bytes) => bytes.fill(7, 100, 200)),
    refused: false,
    keeps: 'all',
  },
  'the log is empty but views are there': {
    hurt: (disk) => disk.forget(`${FOLDER}/log`),
    refused: true,
    keeps: 'some',
  },
};

function hurtSnapshots(disk: MemoryDisk, count: number): void {
  const snapshots = [...disk.contents().keys()]
    .filter((path) => path.endsWith('.snap'))
    .sort()
    .reverse();
  assert.is(snapshots.length, 2);
  for (const path of snapshots.slice(0, count)) disk.damage(path, (bytes) => bytes.fill(9, bytes.length >> 1));
}

for (const [name, { hurt, refused, keeps }] of Object.entries(HURTS)) {
  test(`when ${name} the ledger opens and ${refused ? 'refuses to write' : 'loses nothing'}`, async () => {
    const { state, receipts } = await written(random, 110);
    const disk = new MemoryDisk(state);
    hurt(disk);
    const ledger = await openLedger(disk);
    assert.is(ledger.failure, refused ? 'damaged' : undefined);
    const found = await readable(ledger, receipts);
    if (keeps === 'all') {
      assert.is(found.length, receipts.length);
      const rebuilt = new MemoryDisk(state);
      rebuilt.forget(VIEWS);
      assert.equal(await viewsOf(ledger), await viewsOf(await openLedger(rebuilt)));
    }
    await ledger.close();
  });
}

test('records after a missing segment are still served, and the missing ones are named', async () => {
  const { state, receipts } = await written(random, 110);
  const log = readLog(state);
  const disk = new MemoryDisk(state);
  disk.forget(segment(2));
  disk.forget(VIEWS);
  const left = readLog(disk.contents()).map(({ sequence }) => sequence);
  const ledger = await openLedger(disk);
  assert.equal(
    missing(ledger),
    log.map(({ sequence }) => sequence).filter((sequence) => !left.includes(sequence)),
  );
  const served = (await readable(ledger, receipts)).length;
  assert.ok(served > 0 && served < receipts.length);
});

test('a snapshot that knows more than the log is damage', async () => {
  const { state } = await written(random, 60);
  const disk = new MemoryDisk(state);
  const sequences = readLog(state).length;
  const later = [...state.keys()].filter((path) => path.endsWith('.seg') && path !== segment(1));
  for (const path of later) disk.damage(path, (bytes) => bytes.fill(0, DATA_START));
  const ledger = await openLedger(disk);
  assert.is(ledger.failure, 'damaged');
  assert.ok(missing(ledger).length > 0 && Math.max(...missing(ledger)) <= sequences);
});

for (const number of [2, 4]) {
  test(`segment ${number} of another box is refused and left as it is`, async () => {
    const [mine, other] = [await written(random, 100), await written(random, 100)];
    const disk = new MemoryDisk(mine.state);
    disk.forget(VIEWS);
    const foreign = other.state.get(segment(number)) as Buffer;
    disk.damage(segment(number), () => Buffer.from(foreign));
    const ledger = await openLedger(disk);
    assert.is(ledger.failure, 'damaged');
    await ledger.close();
    assert.equal(disk.contents().get(segment(number)), foreign);
  });
}

test('views of another box are not believed', async () => {
  const [mine, other] = [await written(random, 30), await written(random, 20)];
  const disk = new MemoryDisk(
    new Map(
      [...mine.state].map(([path, content]) => [
        path,
        path.startsWith(VIEWS) ? (other.state.get(path) ?? content) : content,
      ]),
    ),
  );
  const ledger = await openLedger(disk);
  assert.is(ledger.failure, undefined);
  assert.is((await readable(ledger, mine.receipts)).length, 30);
  assert.is((await readable(ledger, other.receipts)).length, 0);
});

test.run();
