import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Log } from '../../../src/base/log.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { wrapped } from '../../kit/disk/wrapped.js';
import { FOLDER, openLedger, ReceiptMaker, viewsOf } from '../../kit/ledger.js';
import { readLog } from '../../kit/log.js';
import { seededRandom } from '../../kit/random.js';

const random = seededRandom();
const emptyDisk = (): MemoryDisk => new MemoryDisk(new Map([[FOLDER, 'folder']]));
const BIG = { segmentBytes: 1024 * 1024, prefillBytes: 64 * 1024 };

test('one receipt costs one write and one flush of its segment, and nothing else', async () => {
  const disk = emptyDisk();
  const ledger = await openLedger(disk, { sizes: BIG });
  await ledger.runIdleWork();
  const maker = new ReceiptMaker(random);
  const operations: string[] = [];
  disk.before = (operation, path) => void operations.push(`${operation} ${path}`);
  await ledger.issue(maker.next(ledger));
  assert.equal(operations, [`write ${FOLDER}/log/000001.seg`, `datasync ${FOLDER}/log/000001.seg`]);
  disk.before = () => undefined;
  await ledger.close();
});

test('receipts that come together share flushes, keep their order, and are all acknowledged', async () => {
  const disk = emptyDisk();
  const ledger = await openLedger(disk, { sizes: BIG });
  await ledger.runIdleWork();
  const maker = new ReceiptMaker(random);
  const before = disk.flushes;
  const receipts = Array.from({ length: 200 }, () => maker.next(ledger));
  const issued = await Promise.all(receipts.map((receipt) => ledger.issue(receipt)));
  assert.ok(issued.every(({ ok }) => ok));
  assert.ok(disk.flushes - before <= 2, `${disk.flushes - before} flushes for 200 records`);
  const order = readLog(disk.contents()).flatMap(({ content }) => /"uuid":"([^"]+)"/.exec(content)?.[1] ?? []);
  assert.equal(
    order,
    receipts.map(({ uuid }) => uuid),
  );
  await ledger.close();
});

test('an acknowledged receipt can be read at once', async () => {
  const ledger = await openLedger(emptyDisk());
  const receipt = new ReceiptMaker(random).next(ledger, { clientRequestId: 'once' });
  await ledger.issue(receipt);
  assert.equal(await ledger.invoiceByRequest('sandbox', 'once'), receipt);
  await ledger.close();
});

test('a snapshot that takes long holds no receipt up', async () => {
  const disk = emptyDisk();
  const opening: { open?: () => void } = {};
  const gate = new Promise<void>((resolve) => (opening.open = resolve));
  const slow = wrapped(disk, {
    file: (inner, path) => ({ datasync: async () => (path.includes('/views/') ? gate : inner.datasync()) }),
  });
  let saved = false;
  const log: Log = (event) => void (saved ||= event === 'ledger.snapshot');
  const ledger = await openLedger(slow, { log });
  const maker = new ReceiptMaker(random);
  for (let i = 0; i < 15; i += 1) await ledger.issue(maker.next(ledger));
  const tending = ledger.runIdleWork();
  for (let i = 0; i < 5; i += 1) assert.ok((await ledger.issue(maker.next(ledger))).ok);
  assert.not.ok(saved, 'the snapshot is still being written');
  opening.open?.();
  await tending;
  assert.ok(saved);
  await ledger.close();
});

test('reading never writes', async () => {
  const disk = emptyDisk();
  const ledger = await openLedger(disk);
  const maker = new ReceiptMaker(random);
  const receipts = [];
  for (let i = 0; i < 120; i += 1) {
    const receipt = maker.next(ledger, { clientRequestId: `r${i}` });
    await ledger.issue(receipt);
    receipts.push(receipt);
    if (i % 20 === 19) await ledger.runIdleWork();
  }
  const changes: string[] = [];
  disk.before = (operation, path) => {
    if (!['open', 'read', 'size', 'close', 'list'].includes(operation)) changes.push(`${operation} ${path}`);
  };
  for (let i = 0; i < 2000; i += 1) {
    await ledger.invoice(random.pick(receipts).uuid);
    await ledger.invoiceByRequest('sandbox', random.pick(['nobody', 'r7', 'r90']));
  }
  await viewsOf(ledger);
  assert.equal(changes, []);
  disk.before = () => undefined;
  await ledger.close();
});

test('a ledger that is opened to look only changes nothing, not even a torn tail or a half made file', async () => {
  const disk = emptyDisk();
  const ledger = await openLedger(disk);
  const maker = new ReceiptMaker(random);
  const receipt = maker.next(ledger);
  await ledger.issue(receipt);
  const { segment, offset } = ledger.end;
  await ledger.runIdleWork();
  await ledger.close();
  disk.damage(`${FOLDER}/log/00000${segment}.seg`, (bytes) =>
    Buffer.concat([bytes.subarray(0, offset), random.bytes(50)]),
  );
  disk.damage(`${FOLDER}/log/00000${segment + 1}.seg`, (bytes) => bytes.subarray(0, 100).fill(0)); // half made
  const contents = disk.contents();
  const looking = await openLedger(disk, { readOnly: true });
  assert.equal(await looking.invoice(receipt.uuid), receipt);
  assert.equal(looking.damage, []);
  assert.is((await looking.put({ type: 'setting', name: 'a', value: '1' })).ok, false);
  await looking.close();
  assert.equal(disk.contents(), contents);
});

test('after the last close nothing is written any more', async () => {
  const disk = emptyDisk();
  const ledger = await openLedger(disk);
  const receipt = new ReceiptMaker(random).next(ledger);
  await ledger.close();
  assert.equal(await ledger.issue(receipt), { ok: false, error: 'broken' });
});

test.run();
