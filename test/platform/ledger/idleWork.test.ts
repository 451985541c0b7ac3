import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { wrapped } from '../../kit/disk/wrapped.js';
import { settled } from '../../kit/handClock.js';
import { DAY_MS, NOON, openLedger, ReceiptMaker } from '../../kit/ledger.js';
import { seededRandom } from '../../kit/random.js';

const KB = 1024;
const SIZES = { segmentBytes: 128 * KB, prefillBytes: 32 * KB, snapshotRecords: 1_000_000 };

/** One turn of the timers: what is to be done at once has begun then. */
function timersTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

test('records go into zeros that lie ready, however long there is no quiet moment', async () => {
  const sizes = new Map<string, number>();
  const grownBy: string[] = [];
  const disk = wrapped(new MemoryDisk(), {
    file: (inner, path) => ({
      write(position, bytes) {
        inner.write(position, bytes);
        if (!path.endsWith('.seg')) return;
        const size = sizes.get(path) ?? 0;
        const isRecord = bytes.some((byte) => byte !== 0) && position > 0;
        if (isRecord && position + bytes.length > size) grownBy.push(`${path} at ${position}`);
        sizes.set(path, Math.max(size, position + bytes.length));
      },
    }),
  });
  const ledger = await openLedger(disk, { idleWork: true, sizes: SIZES });
  await ledger.runIdleWork();
  const maker = new ReceiptMaker(seededRandom());
  while (sizes.size < 4) {
    assert.ok((await ledger.issue(maker.next(ledger))).ok);
    await settled();
    await timersTurn();
  }
  assert.equal(grownBy, []);
  await ledger.close();
});

test('a snapshot is made once for its records, and not again in each quiet moment', async () => {
  const logged: string[] = [];
  const log = (event: string): void => void logged.push(event);
  const sizes = { ...SIZES, snapshotRecords: 5 };
  const ledger = await openLedger(new MemoryDisk(), { sizes, log });
  const maker = new ReceiptMaker(seededRandom());
  const snapshots = (): number => logged.filter((event) => event === 'ledger.snapshot').length;
  for (let sale = 0; sale < 4; sale += 1) assert.ok((await ledger.issue(maker.next(ledger))).ok);
  await ledger.runIdleWork();
  assert.is(snapshots(), 1, 'the start and four receipts');
  assert.is(ledger.unsaved.records, 0);
  for (let moment = 0; moment < 3; moment += 1) await ledger.runIdleWork();
  assert.ok((await ledger.issue(maker.next(ledger))).ok);
  await ledger.runIdleWork();
  assert.is(snapshots(), 1);
  assert.is(ledger.unsaved.records, 1);
  await ledger.close();
});

test('a spare segment that fails while zeros are written is never used: another takes its place', async () => {
  const disk = new MemoryDisk();
  let now = NOON;
  let flushes = 0;
  disk.fault = (operation, path) => {
    if (operation !== 'datasync' || !path.endsWith('000002.seg')) return undefined;
    flushes += 1;
    return flushes > 1 ? 'EIO' : undefined;
  };
  const ledger = await openLedger(disk, { sizes: SIZES, now: () => now });
  await ledger.runIdleWork();
  await ledger.runIdleWork();
  assert.is(flushes, 2, 'its header, and the first zeros');
  now += 15 * DAY_MS;
  assert.ok((await ledger.issue(new ReceiptMaker(seededRandom()).next(ledger, { at: now }))).ok);
  assert.is(ledger.end.segment, 3);
  assert.is(ledger.failure, undefined);
  await ledger.close();
});

test.run();
