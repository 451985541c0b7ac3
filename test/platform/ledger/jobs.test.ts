import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { uuidV7 } from '../../../src/base/cryptography.js';
import type { PrintJob } from '../../../src/platform/ledger/job.js';
import type { Ledger } from '../../../src/platform/ledger/ledger.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { FOLDER, NOON, openLedger, ReceiptMaker } from '../../kit/ledger.js';
import { seededRandom } from '../../kit/random.js';

const random = seededRandom();
const SIZES = { segmentBytes: 1 << 20, prefillBytes: 1 << 18, snapshotRecords: 5000 };

function emptyDisk(): MemoryDisk {
  return new MemoryDisk(new Map([[FOLDER, 'folder']]));
}

function job(id: number, change: Partial<PrintJob> = {}): PrintJob {
  const plain = {
    uuid: `01a1fdc3-5780-7001-8000-${String(id).padStart(12, '0')}`,
    printer: 'kasa',
    repeat: false,
    state: 'queued',
    reason: null,
  } as const;
  return { id, ...plain, createdAt: NOON, updatedAt: NOON, ...change };
}

async function put(ledger: Ledger, ...jobs: readonly PrintJob[]): Promise<void> {
  for (const one of jobs) assert.ok((await ledger.put({ type: 'job', jobs: [one] })).ok);
}

test('a receipt and its print jobs are on the disk by one flush', async () => {
  const disk = emptyDisk();
  const ledger = await openLedger(disk, { sizes: SIZES });
  await ledger.runIdleWork();
  const receipt = new ReceiptMaker(random).next(ledger);
  const jobs = [job(1, { uuid: receipt.uuid }), job(2, { uuid: receipt.uuid, repeat: true })];
  const before = disk.flushes;
  assert.ok((await ledger.issue(receipt, jobs)).ok);
  assert.is(disk.flushes - before, 1);
  assert.equal(ledger.main.jobs.of(receipt.uuid), jobs);
  await ledger.close();
});

test('the last record of a job counts, over a start with and without saved views', async () => {
  const disk = emptyDisk();
  const ledger = await openLedger(disk, { sizes: { ...SIZES, snapshotRecords: 1 } });
  const printed = job(1, { state: 'printed', updatedAt: NOON + 5 });
  const unknown = job(2, { state: 'unknown', reason: 'restart', repeat: true });
  await put(ledger, job(1), job(2), printed, unknown, job(3));
  const findings = { status: true, queuedStatus: true, processId: false, autoStatus: true };
  const probed = { name: 'kasa', address: 'tcp://127.0.0.1:9100', findings, at: NOON };
  assert.ok((await ledger.put({ type: 'printer', printer: probed })).ok);
  await ledger.runIdleWork();
  await put(ledger, job(4));
  await ledger.close();
  for (const views of ['saved', 'none']) {
    if (views === 'none') disk.forget(`${FOLDER}/views`);
    const again = await openLedger(disk, { sizes: SIZES });
    assert.equal(again.main.jobs.all(), [printed, unknown, job(3), job(4)], views);
    assert.equal(again.main.jobs.printer('kasa'), probed, views);
    assert.is(again.main.jobs.printer('other'), undefined);
    assert.is(again.main.jobs.nextId(), 5);
    await again.close();
  }
});

test('jobs stay in the order in which they were made, whichever changed last, over a start with and without saved views', async () => {
  const disk = emptyDisk();
  const ledger = await openLedger(disk, { sizes: { ...SIZES, snapshotRecords: 1 } });
  const printed = job(1, { state: 'printed', updatedAt: NOON + 5 });
  await put(ledger, job(1), job(2), job(3), printed);
  await ledger.runIdleWork();
  await ledger.close();
  for (const views of ['saved', 'none']) {
    if (views === 'none') disk.forget(`${FOLDER}/views`);
    const again = await openLedger(disk, { sizes: SIZES });
    assert.equal(again.main.jobs.all(), [printed, job(2), job(3)], views);
    await again.close();
  }
});

test('of ended jobs the newest are remembered, of open ones all, and a forgotten id is not given again', async () => {
  const disk = emptyDisk();
  const ledger = await openLedger(disk, { sizes: { ...SIZES, snapshotRecords: 1 } });
  const maker = new ReceiptMaker(random);
  const old = maker.next(ledger);
  assert.ok((await ledger.issue(old)).ok);
  await put(ledger, job(1), job(2, { uuid: old.uuid, state: 'printed' }));
  for (let id = 3; id <= 1001; id += 1) await put(ledger, job(id, { state: 'printed' }));
  assert.is(await ledger.mayHaveForgottenJobs(old.uuid), false, 'as many as are kept');
  await put(ledger, job(1002, { state: 'cancelled' }));
  // Some records may lie between a job and its receipt.
  for (let i = 0; i < 10; i += 1) assert.ok((await ledger.issue(maker.next(ledger))).ok);
  const young = maker.next(ledger);
  assert.ok((await ledger.issue(young)).ok);
  await ledger.runIdleWork();
  await ledger.close();
  const again = await openLedger(disk, { sizes: SIZES });
  assert.is(again.main.jobs.all().length, 1001);
  assert.equal(again.main.jobs.job(1), job(1), 'an open job is never forgotten');
  assert.is(again.main.jobs.job(2), undefined);
  assert.is(again.main.jobs.nextId(), 1003);
  assert.is(await again.mayHaveForgottenJobs(old.uuid), true);
  assert.is(await again.mayHaveForgottenJobs(young.uuid), false);
  assert.is(await again.mayHaveForgottenJobs(uuidV7(NOON, 1)), true, 'a receipt that is not there');
  await again.close();
});

test.run();
