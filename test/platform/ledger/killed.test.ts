// What a process that was killed has left in its segments, and what the next one makes of it.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { jsonLog } from '../../../src/base/log.js';
import type { IssuedInvoice } from '../../../src/platform/ledger/invoice.js';
import type { Ledger } from '../../../src/platform/ledger/ledger.js';
import { recordLength } from '../../../src/platform/ledger/record.js';
import { DATA_START } from '../../../src/platform/ledger/segment.js';
import { MemoryDisk, type Operation } from '../../kit/disk/memory.js';
import { promisedOnly } from '../../kit/disk/powerCut.js';
import { FOLDER, NOON, openLedger, ReceiptMaker } from '../../kit/ledger.js';
import { seededRandom } from '../../kit/random.js';

const maker = new ReceiptMaker(seededRandom());
const emptyDisk = (): MemoryDisk => new MemoryDisk(new Map([[FOLDER, 'folder']]));
const segment = (number: number): string => `${FOLDER}/log/00000${number}.seg`;

async function issue(ledger: Ledger, count: number): Promise<IssuedInvoice[]> {
  const receipts = Array.from({ length: count }, () => maker.next(ledger));
  for (const receipt of receipts) assert.ok((await ledger.issue(receipt)).ok);
  return receipts;
}

/** A ledger with three receipts on a disk of its own. */
async function sold(): Promise<{ disk: MemoryDisk; ledger: Ledger }> {
  const disk = emptyDisk();
  const ledger = await openLedger(disk);
  await issue(ledger, 3);
  return { disk, ledger };
}

/** The process is killed after it has written a receipt, and before the flush; `end` is where the record begins. */
async function killedBeforeFlush(): Promise<{ disk: MemoryDisk; receipt: IssuedInvoice; end: number }> {
  const { disk, ledger } = await sold();
  const { offset: end } = ledger.end;
  let killed: MemoryDisk | undefined;
  disk.before = (operation) => {
    if (operation === 'datasync') killed ??= disk.copy();
  };
  const [receipt] = await issue(ledger, 1);
  assert.ok(killed && receipt);
  return { disk: killed, receipt, end };
}

const bytesOf = (disk: MemoryDisk, number = 1): Buffer => disk.contents().get(segment(number)) as Buffer;

test('a receipt that was written and not flushed is durable before the next process writes that it is', async () => {
  const { disk, receipt, end } = await killedBeforeFlush();
  const behind = end + recordLength(bytesOf(disk), end);
  let isDurable: boolean | undefined;
  disk.before = (operation, path) => {
    // The next record is written, and shows what is durable.
    if (operation !== 'datasync' || path !== segment(1) || recordLength(bytesOf(disk), behind) === 0) return;
    isDurable ??= recordLength(bytesOf(promisedOnly(disk)), end) > 0;
  };
  const next = await openLedger(disk);
  assert.is(isDurable, true);
  assert.equal(await next.invoice(receipt.uuid), receipt);
  const cut = await openLedger(promisedOnly(disk));
  assert.equal(cut.damage, []);
  assert.equal(await cut.invoice(receipt.uuid), receipt);
});

/** The bytes of a receipt that reached the disk in part only. */
async function torn(): Promise<{ disk: MemoryDisk; end: number; bytes: Buffer }> {
  const { disk, end } = await killedBeforeFlush();
  const written = bytesOf(disk);
  const length = recordLength(written, end);
  assert.ok(length > 300);
  disk.damage(segment(1), (bytes) => bytes.fill(0, end + 8, end + 16));
  const bytes = bytesOf(disk).subarray(end, end + length);
  return { disk, end, bytes };
}

/** The next record may lie at the beginning of the place. */
function isCleared(disk: MemoryDisk, end: number, length: number): boolean {
  const place = bytesOf(disk).subarray(end, end + length);
  return place.subarray(-50).every((byte) => byte === 0);
}

test('a torn record is put into quarantine byte for byte before it is cleared, which the log says', async () => {
  const { disk, end, bytes } = await torn();
  const quarantined = `${FOLDER}/quarantine/1-${end}-${NOON}.torn`;
  let clearedAfter: boolean | undefined;
  disk.before = (operation, path) => {
    if (operation === 'write' && path === segment(1)) clearedAfter ??= promisedOnly(disk).names.has(quarantined);
  };
  const lines: string[] = [];
  const ledger = await openLedger(disk, {
    log: jsonLog(
      (line) => lines.push(line),
      () => NOON,
    ),
  });
  assert.equal(ledger.damage, []);
  const kept = disk.contents().get(quarantined);
  assert.ok(kept instanceof Buffer, [...disk.names.keys()].join('\n'));
  assert.equal(kept.subarray(0, bytes.length), bytes.subarray(0, kept.length));
  assert.ok(bytes.subarray(kept.length).every((byte) => byte === 0));
  assert.ok(isCleared(disk, end, bytes.length));
  assert.is(clearedAfter, true, 'the copy is durable first');
  const told = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const { quarantine } = told.find(({ event }) => event === 'ledger.torn_tail') ?? {};
  assert.is(quarantine, `1-${end}-${NOON}.torn`);
});

test('where the disk has no room for the quarantine the torn record is cleared all the same', async () => {
  const { disk, end, bytes } = await torn();
  disk.fault = (operation, path) => (operation === 'create' && path.includes('quarantine') ? 'ENOSPC' : undefined);
  const ledger = await openLedger(disk);
  assert.is(ledger.failure, undefined);
  assert.ok(isCleared(disk, end, bytes.length));
  assert.not([...disk.names.keys()].some((path) => path.endsWith('.torn')));
});

for (const failing of ['datasync', 'syncDir'] as const) {
  test(`a spare segment whose making failed at ${failing}, in a process that was killed then, holds what is written later`, async () => {
    const disk = emptyDisk();
    let killed: MemoryDisk | undefined;
    let hasFailed = false;
    const isOfSpare = (operation: Operation, path: string): boolean =>
      operation === failing && disk.names.has(segment(2)) && [segment(2), `${FOLDER}/log`].includes(path);
    disk.fault = (operation, path) => {
      const isIt = !hasFailed && isOfSpare(operation, path);
      hasFailed ||= isIt;
      return isIt ? 'EIO' : undefined;
    };
    disk.before = (operation) => {
      if (operation === 'remove' && hasFailed) killed ??= disk.copy();
    };
    await issue(await openLedger(disk), 3);
    assert.ok(killed);
    assert.ok(killed.names.has(segment(2)));

    const found = killed;
    let isHeadDurable: boolean | undefined;
    found.before = (operation, path) => {
      if (operation !== 'datasync' || path !== segment(2) || recordLength(bytesOf(found, 2), DATA_START) === 0) return;
      const head = bytesOf(found, 2).subarray(0, DATA_START);
      isHeadDurable ??= bytesOf(promisedOnly(found), 2).subarray(0, DATA_START).equals(head);
    };
    const next = await openLedger(found);
    const receipts: IssuedInvoice[] = [];
    while (next.end.segment === 1) receipts.push(...(await issue(next, 1)));
    assert.is(isHeadDurable, true, 'before the flush of its first record, which may reach the disk without it');
    const cut = await openLedger(promisedOnly(found));
    assert.equal(cut.damage, []);
    for (const receipt of receipts) assert.equal(await cut.invoice(receipt.uuid), receipt);
  });
}

test.run();
