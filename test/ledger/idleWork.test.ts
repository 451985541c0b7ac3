import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MemoryDisk } from '../kit/disk/memory.js';
import { wrapped } from '../kit/disk/wrapped.js';
import { settled } from '../kit/handClock.js';
import { openLedger, ReceiptMaker } from '../kit/ledger.js';
import { seededRandom } from '../kit/random.js';

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

test.run();
