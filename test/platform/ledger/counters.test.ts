import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { DAY_MS, FOLDER, NOON, openLedger, ReceiptMaker } from '../../kit/ledger.js';
import { Random } from '../../kit/random.js';

const SIZES = { segmentBytes: 1 << 20, prefillBytes: 1 << 18, snapshotRecords: 1000 };

test('the runs of a requester are those whose last receipt is at most 30 days older than its last of all', async () => {
  const ledger = await openLedger(new MemoryDisk(new Map([[FOLDER, 'folder']])), { sizes: SIZES });
  const maker = new ReceiptMaker(new Random(1));
  // Whatever the clock of the box shows.
  const signed = async (requestedBy: string, signedBy: string, days: number): Promise<void> => {
    const receipt = maker.next(ledger, { at: NOON + days * 20 * DAY_MS, signedAt: NOON + days * DAY_MS });
    const invoiceNumber = `${requestedBy}-${signedBy}-${receipt.signature.totalCounter}`;
    const signature = { ...receipt.signature, requestedBy, signedBy, invoiceNumber };
    assert.ok((await ledger.issue({ ...receipt, signature })).ok);
  };
  const series = (requestedBy: string): string[] => Object.keys(ledger.main.countersInUse(requestedBy)).sort();

  assert.equal(series('AAAAAAAA'), []);
  await signed('AAAAAAAA', 'SIGNER01', 0);
  await signed('AAAAAAAA', 'SIGNER02', 1);
  await signed('BBBBBBBB', 'SIGNER03', 90);
  await signed('AAAAAAAA', 'SIGNER04', 30);
  assert.equal(series('AAAAAAAA'), ['AAAAAAAA-SIGNER01', 'AAAAAAAA-SIGNER02', 'AAAAAAAA-SIGNER04']);
  await signed('AAAAAAAA', 'SIGNER04', 31);
  assert.equal(series('AAAAAAAA'), ['AAAAAAAA-SIGNER02', 'AAAAAAAA-SIGNER04']);
  assert.equal(series('BBBBBBBB'), ['BBBBBBBB-SIGNER03']);
  assert.is(ledger.main.countersInUse('AAAAAAAA')['AAAAAAAA-SIGNER04']?.total, 5);
  await ledger.close();
});

test('of more than eight runs those used last count', async () => {
  const ledger = await openLedger(new MemoryDisk(new Map([[FOLDER, 'folder']])), { sizes: SIZES });
  const maker = new ReceiptMaker(new Random(1));
  for (let at = 0; at < 10; at += 1) {
    const receipt = maker.next(ledger, { at: NOON + at * 1000 });
    const invoiceNumber = `AAAAAAAA-SIGNER0${at}-${at + 1}`;
    const signature = { ...receipt.signature, requestedBy: 'AAAAAAAA', signedBy: `SIGNER0${at}`, invoiceNumber };
    assert.ok((await ledger.issue({ ...receipt, signature })).ok);
  }
  const expected = [2, 3, 4, 5, 6, 7, 8, 9].map((at) => `AAAAAAAA-SIGNER0${at}`);
  assert.equal(Object.keys(ledger.main.countersInUse('AAAAAAAA')).sort(), expected);
  await ledger.close();
});

test.run();
