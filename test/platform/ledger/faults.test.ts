// proof: disk-calls
// time limit: 200 s
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { shareOf } from '../../kit/cases.js';
import { MemoryDisk, type Operation } from '../../kit/disk/memory.js';
import { promisedOnly } from '../../kit/disk/powerCut.js';
import { History } from '../../kit/history.js';
import { FOLDER, openLedger, ReceiptMaker } from '../../kit/ledger.js';
import { noSql } from '../../kit/noSql.js';
import { Random, seededRandom } from '../../kit/random.js';
import { Workload } from '../../kit/workload.js';

const random = seededRandom();
const emptyDisk = (): MemoryDisk => new MemoryDisk(new Map([[FOLDER, 'folder']]));
const isSegment = (path: string): boolean => path.endsWith('.seg');

/** Every acknowledged receipt, as the ledger on this disk gives it back. */
async function assertAllThere(disk: MemoryDisk, history: History, when: string): Promise<void> {
  const ledger = await openLedger(disk);
  assert.equal(ledger.damage, [], when);
  assert.is(ledger.failure, undefined, when);
  for (const receipt of history.receipts()) assert.equal(await ledger.invoice(receipt.uuid), receipt, when);
  await ledger.close();
  assert.is(history.violation(disk.contents()), undefined, when);
}

const KINDS: readonly Operation[] = [
  'open',
  'create',
  'list',
  'makeDir',
  'rename',
  'remove',
  'syncDir',
  'size',
  'read',
  'write',
  'datasync',
  'close',
];

for (const code of ['EIO', 'ENOSPC']) {
  test(`whichever disk operation fails with ${code}, nothing is thrown and nothing acknowledged is lost`, async () => {
    const seed = random.int(0, 2 ** 31);
    /** How often the disk was asked for what, until `fault` says otherwise of the n-th. */
    const work = async (
      disk: MemoryDisk,
      history: History,
      fault: (kind: Operation, n: number) => string | undefined,
    ) => {
      const counts = new Map<Operation, number>();
      disk.fault = (operation) => {
        const n = (counts.get(operation) ?? 0) + 1;
        counts.set(operation, n);
        return fault(operation, n);
      };
      await new Workload(disk, history, new Random(seed), { sql: noSql }).run(0);
      disk.fault = () => undefined;
      return counts;
    };
    const runWith = async (failing: Operation, failingN: number): Promise<void> => {
      const disk = emptyDisk();
      const history = new History();
      let hasFailed = false;
      disk.keepOnFailure = failingN % 2 === 0;
      await work(disk, history, (operation, n) => {
        if (operation !== failing || n !== failingN) return undefined;
        hasFailed = true;
        return code;
      });
      const cut = promisedOnly(disk);
      disk.forget(`${FOLDER}/views`); // they hold nothing, and are made anew from the log
      const when = `${failing} number ${failingN} failed, SEED=${random.seed}`;
      assert.ok(hasFailed, when);
      await assertAllThere(disk, history, when);
      const ledger = await openLedger(cut, { sql: noSql });
      assert.is(ledger.failure, undefined, when);
      assert.is(history.violation(cut.contents()), undefined, `${when}, then a cut`);
    };
    // Up to the call that fails, all is as in the work that is not disturbed: it makes the same calls.
    const counts = await work(emptyDisk(), new History(), () => undefined);
    const calls = KINDS.flatMap((kind) =>
      Array.from({ length: counts.get(kind) ?? 0 }, (_, at) => [kind, at + 1] as const),
    );
    assert.ok(calls.length > 100);
    for (const [kind, n] of shareOf(calls)) await runWith(kind, n);
  });
}

