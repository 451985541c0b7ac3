import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Reservation } from '../../../src/platform/ledger/entry.js';
import { DATA_START } from '../../../src/platform/ledger/segment.js';
import { Writer } from '../../../src/platform/ledger/writer.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { wrapped } from '../../kit/disk/wrapped.js';
import { settled } from '../../kit/handClock.js';
import { intent } from '../../kit/everyKind.js';
import { instead } from '../../kit/instead.js';
import { DAY_MS, NOON, openLedger, ReceiptMaker } from '../../kit/ledger.js';
import { seededRandom } from '../../kit/random.js';

const KB = 1024;
const SIZES = { segmentBytes: 1024 * KB, prefillBytes: 128 * KB, snapshotRecords: 1000 };

/** Bytes of records in a segment. */
function used(file: MemoryDisk['names'] extends ReadonlyMap<string, infer F> ? F : never): number {
  const bytes = (file as { readonly current?: Buffer }).current ?? Buffer.alloc(0);
  return bytes.subarray(DATA_START).findLastIndex((byte) => byte !== 0) + 1;
}

test('a month turn on a full disk stays in the segment that has the room that was kept', async () => {
  const disk = new MemoryDisk();
  // Enough for a header and 64 KB of zeros in the first segment, and for no more than the header of a spare.
  disk.budget = 12 * KB + 64 * KB + 12 * KB;
  let now = NOON;
  const ledger = await openLedger(disk, { sizes: SIZES, now: () => now });
  await ledger.runIdleWork();
  const maker = new ReceiptMaker(seededRandom());
  const sell = async (): Promise<void> => {
    const reserved = await ledger.reserve(16 * KB);
    assert.is(reserved.ok, true, 'there is room');
    const issued = await ledger.issue(maker.next(ledger, { at: now }));
    assert.is(issued.ok, true, 'what had its room is recorded');
    if (reserved.ok) reserved.value.release();
  };
  await sell();
  now += 15 * DAY_MS;
  await sell();
  assert.is(ledger.failure, undefined);
  const revoked = await ledger.put({ type: 'setting', name: 'simplifiedCash', value: 'true' });
  assert.is(revoked.ok, true, 'small records go on');
  await ledger.close();
});

test('a month turn on a full disk stays where room is held, though the next segment has some, and turns without it', async () => {
  const disk = new MemoryDisk();
  // 128 KB of zeros in the first segment and 64 KB in the spare; then the disk is full.
  disk.budget = 12 * KB + 128 * KB + 12 * KB + 64 * KB + KB;
  let now = NOON;
  const ledger = await openLedger(disk, { sizes: SIZES, now: () => now });
  await ledger.runIdleWork();
  const held = await ledger.reserve(90 * KB);
  if (!held.ok) throw new Error(held.error);
  now += 15 * DAY_MS;
  const maker = new ReceiptMaker(seededRandom());
  const sell = async (): Promise<boolean> => (await ledger.issue(maker.next(ledger, { at: now }))).ok;
  const segments = (): number =>
    [...disk.names].filter(([name, file]) => name.endsWith('.seg') && used(file) > 0).length;
  assert.ok(await sell());
  assert.is(segments(), 1, 'the receipt of the new month lies beside the room that is held');
  const value = seededRandom()
    .bytes(60 * KB)
    .toString('base64');
  assert.ok((await ledger.put({ type: 'rates', environment: 'sandbox', value }, held.value)).ok);
  held.value.release();
  assert.ok(await sell());
  assert.is(ledger.failure, undefined);
  assert.is(segments(), 2, 'now the month has a segment of its own');
  await ledger.close();
});

test('many callers that ask for more room than is ready all get it, one after another', async () => {
  const ledger = await openLedger(new MemoryDisk(), { sizes: SIZES });
  const maker = new ReceiptMaker(seededRandom());
  const outcomes = await Promise.all(
    Array.from({ length: 30 }, async () => {
      const reserved = await ledger.reserve(300 * KB);
      if (!reserved.ok) return reserved.error;
      const issued = await ledger.issue(maker.next(ledger));
      reserved.value.release();
      return issued.ok;
    }),
  );
  assert.equal(
    outcomes,
    Array.from({ length: 30 }, () => true),
  );
  await ledger.close();
});

test('on a full disk waiting callers get the error once no reservation is left', async () => {
  const disk = new MemoryDisk();
  disk.budget = 12 * KB + 64 * KB + 12 * KB;
  const ledger = await openLedger(disk, { sizes: SIZES });
  await ledger.runIdleWork();
  const first = await ledger.reserve(16 * KB);
  assert.is(first.ok, true);
  const second = ledger.reserve(60 * KB);
  if (first.ok) first.value.release();
  assert.equal(await second, { ok: false, error: 'full' });
  await ledger.close();
});

