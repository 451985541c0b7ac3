import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Environment } from '../../../../src/contract/fiscal.js';
import type { Ledger } from '../../../../src/platform/ledger/ledger.js';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import { NOON, openLedger, ReceiptMaker, SMALL_SIZES } from '../../../kit/ledger.js';
import { Random } from '../../../kit/random.js';

test('the newest receipt is that issued last; the latest of each clock stays until a later one, in its environment alone', async () => {
  const disk = new MemoryDisk();
  const sizes = { ...SMALL_SIZES, snapshotRecords: 5 };
  let ledger = await openLedger(disk, { sizes });
  const maker = new ReceiptMaker(new Random(1));
  const numbers: string[] = [];
  const shown = (of: Ledger, environment: Environment): readonly (number | undefined)[] =>
    (['newest', 'signed', 'created'] as const).map((kind) => {
      const found = of.main.receiptTimes.of(environment, kind);
      return found && numbers.indexOf(found.number);
    });
  for (const [signedAt, at, expected] of [
    [10, 10, [0, 0, 0]],
    [5, 20, [1, 0, 1]],
    [30, 15, [2, 2, 1]],
    [30, 20, [3, 2, 1]],
    [31, 21, [4, 4, 4]],
    [1, 2, [5, 4, 4]],
  ] as const) {
    const receipt = maker.next(ledger, { signedAt: NOON + signedAt, at: NOON + at });
    numbers.push(receipt.signature.invoiceNumber);
    assert.ok((await ledger.issue(receipt)).ok);
    assert.equal(shown(ledger, 'sandbox'), expected, `signed ${signedAt}, created ${at}`);
  }
  assert.equal(shown(ledger, 'production'), [undefined, undefined, undefined]);
  const other = maker.next(ledger, { environment: 'production', signedAt: NOON + 99, at: NOON + 99 });
  numbers.push(other.signature.invoiceNumber);
  assert.ok((await ledger.issue(other)).ok);
  const newest = ledger.main.receiptTimes.of('sandbox', 'newest');
  assert.equal([newest?.signedAt, newest?.createdAt, newest?.mode], [NOON + 1, NOON + 2, 'demo']);
  await ledger.runIdleWork();
  await ledger.close();
  ledger = await openLedger(disk, { sizes });
  assert.equal(shown(ledger, 'sandbox'), [5, 4, 4], 'from the saved views');
  assert.equal(shown(ledger, 'production'), [6, 6, 6]);
  assert.equal(ledger.main.receiptTimes.of('sandbox', 'newest'), newest);
  await ledger.close();
});

test.run();
