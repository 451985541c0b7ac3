import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { wrapped } from '../../kit/disk/wrapped.js';
import { FOLDER, openLedger, ReceiptMaker } from '../../kit/ledger.js';
import { Random } from '../../kit/random.js';

const SIZES = { segmentBytes: 1 << 20, prefillBytes: 1 << 18, snapshotRecords: 1000 };

test('receipts that lie near each other are read at once, and those further apart by themselves', async () => {
  const reads: number[] = [];
  const disk = wrapped(new MemoryDisk(new Map([[FOLDER, 'folder']])), {
    file: (inner) => ({
      read(position, length) {
        reads.push(length);
        return inner.read(position, length);
      },
    }),
  });
  const ledger = await openLedger(disk, { sizes: SIZES });
  const random = new Random(1);
  const maker = new ReceiptMaker(random);
  for (let at = 0; at < 20; at += 1) {
    const reserved = await ledger.reserve(4096);
    assert.ok(reserved.ok && (await ledger.issue(maker.next(ledger))).ok);
    reserved.value.release();
    // Other records between two receipts, so that some lie more than 256 KiB apart.
    if (at === 9) {
      for (let count = 0; count < 100; count += 1) {
        const value = random.bytes(3000).toString('base64');
        assert.ok((await ledger.put({ type: 'setting', name: `name ${count}`, value })).ok);
      }
    }
  }
  reads.splice(0);
  assert.is((await ledger.invoices({ environment: 'sandbox', skip: 0, limit: 20 })).length, 20);
  assert.is(reads.length, 2, String(reads));
  await ledger.close();
});

test.run();