test('rates are refused on a full disk without a wait for space that an order holds, and taken once it is released', async () => {
  const disk = new MemoryDisk();
  disk.budget = 12 * KB + 64 * KB + 12 * KB;
  const ledger = await openLedger(disk, { sizes: SIZES });
  await ledger.runIdleWork();
  const held = await ledger.reserve(30 * KB);
  if (!held.ok) throw new Error(held.error);
  const value = seededRandom()
    .bytes(36 * KB)
    .toString('base64');
  const put = (): ReturnType<typeof ledger.put> => ledger.put({ type: 'rates', environment: 'sandbox', value });
  const waiting = new Promise((resolve) => setImmediate(() => setImmediate(resolve, 'waits')));
  assert.equal(await Promise.race([put(), waiting]), { ok: false, error: 'full' });
  assert.is(ledger.main.rates('sandbox'), undefined);
  assert.ok(held.value.isHeld);
  held.value.release();
  assert.ok((await put()).ok);
  assert.is(ledger.main.rates('sandbox'), value);
  await ledger.close();
});

test('what neither the segment nor its spare can take is refused, whatever both have together', async () => {
  const disk = new MemoryDisk();
  // 128 KB of zeros in the first segment and 64 KB in the spare; then the disk is full.
  disk.budget = 12 * KB + 128 * KB + 12 * KB + 64 * KB + KB;
  const ledger = await openLedger(disk, { sizes: SIZES });
  await ledger.runIdleWork();
  assert.equal(await ledger.reserve(150 * KB), { ok: false, error: 'full' }, 'a record lies in one of them');
  assert.is((await ledger.reserve(100 * KB)).ok, true);
  await ledger.close();
});

test('what is written into room that was kept waits for no other room, whatever a full disk has left', async () => {
  const disk = new MemoryDisk();
  disk.budget = 12 * KB + 64 * KB + 12 * KB;
  const ledger = await openLedger(disk, { sizes: SIZES });
  await ledger.runIdleWork();
  const room = await ledger.reserve(44 * KB);
  if (!room.ok) throw new Error(room.error);
  const value = seededRandom()
    .bytes(24 * KB)
    .toString('base64');
  let isWritten = false;
  const written = ledger.put({ type: 'rates', environment: 'sandbox', value }, room.value).then(({ ok }) => {
    isWritten = ok;
  });
  for (let turn = 0; turn < 100; turn += 1) await settled();
  assert.ok(isWritten, 'it does not wait for the one who holds the room: that is itself');
  await written;
  room.value.release();
  await ledger.close();
});

test('room that is given back on a full disk goes to one waiting caller, and the others wait on', async () => {
  const disk = new MemoryDisk();
  disk.budget = 12 * KB + 64 * KB + 12 * KB;
  const ledger = await openLedger(disk, { sizes: SIZES });
  await ledger.runIdleWork();
  const holder = await ledger.reserve(40 * KB);
  if (!holder.ok) throw new Error(holder.error);
  const got: Reservation[] = [];
  const waiting = [1, 2].map(async () => {
    const room = await ledger.reserve(40 * KB);
    if (!room.ok) throw new Error(room.error);
    got.push(room.value);
  });
  for (let turn = 0; turn < 100; turn += 1) await settled();
  assert.is(got.length, 0, 'it is all held');
  holder.value.release();
  for (let turn = 0; turn < 100; turn += 1) await settled();
  assert.is(got.length, 1, 'there is room for one');
  got[0]?.release();
  await Promise.all(waiting);
  assert.is(got.length, 2);
  got[1]?.release();
  await ledger.close();
});

test('an abort of an order in doubt reserves room for all that it writes', async () => {
  const ledger = await openLedger(new MemoryDisk(), { sizes: SIZES });
  const requestId = 'a'.repeat(32);
  const order = { environment: 'sandbox', invoiceType: 'Normal', transactionType: 'Sale', total: 100 } as const;
  const clientRequestId = seededRandom()
    .bytes(3 * KB)
    .toString('base64');
  const doubt = {
    at: NOON,
    kind: 'in-doubt',
    requestId,
    ...order,
    clientRequestId,
    referentNumber: null,
  } as const;
  assert.ok((await ledger.put({ type: 'intent', intent: intent(requestId, NOON) })).ok);
  assert.ok((await ledger.put({ type: 'event', event: doubt })).ok);
  let reserved = 0;
  const mend = instead(Writer.prototype, 'reserve', (_, original, args) => {
    reserved += Number(args[0]);
    return original(...args);
  });
  const before = ledger.end;
  assert.ok((await ledger.put({ type: 'abort', requestId, cause: { by: 'processor', code: null } })).ok);
  mend();
  assert.is(ledger.end.sequence - before.sequence, 2, 'how the doubt ended, and the abort');
  const written = ledger.end.offset - before.offset;
  assert.ok(written <= reserved, `${written} bytes were written, ${reserved} reserved`);
  await ledger.close();
});