test('after a failed flush a file is never written again and the batch goes on in the spare segment', async () => {
  const disk = emptyDisk();
  const history = new History();
  const ledger = await openLedger(disk);
  await ledger.runIdleWork();
  const maker = new ReceiptMaker(random);
  const touched: string[] = [];
  let failed = false;
  disk.fault = (operation, path) => {
    if (operation === 'write' || operation === 'datasync')
      touched.push(`${failed ? 'later ' : ''}${operation} ${path}`);
    if (operation !== 'datasync' || failed) return undefined;
    failed = true;
    return 'EIO';
  };
  const receipts = Array.from({ length: 5 }, () => maker.next(ledger));
  const issued = await Promise.all(receipts.map((receipt) => history.issue(ledger, receipt)));
  assert.equal(issued, [true, true, true, true, true]);
  assert.is(ledger.end.segment, 2);
  await ledger.runIdleWork();
  assert.ok(touched.includes(`later datasync ${FOLDER}/log/000002.seg`));
  assert.not.ok(touched.some((note) => note.startsWith('later') && note.endsWith('000001.seg')));
  for (const receipt of receipts) assert.equal(await ledger.invoice(receipt.uuid), receipt);
  await ledger.close();
  disk.forget(`${FOLDER}/views`);
  await assertAllThere(disk, history, 'views made anew');
});

test('when the spare segment fails too the ledger is broken: it refuses at once, reads on, and heals by a restart', async () => {
  const disk = emptyDisk();
  const history = new History();
  const ledger = await openLedger(disk);
  await ledger.runIdleWork();
  const maker = new ReceiptMaker(random);
  const kept = maker.next(ledger);
  await history.issue(ledger, kept);
  disk.fault = (operation, path) => (operation === 'datasync' && isSegment(path) ? 'EIO' : undefined);
  const refused = maker.next(ledger);
  assert.equal(await ledger.issue(refused), { ok: false, error: 'broken' });
  assert.is(ledger.failure, 'broken');
  disk.fault = () => undefined;
  const operations = disk.flushes;
  assert.equal(await ledger.issue(refused), { ok: false, error: 'broken' });
  assert.equal(await ledger.reserve(1), { ok: false, error: 'broken' });
  assert.is(disk.flushes, operations);
  assert.equal(await ledger.invoice(kept.uuid), kept);
  await ledger.close();
  const again = await openLedger(disk);
  assert.is(again.failure, undefined);
  assert.equal(await again.invoice(kept.uuid), kept);
  const next = maker.next(again);
  assert.ok((await again.issue(next)).ok);
  const cut = await openLedger(promisedOnly(disk));
  assert.equal(cut.damage, []);
  for (const receipt of [kept, next]) assert.equal(await cut.invoice(receipt.uuid), receipt);
});

test('on a full disk the reservation says so before anything is signed, reads work, and room puts it right', async () => {
  const disk = emptyDisk();
  const ledger = await openLedger(disk);
  const maker = new ReceiptMaker(random);
  disk.budget = disk.used() + 40_000;
  const issued = [];
  let reserved = await ledger.reserve(2048);
  for (; reserved.ok; reserved = await ledger.reserve(2048)) {
    const receipt = maker.next(ledger);
    assert.ok((await ledger.issue(receipt)).ok, 'what was reserved is recorded');
    issued.push(receipt);
    reserved.value.release();
  }
  assert.equal(reserved, { ok: false, error: 'full' });
  assert.ok(issued.length > 3);
  assert.is(ledger.failure, undefined, 'it is not broken');
  assert.ok((await ledger.put({ type: 'setting', name: 'a', value: '1' })).ok, 'small changes still fit');
  for (const receipt of issued) assert.equal(await ledger.invoice(receipt.uuid), receipt);
  await ledger.close();

  const restarted = await openLedger(disk);
  assert.equal(await restarted.reserve(2048), { ok: false, error: 'full' });
  assert.equal(await restarted.invoice(issued[0]!.uuid), issued[0]);
  disk.budget = Number.MAX_SAFE_INTEGER;
  assert.ok((await restarted.reserve(2048)).ok);
  assert.ok((await restarted.issue(maker.next(restarted))).ok);
  await restarted.close();
});

test.run();
