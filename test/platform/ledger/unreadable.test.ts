import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { LogFields } from '../../../src/base/log.js';
import { uuidBytes } from '../../../src/base/cryptography.js';
import type { IssuedInvoice } from '../../../src/platform/ledger/invoice.js';
import type { Ledger } from '../../../src/platform/ledger/ledger.js';
import { segment, written } from '../../kit/damage.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import type { State } from '../../kit/disk/powerCut.js';
import { wrapped } from '../../kit/disk/wrapped.js';
import { openLedger, ReceiptMaker } from '../../kit/ledger.js';
import { seededRandom } from '../../kit/random.js';

const random = seededRandom();
/** Which receipt is lost; the record of the start is before the first. */
const LOST = 5;
let state: State;
let receipts: readonly IssuedInvoice[];
let lost: IssuedInvoice;
let others: readonly IssuedInvoice[];

test.before(async () => {
  ({ state, receipts } = await written(random, 60));
  lost = receipts[LOST] as IssuedInvoice;
  others = receipts.filter((receipt) => receipt !== lost);
});

interface Opened {
  readonly disk: MemoryDisk;
  readonly ledger: Ledger;
  /** What `ledger.damaged` was logged with. */
  readonly damages: LogFields[];
  /** Reads of the first segment that cover the lost record fail so many more times. */
  readonly failing: { code: string; times: number };
}

/** A ledger whose start read no record of the first segment. */
async function opened(): Promise<Opened> {
  const disk = new MemoryDisk(state);
  const damages: LogFields[] = [];
  const failing = { code: 'EIO', times: 0 };
  const at = (state.get(segment(1)) as Buffer).indexOf(uuidBytes(lost.uuid));
  const flaky = wrapped(disk, {
    file: (inner, path) => ({
      read: async (position, length) => {
        if (path === segment(1) && position <= at && at < position + length && failing.times > 0) {
          failing.times -= 1;
          disk.fault = () => failing.code;
        }
        try {
          return await inner.read(position, length);
        } finally {
          disk.fault = () => undefined;
        }
      },
    }),
  });
  const ledger = await openLedger(flaky, {
    log: (event, fields = {}) => {
      if (event === 'ledger.damaged') damages.push(fields);
    },
  });
  assert.is(ledger.failure, undefined);
  return { disk, ledger, damages, failing };
}

function list(ledger: Ledger): Promise<IssuedInvoice[]> {
  return ledger.invoices({ environment: 'sandbox', skip: 0, limit: 1000 });
}

const newestFirst = (some: readonly IssuedInvoice[]): IssuedInvoice[] => [...some].reverse();

/** One byte of the record that was not looked at by the start. */
function damageRecord({ disk, ledger }: Opened): void {
  const inode = disk.names.get(segment(1));
  assert.ok(inode !== undefined && inode !== 'folder');
  const at = inode.current.indexOf(uuidBytes(lost.uuid));
  inode.write(at + 40, Buffer.of((inode.current[at + 40] ?? 0) ^ 1));
  assert.is(ledger.failure, undefined, 'nobody has looked yet');
}

/** What must hold once the lost record was met: it is named, nothing new is promised, the rest is served. */
async function isNoted({ ledger, damages }: Opened): Promise<void> {
  assert.is(ledger.failure, 'damaged');
  assert.equal(
    ledger.damage.map(({ segment, firstMissing, lastMissing }) => [segment, firstMissing, lastMissing]),
    [[1, LOST + 2, LOST + 2]],
  );
  assert.equal(damages, [{ ...ledger.damage[0] }], 'it is logged once');
  assert.equal(await ledger.reserve(4096), { ok: false, error: 'damaged' });
  assert.equal(await ledger.put({ type: 'setting', name: 'a', value: '1' }), { ok: false, error: 'damaged' });
  for (const receipt of others) assert.equal(await ledger.invoice(receipt.uuid), receipt);
}

test('a list leaves out the one receipt that cannot be read, and the damage is noted', async () => {
  const box = await opened();
  damageRecord(box);
  for (let n = 0; n < 2; n += 1) assert.equal(await list(box.ledger), newestFirst(others));
  await isNoted(box);
  await box.ledger.close();
});