test('room is held until it is released, and releasing it twice gives nothing back that others hold', async () => {
  const ledger = await openLedger(new MemoryDisk(), { sizes: SIZES });
  await ledger.runIdleWork();
  const free = ledger.roomBytes;
  assert.ok(free > 100 * KB, String(free));
  const [one, other] = [await ledger.reserve(10 * KB), await ledger.reserve(20 * KB)];
  if (!one.ok || !other.ok) throw new Error('there is room');
  assert.equal([one.value.isHeld, other.value.isHeld, free - ledger.roomBytes], [true, true, 30 * KB]);
  for (let times = 0; times < 2; times += 1) {
    one.value.release();
    assert.equal([one.value.isHeld, other.value.isHeld, free - ledger.roomBytes], [false, true, 20 * KB]);
  }
  other.value.release();
  assert.equal([other.value.isHeld, ledger.roomBytes], [false, free]);
  await ledger.close();
  assert.is((await openLedger(new MemoryDisk(), { readOnly: true })).roomBytes, 0, 'one that only reads has none');
});

test('a change with audit entries is recorded with them before it, or not at all', async () => {
  const entry = { event: 'operation', operation: 'settings.set', subject: 'mail', name: 'Ана', isDone: true } as const;
  const entries = [1, 2].map((user) => ({ ...entry, user }));
  const change = { type: 'setting', name: 'simplifiedCash', value: 'true' } as const;
  const disk = new MemoryDisk();
  let ledger = await openLedger(disk, { sizes: SIZES });
  await ledger.runIdleWork();
  const { sequence } = ledger.end;
  const free = ledger.roomBytes;
  assert.equal(await ledger.putAudited(entries, change), { ok: true, value: undefined });
  assert.is(ledger.end.sequence, sequence + 3);
  assert.is(ledger.main.settings.all().get('simplifiedCash'), 'true');
  assert.ok(ledger.roomBytes < free && ledger.roomBytes > free - 2 * KB, 'only what was written is gone');
  const listed = async (): Promise<readonly unknown[]> => {
    const { records } = await ledger.auditBefore();
    return records.map((record) => record.entry);
  };
  assert.equal(await listed(), [...entries].reverse());
  await ledger.close();
  const before = disk.contents();
  ledger = await openLedger(disk, { sizes: SIZES, readOnly: true });
  assert.is((await ledger.putAudited(entries, change)).ok, false);
  assert.is(await listed().then(({ length }) => length), 2);
  await ledger.close();
  assert.equal(disk.contents(), before);
});

test('a close waits for what was given before it, and takes nothing after it', async () => {
  const disk = new MemoryDisk();
  let flushing = Promise.resolve();
  const slow = wrapped(disk, {
    file: (inner) => ({
      async datasync() {
        await flushing;
        await inner.datasync();
      },
    }),
  });
  const ledger = await openLedger(slow, { sizes: SIZES });
  await ledger.runIdleWork();
  let flush = (): void => undefined;
  flushing = new Promise((resolve) => (flush = resolve));
  const maker = new ReceiptMaker(seededRandom());
  const receipts = [1, 2].map(() => maker.next(ledger));
  const done: string[] = [];
  for (const receipt of receipts) void ledger.issue(receipt).then(({ ok }) => done.push(`issued: ${ok}`));
  const closing = ledger.close().then(() => done.push('closed'));
  for (let turn = 0; turn < 20; turn += 1) await settled();
  assert.equal(done, [], 'the first is being flushed, the second waits');
  flush();
  await closing;
  assert.equal(done, ['issued: true', 'issued: true', 'closed']);
  assert.is((await ledger.issue(maker.next(ledger))).ok, false);
  const again = await openLedger(disk, { sizes: SIZES });
  for (const receipt of receipts) assert.equal(await again.invoice(receipt.uuid), receipt);
  await again.close();
});

test.run();
