import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Ledger } from '../../../src/platform/ledger/ledger.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { openLedger, ReceiptMaker } from '../../kit/ledger.js';
import { seededRandom } from '../../kit/random.js';

const random = seededRandom();

/** All receipts behind a record, as one who reads on from it meets them. */
async function following(ledger: Ledger, sequence: number): Promise<string[]> {
  const uuids: string[] = [];
  for (let at = await ledger.invoiceAfter(sequence); at !== undefined; at = await ledger.invoiceAfter(at.sequence)) {
    assert.ok(at.sequence > sequence);
    uuids.push(at.invoice?.uuid ?? '');
  }
  return uuids;
}

test('after any record come the receipts issued later, across segments, snapshots and restarts', async () => {
  const disk = new MemoryDisk();
  let ledger = await openLedger(disk);
  const maker = new ReceiptMaker(random);
  const issued: { readonly uuid: string; readonly before: number }[] = [];
  for (let count = 0; count < 120; count += 1) {
    if (random.oneIn(4)) await ledger.put({ type: 'setting', name: 'simplifiedCash', value: 'true' });
    // At the latest before the spare segment is full, too: idle work makes the next one.
    if (random.oneIn(10) || count % 12 === 11) await ledger.runIdleWork();
    if (random.oneIn(30)) {
      await ledger.close();
      ledger = await openLedger(disk);
    }
    const receipt = maker.next(ledger);
    issued.push({ uuid: receipt.uuid, before: ledger.end.sequence });
    assert.ok((await ledger.issue(receipt)).ok);
  }
  assert.ok(ledger.end.segment > 3, 'several segments');
  const uuids = issued.map(({ uuid }) => uuid);
  assert.equal(await following(ledger, 0), uuids);
  for (const { before } of [issued[1]!, random.pick(issued), random.pick(issued), issued.at(-1)!]) {
    assert.equal(
      await following(ledger, before),
      issued.filter((one) => one.before >= before).map(({ uuid }) => uuid),
    );
  }
  assert.is(await ledger.invoiceAfter(ledger.end.sequence), undefined);
  await ledger.close();
});

test('a receipt that cannot be read any more is passed with its place, and counts as damage', async () => {
  const disk = new MemoryDisk();
  const ledger = await openLedger(disk);
  const maker = new ReceiptMaker(random);
  for (let count = 0; count < 3; count += 1) assert.ok((await ledger.issue(maker.next(ledger))).ok);
  const first = await ledger.invoiceAfter(0);
  assert.ok(first?.invoice);
  disk.fault = (operation) => (operation === 'read' ? 'EIO' : undefined);
  const second = await ledger.invoiceAfter(first.sequence);
  assert.is(second?.sequence, first.sequence + 1);
  assert.is(second?.invoice, undefined);
  assert.is(ledger.failure, 'damaged');
  disk.fault = () => undefined;
  assert.ok((await ledger.invoiceAfter(first.sequence + 1))?.invoice);
  await ledger.close();
});

test('an empty log has no next receipt', async () => {
  const ledger = await openLedger(new MemoryDisk());
  assert.is(await ledger.invoiceAfter(0), undefined);
  await ledger.close();
});

test.run();
