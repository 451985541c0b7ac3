import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Ledger } from '../../../src/platform/ledger/ledger.js';
import { encodeRecord } from '../../../src/platform/ledger/record.js';
import { BLOCK } from '../../../src/platform/ledger/segment.js';
import { Wear, WEAR_CAUSES, type WearCause } from '../../../src/platform/ledger/wear.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { wrapped } from '../../kit/disk/wrapped.js';
import { DAY_MS, FOLDER, NOON, openLedger, ReceiptMaker } from '../../kit/ledger.js';
import { seededRandom } from '../../kit/random.js';

const random = seededRandom();
const maker = new ReceiptMaker(random);

async function open(disk = new MemoryDisk(), options: Parameters<typeof openLedger>[1] = { sizes: {} }) {
  const wear = new Wear();
  const ledger = await openLedger(wear.counting(disk), options);
  return { wear, ledger };
}

/** What `work` adds, by cause; causes with nothing are left out. */
async function added(wear: Wear, work: () => Promise<unknown>): Promise<Partial<Record<WearCause, [number, number]>>> {
  const before = WEAR_CAUSES.map((cause) => ({ ...wear.of(cause) }));
  await work();
  const more = WEAR_CAUSES.map((cause, n): [WearCause, [number, number]] => {
    const { bytes, flushes } = wear.of(cause);
    return [cause, [bytes - (before[n]?.bytes ?? 0), flushes - (before[n]?.flushes ?? 0)]];
  });
  return Object.fromEntries(more.filter(([, [bytes, flushes]]) => bytes + flushes > 0));
}

async function issue(ledger: Ledger): Promise<void> {
  const room = await ledger.reserve(4096);
  assert.ok(room.ok && (await ledger.issue(maker.next(ledger))).ok);
  room.value.release();
}

test('a receipt is one flush of one block, or of two', async () => {
  const { wear, ledger } = await open();
  await ledger.runIdleWork();
  let bytes = 0;
  for (let i = 0; i < 50; i += 1) {
    const worn = await added(wear, () => issue(ledger));
    assert.equal(Object.keys(worn), ['result']);
    const [size, flushes] = worn.result ?? [0, 0];
    assert.ok(size === BLOCK || size === 2 * BLOCK);
    assert.is(flushes, 1);
    bytes += size;
  }
  assert.is(wear.receipts, 50);
  assert.ok(bytes < 100 * BLOCK, 'most lie in one');
});

test('jobs that ride with a receipt share its blocks, and its flush is the receipt’s', async () => {
  const { wear, ledger } = await open();
  await ledger.runIdleWork();
  const receipt = maker.next(ledger);
  const times = { createdAt: NOON, updatedAt: NOON };
  const job = { id: 1, uuid: receipt.uuid, printer: 'kasa', repeat: false, reason: null, ...times };
  const worn = await added(wear, () => ledger.issue(receipt, [{ ...job, state: 'queued' }]));
  assert.equal(Object.keys(worn), ['result', 'job']);
  // A receipt that happens to be long reaches into the next block; shares of a block are fractions.
  const lies = (bytes: number): void => assert.ok([1, 2].includes(Math.round(bytes) / BLOCK), `${bytes} bytes`);
  lies((worn.job?.[0] ?? 0) + (worn.result?.[0] ?? 0));
  assert.equal([worn.job?.[1], worn.result?.[1]], [0, 1]);
  const begun = await added(wear, () => ledger.put({ type: 'job', jobs: [{ ...job, state: 'sending' }] }));
  const [[bytes, flushes] = [0, 0]] = Object.values(begun);
  lies(bytes);
  assert.is(flushes, 1);
});

test('zeros ahead, headers of segments, seals, settings and views are counted apart', async () => {
  const { wear, ledger } = await open();
  const ahead = await added(wear, () => ledger.runIdleWork());
  assert.equal(Object.keys(ahead), ['ahead']);
  assert.equal(wear.of('segment'), { bytes: 6 * BLOCK, flushes: 2 }, 'the first segment, and the spare one');
  const set = await added(wear, () => ledger.put({ type: 'setting', name: 'a', value: '1' }));
  assert.equal(set, { record: [BLOCK, 1] });
  assert.equal(await added(wear, () => ledger['idleWork'].writeSeal()), { seal: [BLOCK, 0] });
  const saved = await added(wear, () => ledger['idleWork']['saveViews'](true));
  assert.equal(Object.keys(saved), ['view', 'name']);
  assert.equal([saved.view?.[1], saved.name?.[1]], [1, 1]);
});

test('nothing that reaches the disk is left out', async () => {
  const disk = new MemoryDisk();
  let [blocks, flushes] = [0, 0];
  const below = wrapped(disk, {
    disk: {
      syncDir: (folder) => {
        flushes += 1;
        return disk.syncDir(folder);
      },
    },
    file: (file) => ({
      write(position, bytes) {
        blocks += Math.ceil((position + bytes.length) / BLOCK) - Math.floor(position / BLOCK);
        file.write(position, bytes);
      },
      datasync() {
        flushes += 1;
        return file.datasync();
      },
    }),
  });
  const wear = new Wear();
  let at = NOON;
  const ledger = await openLedger(wear.counting(below), { now: () => at });
  for (let i = 0; i < 200; i += 1) {
    await issue(ledger);
    at += DAY_MS / 20;
    if (random.int(0, 3) === 0) await ledger.runIdleWork();
    if (random.int(0, 9) === 0) await ledger['idleWork'].writeSeal();
  }
  await ledger.close();
  assert.is(wear.total.flushes, flushes);
  // A flush that finds a block written twice saves one; with one writer there is none.
  assert.ok(Math.abs(wear.total.bytes - blocks * BLOCK) < 1, `${wear.total.bytes} of ${blocks * BLOCK}`);
});

test('a block that is written twice before its flush counts once', async () => {
  const wear = new Wear();
  const file = await wear.counting(new MemoryDisk(new Map([['/a', 'folder']]))).create('/a/b');
  file.write(0, Buffer.alloc(100));
  file.write(100, Buffer.alloc(BLOCK));
  await file.datasync();
  assert.equal(wear.of('file'), { bytes: 2 * BLOCK, flushes: 1 });
});

test('a seal that is written with a receipt shares its flush; one by itself has none', async () => {
  const wear = new Wear();
  const disk = new MemoryDisk(new Map([[`${FOLDER}/log`, 'folder']]));
  const file = await wear.counting(disk).create(`${FOLDER}/log/000001.seg`);
  const record = (type: 'result' | 'seal', row: number): Buffer => {
    const head = { type, flags: 0, sequence: 1, epoch: 1, durable: 0, time: NOON, previous: Buffer.alloc(32) };
    return encodeRecord(1, head, Buffer.alloc(row), Buffer.alloc(0));
  };
  const [receipt, seal] = [record('result', 200), record('seal', 0)];
  const all = receipt.length + seal.length;
  file.write(2 * BLOCK, Buffer.concat([receipt, seal]));
  assert.equal([wear.total.bytes, wear.total.flushes], [0, 0], 'it counts with its flush');
  await file.datasync();
  const worn = (): readonly number[] =>
    (['result', 'seal'] as const).flatMap((cause) => [wear.of(cause).bytes, wear.of(cause).flushes]);
  const shared = [(receipt.length / all) * BLOCK, 0, (seal.length / all) * BLOCK, 1];
  assert.equal(worn(), shared);
  file.write(3 * BLOCK, seal);
  assert.equal(worn(), [shared[0], 0, (shared[2] ?? 0) + BLOCK, 1]);
});

test.run();