test('the receipt itself is an error by uuid, by number and by key, never an answer of “no such receipt”', async () => {
  const box = await opened();
  damageRecord(box);
  const { totalCounter } = lost.signature;
  const reads = [
    () => box.ledger.invoice(lost.uuid),
    () => box.ledger.invoiceByRequest('sandbox', lost.clientRequestId ?? ''),
    () => box.ledger.invoiceByNumber('TESTBOX1', 'TESTBOX1', totalCounter),
  ];
  for (const read of reads) {
    const error = await read().catch((reason: unknown) => reason);
    assert.ok(error instanceof Error);
    assert.match(error.message, /^record 7 in segment 1 at \d+ cannot be read/);
  }
  await isNoted(box);
  await box.ledger.close();
});

test('a receipt that was being signed when the damage was met is recorded all the same', async () => {
  const box = await opened();
  const reserved = await box.ledger.reserve(4096);
  assert.ok(reserved.ok);
  damageRecord(box);
  await list(box.ledger);
  const signed = new ReceiptMaker(random).next(box.ledger);
  assert.ok((await box.ledger.issue(signed)).ok);
  assert.equal(await box.ledger.invoice(signed.uuid), signed);
  await isNoted(box);
  await box.ledger.close();
});

test('a bad block that cannot be read twice costs only the record in it', async () => {
  const box = await opened();
  box.failing.times = 2;
  assert.equal(await list(box.ledger), newestFirst(others));
  await isNoted(box);
  await box.ledger.close();
});

test('a read that fails once is no damage', async () => {
  const box = await opened();
  for (const read of [() => list(box.ledger), () => box.ledger.invoice(lost.uuid)]) {
    box.failing.times = 1;
    await read();
    assert.is(box.failing.times, 0);
  }
  assert.equal(await list(box.ledger), newestFirst(receipts));
  assert.equal([box.ledger.failure, box.ledger.damage, box.damages], [undefined, [], []]);
  await box.ledger.close();
});

test('a failure that says nothing about the medium is an error, not damage', async () => {
  const box = await opened();
  Object.assign(box.failing, { code: 'EMFILE', times: 2 });
  const error = await list(box.ledger).catch((reason: unknown) => reason);
  assert.match(String(error), /EMFILE/);
  assert.is(box.ledger.failure, undefined);
  box.failing.times = 0;
  assert.equal(await list(box.ledger), newestFirst(receipts));
  await box.ledger.close();
});

test('a disk that is gone as a whole counts as failed, not as damaged', async () => {
  const disk = new MemoryDisk(state);
  const damages: LogFields[] = [];
  const ledger = await openLedger(disk, {
    log: (event, fields = {}) => {
      if (event === 'ledger.damaged') damages.push(fields);
    },
  });
  assert.equal(await list(ledger), newestFirst(receipts));
  disk.fault = () => 'EIO';
  assert.equal(await ledger.put({ type: 'setting', name: 'a', value: '1' }), { ok: false, error: 'broken' });
  for (const read of [() => list(ledger), () => ledger.invoice(lost.uuid)]) {
    const error = await read().catch((reason: unknown) => reason);
    assert.match(String(error), /cannot be read/, 'never a list that leaves receipts out');
  }
  assert.equal([ledger.failure, ledger.damage, damages], ['broken', [], []]);
  disk.fault = () => undefined;
  assert.equal(await list(ledger), newestFirst(receipts));
  await ledger.close();
});

test('a disk that was read before it failed is reported as failed', async () => {
  const box = await opened();
  damageRecord(box);
  await list(box.ledger);
  assert.is(box.ledger.failure, 'damaged');
  box.disk.fault = () => 'EIO';
  await box.ledger['idleWork'].writeSeal();
  assert.is(box.ledger.failure, 'broken');
  assert.equal(await box.ledger.reserve(4096), { ok: false, error: 'broken' });
  await box.ledger.close();
});

test('a full segment with a broken header is met as damage of the receipts in it', async () => {
  const many = await written(random, 110);
  const disk = new MemoryDisk(many.state);
  disk.damage(segment(2), (bytes) => bytes.fill(0xff, 20, 24));
  const ledger = await openLedger(disk);
  assert.is(ledger.failure, undefined);
  const found = await list(ledger);
  assert.ok(found.length > 0 && found.length < many.receipts.length);
  assert.is(ledger.failure, 'damaged');
  assert.is(ledger.damage.length, many.receipts.length - found.length);
  await ledger.close();
});

test.run();
