import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { DAY_MS, NOON, openLedger, ReceiptMaker } from '../../kit/ledger.js';
import { seededRandom } from '../../kit/random.js';

const KB = 1024;
const SIZES = { segmentBytes: 1024 * KB, prefillBytes: 16 * KB, snapshotRecords: 1000 };
const MONTH = 31 * DAY_MS;

test('each month has a segment of its own, and a clock that goes back, or there and back, begins none', async () => {
  let now = NOON;
  const ledger = await openLedger(new MemoryDisk(), { sizes: SIZES, now: () => now });
  const maker = new ReceiptMaker(seededRandom());
  const segmentAfter = async (at: number): Promise<number> => {
    now = at;
    await ledger.runIdleWork();
    assert.ok((await ledger.issue(maker.next(ledger, { at }))).ok);
    return ledger.end.segment;
  };
  const segments: number[] = [];
  for (const months of [0, 0, 1, 0, -2, 1, 2, 2, 1]) segments.push(await segmentAfter(NOON + months * MONTH));
  assert.equal(segments, [1, 1, 2, 2, 2, 2, 3, 3, 3]);
  await ledger.close();
});

test('after a start the month of the segment that grows is that of its first record', async () => {
  const disk = new MemoryDisk();
  const maker = new ReceiptMaker(seededRandom());
  let now = NOON;
  for (const [at, segment] of [
    [NOON, 1],
    [NOON + DAY_MS, 1],
    [NOON + MONTH, 2],
    [NOON + MONTH + DAY_MS, 2],
  ] as const) {
    now = at;
    const ledger = await openLedger(disk, { sizes: SIZES, now: () => now });
    await ledger.runIdleWork();
    assert.ok((await ledger.issue(maker.next(ledger, { at }))).ok);
    assert.is(ledger.end.segment, segment);
    await ledger.close();
  }
});

test.run();
