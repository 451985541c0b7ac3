import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Ledger } from '../../../src/platform/ledger/ledger.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { promisedOnly } from '../../kit/disk/powerCut.js';
import { DAY_MS, FOLDER, NOON, openLedger, ReceiptMaker } from '../../kit/ledger.js';
import { seededRandom } from '../../kit/random.js';

const maker = new ReceiptMaker(seededRandom());
const first = `${FOLDER}/log/000001.seg`;

/** A ledger with a spare segment and a receipt, followed by a seal that no caller awaits. */
async function sealed(now = () => NOON): Promise<{ disk: MemoryDisk; ledger: Ledger }> {
  const disk = new MemoryDisk(new Map([[FOLDER, 'folder']]));
  const ledger = await openLedger(disk, { now });
  assert.ok((await ledger.issue(maker.next(ledger))).ok);
  await ledger.runIdleWork();
  await ledger['idleWork'].writeSeal();
  return { disk, ledger };
}

test('a seal at the end of a segment is on the disk before a record behind it in the next one counts', async () => {
  let now = NOON;
  const { disk, ledger } = await sealed(() => now);
  now += 15 * DAY_MS;
  const receipt = maker.next(ledger, { at: now });
  assert.ok((await ledger.issue(receipt)).ok);
  assert.is(ledger.end.segment, 2);
  const after = await openLedger(promisedOnly(disk));
  assert.equal(after.damage, []);
  assert.equal(await after.invoice(receipt.uuid), receipt);
  await after.close();
  await ledger.close();
});

test('a seal in a segment that fails is given up with it: that file is never touched again', async () => {
  const { disk, ledger } = await sealed();
  let calls = 0;
  disk.fault = (operation, path) => {
    if (path !== first || (operation !== 'datasync' && operation !== 'write')) return undefined;
    calls += 1;
    return operation === 'datasync' ? 'EIO' : undefined;
  };
  const receipts = [maker.next(ledger), maker.next(ledger)];
  for (const receipt of receipts) assert.ok((await ledger.issue(receipt)).ok);
  assert.is(calls, 2, 'one write, and its flush');
  assert.is(ledger.end.segment, 2);
  const after = await openLedger(promisedOnly(disk));
  assert.equal(after.damage, []);
  for (const receipt of receipts) assert.equal(await after.invoice(receipt.uuid), receipt);
  await after.close();
  await ledger.close();
});

test.run();
