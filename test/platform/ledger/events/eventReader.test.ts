import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Slice } from '../../../../src/base/salePriority.js';
import type { Intent } from '../../../../src/platform/ledger/intent.js';
import {
  decodePlace,
  encodePlace,
  type EventPlace,
  placeOf,
} from '../../../../src/platform/ledger/events/eventPlace.js';
import { type EventQuery, EventReader } from '../../../../src/platform/ledger/events/eventReader.js';
import type { LedgerEvent } from '../../../../src/platform/ledger/events/ledgerEvent.js';
import { SegmentFiles } from '../../../../src/platform/ledger/files.js';
import type { PrintJob } from '../../../../src/platform/ledger/job.js';
import type { Ledger } from '../../../../src/platform/ledger/ledger.js';
import { startOfLog } from '../../../../src/platform/ledger/scan.js';
import { DATA_START, segmentName } from '../../../../src/platform/ledger/segment.js';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import { wrapped } from '../../../kit/disk/wrapped.js';
import { settled } from '../../../kit/handClock.js';
import { FOLDER, NOON, openLedger, ReceiptMaker } from '../../../kit/ledger.js';
import { seededRandom } from '../../../kit/random.js';

const random = seededRandom();

const itself = (event: LedgerEvent): LedgerEvent => event;
const atOnce: Slice = async (work) => work();

async function page(ledger: Ledger, after: EventPlace | undefined, query: Partial<EventQuery<LedgerEvent>> = {}) {
  const read = await ledger.events.page({
    limit: 100,
    accepts: () => true,
    give: itself,
    slice: atOnce,
    ...query,
    after,
  });
  if (!read.ok) throw new Error(read.error);
  return read.value;
}

/** All events after a place, in pages; each page continues from the cursor of the one before, as text. */
async function allAfter(ledger: Ledger, start: EventPlace | undefined, limit: number): Promise<LedgerEvent[]> {
  const events: LedgerEvent[] = [];
  for (let after = start; ;) {
    const { events: more, place, more: isMore } = await page(ledger, after, { limit });
    assert.ok(more.length <= limit);
    events.push(...more);
    if (!isMore) return events;
    assert.ok(place);
    after = decodePlace(encodePlace(place));
  }
}

const nameOf = ({ record, part, content }: LedgerEvent): string => `${record.sequence}/${part} ${content.type}`;
const job = (id: number, uuid: string, state: PrintJob['state']): PrintJob => {
  return { id, uuid, printer: 'bar', repeat: false, state, reason: null, createdAt: NOON, updatedAt: NOON };
};

/** A ledger of several segments and starts, with records of all kinds. */
async function filled(disk: MemoryDisk, receipts = 100): Promise<Ledger> {
  let ledger = await openLedger(disk);
  const maker = new ReceiptMaker(random);
  for (let count = 0; count < receipts; count += 1) {
    const receipt = maker.next(ledger, count % 5 === 4 ? { transactionType: 'Refund' } : {});
    const jobs = count % 3 === 0 ? [job(2 * count + 1, receipt.uuid, 'queued')] : [];
    assert.ok((await ledger.issue(receipt, jobs)).ok);
    if (count % 10 === 0) await ledger.put({ type: 'setting', name: 'simplifiedCash', value: 'true' });
    if (count % 5 === 0) await ledger.runIdleWork();
    if (count % 7 === 0) {
      const ended = [job(2 * count + 1, receipt.uuid, 'printed'), job(2 * count + 2, receipt.uuid, 'cancelled')];
      await ledger.put({ type: 'job', jobs: ended });
    }
    if (count % 20 === 19) {
      await ledger.put({ type: 'event', event: { kind: 'alarm', at: NOON, check: 'paper', isOn: count % 40 === 19 } });
      await ledger.close();
      ledger = await openLedger(disk);
    }
  }
  return ledger;
}

test('pages of every size give the same events, each once, in the order of the records', async () => {
  const ledger = await filled(new MemoryDisk());
  assert.ok(ledger.end.segment > 3, 'several segments');
  const whole = await allAfter(ledger, undefined, 1000);
  const types = whole.map(({ content }) => content.type);
  const count = (type: string): number => types.filter((one) => one === type).length;
  assert.is(count('invoice.issued'), 80);
  assert.is(count('invoice.refunded'), 20);
  assert.is(count('print-job.printed'), 15);
  assert.is(count('print-job.cancelled'), 15);
  assert.equal(
    types.filter((type) => type.startsWith('problem')),
    ['problem.began', 'problem.ended', 'problem.began', 'problem.ended', 'problem.began'],
  );
  for (const limit of [1, 2, 7, 100]) {
    assert.equal((await allAfter(ledger, undefined, limit)).map(nameOf), whole.map(nameOf), `pages of ${limit}`);
  }
  await ledger.close();
});

test('from the cursor of any event the following ones come, also after a restart and without views', async () => {
  const disk = new MemoryDisk();
  let ledger = await filled(disk);
  const whole = await allAfter(ledger, undefined, 1000);
  const cursors = whole.map(({ record, part }) => encodePlace(placeOf(record, part)));
  await ledger.close();
  disk.forget(`${FOLDER}/views`);
  ledger = await openLedger(disk);
  for (const [at, cursor] of cursors.entries()) {
    const rest = await page(ledger, decodePlace(cursor), { limit: 3 });
    assert.equal(rest.events.map(nameOf), whole.slice(at + 1, at + 4).map(nameOf));
  }
  await ledger.close();
});

test('each event has the hash of its record and of the one before: the chain of the ledger', async () => {
  const ledger = await filled(new MemoryDisk());
  const whole = await allAfter(ledger, undefined, 1000);
  let linked = 0;
  for (const [at, { record }] of whole.entries()) {
    const before = whole[at - 1]?.record;
    if (before?.sequence !== record.sequence - 1) continue;
    assert.ok(record.previous.equals(before.hash));
    linked += 1;
  }
  assert.ok(linked > 30);
  await ledger.close();
});

test('a cursor with a wrong place is found by its sequence', async () => {
  const ledger = await filled(new MemoryDisk());
  const whole = await allAfter(ledger, undefined, 1000);
  for (const { record, part } of [whole[0]!, random.pick(whole), whole.at(-2)!]) {
    const right = placeOf(record, part);
    const expected = (await page(ledger, right, { limit: 2 })).events.map(nameOf);
    for (const wrong of [
      { segment: 99 },
      { segment: 1, offset: 12_288 },
      { offset: right.offset + 8 },
      { offset: 0 },
    ]) {
      assert.equal((await page(ledger, { ...right, ...wrong }, { limit: 2 })).events.map(nameOf), expected);
    }
  }
  await ledger.close();
});

test('a ledger that went on elsewhere does not know the cursors of the other, and keeps those from before', async () => {
  const disk = new MemoryDisk();
  let ledger = await filled(disk, 20);
  const shared = ledger.events.now;
  await ledger.close();
  const backup = disk.copy();
  const maker = new ReceiptMaker(random);
  ledger = await openLedger(disk);
  assert.ok((await ledger.issue(maker.next(ledger))).ok);
  const lost = ledger.events.now;
  await ledger.close();
  const restored = await openLedger(backup);
  assert.ok(
    !(await restored.events.page({ after: lost, limit: 1, accepts: () => true, give: itself, slice: atOnce })).ok,
    'beyond',
  );
  for (let count = 0; count < 5; count += 1) assert.ok((await restored.issue(maker.next(restored))).ok);
  assert.ok(
    !(await restored.events.page({ after: lost, limit: 1, accepts: () => true, give: itself, slice: atOnce })).ok,
    'forked',
  );
  assert.is((await page(restored, shared)).events.length, 5);
  await restored.close();
});

test('records that cannot be read are told, and passed', async () => {
  const disk = new MemoryDisk();
  let ledger = await filled(disk);
  const whole = await allAfter(ledger, undefined, 1000);
  const bad = whole.filter(({ record }) => record.segment.number === 2)[3]!;
  const { sequence, offset } = bad.record;
  await ledger.close();
  disk.damage(`${FOLDER}/log/${segmentName(2)}`, (bytes) => {
    bytes[offset + 100]! ^= 1;
    return bytes;
  });
  ledger = await openLedger(disk);
  const found = await allAfter(ledger, undefined, 7);
  const gap = found.find(({ content }) => content.type === 'ledger.unreadable');
  assert.equal(gap?.content, { type: 'ledger.unreadable', firstSequence: sequence, lastSequence: sequence });
  const readable = whole.filter(({ record }) => record.sequence !== sequence);
  assert.equal(found.filter((event) => event !== gap).map(nameOf), readable.map(nameOf));
  // The cursor of what is lost is still good.
  const after = await page(ledger, placeOf(bad.record, bad.part), { limit: 1 });
  assert.is(
    after.events[0]?.record.sequence,
    readable.find(({ record }) => record.sequence > sequence)?.record.sequence,
  );
  await ledger.close();
});

/** A ledger in one segment, whose second record is longer than a window; receipts lie before it and behind it. */
async function withLongRecord(receipts: number, disk = new MemoryDisk()): Promise<Ledger> {
  const MB = 1024 * 1024;
  const ledger = await openLedger(disk, {
    sizes: { segmentBytes: 4 * MB, prefillBytes: 2 * MB, snapshotRecords: 1000 },
  });
  await ledger.runIdleWork();
  const maker = new ReceiptMaker(random);
  const value = random.bytes(300 * 1024).toString('base64');
  assert.ok((await ledger.issue(maker.next(ledger))).ok);
  assert.ok((await ledger.put({ type: 'rates', environment: 'sandbox', value })).ok);
  for (let count = 0; count < receipts; count += 1) assert.ok((await ledger.issue(maker.next(ledger))).ok);
  assert.is(ledger.end.segment, 1);
  return ledger;
}

test('a record that is longer than what is read at once is passed whole, and nothing counts as lost', async () => {
  const ledger = await withLongRecord(2);
  const types = (await allAfter(ledger, undefined, 10)).map(({ content }) => content.type);
  assert.equal(types, ['invoice.issued', 'invoice.issued', 'invoice.issued']);
  await ledger.close();
});

test('where the beginning of a segment is lost, that record is told as unreadable, and all behind it', async () => {
  const disk = new MemoryDisk();
  await (await withLongRecord(2, disk)).close();
  disk.damage(`${FOLDER}/log/${segmentName(1)}`, (bytes) => bytes.fill(0, DATA_START, DATA_START + 8));
  const ledger = await openLedger(disk);
  assert.equal((await allAfter(ledger, undefined, 10)).map(nameOf), [
    '2/0 ledger.unreadable',
    '2/255 invoice.issued',
    '4/255 invoice.issued',
    '5/255 invoice.issued',
  ]);
  await ledger.close();
});

test('a cursor of another history is refused also where its record lies far behind the beginning of a segment', async () => {
  const ledger = await withLongRecord(1);
  const { now } = ledger.events;
  assert.equal((await page(ledger, { ...now, offset: 0 })).events, [], 'its own cursor is found by its number');
  const query = { limit: 1, accepts: () => true, give: itself, slice: atOnce };
  const other = { ...now, offset: 0, hash: Buffer.alloc(8, 1) };
  assert.equal(await ledger.events.page({ ...query, after: other }), { ok: false, error: 'unknown' });
  await ledger.close();
});

test('what is not accepted moves the cursor on, and no page reads the log without bound', async () => {
  const ledger = await filled(new MemoryDisk());
  const none = await page(ledger, undefined, { accepts: () => false });
  assert.equal([none.events.length, none.more], [0, false]);
  assert.is(none.place?.sequence, ledger.end.sequence);
  await ledger.close();
});

test('an order in doubt is told once, and settled with its receipt or its abort', async () => {
  const disk = new MemoryDisk();
  let ledger = await openLedger(disk);
  const maker = new ReceiptMaker(random);
  const start = ledger.events.now;
  const requestIds = ['a', 'b'].map((digit) => digit.repeat(32));
  for (const requestId of requestIds) {
    const { draft } = maker.next(ledger);
    assert.ok((await ledger.put({ type: 'intent', intent: intentOf(requestId, draft) })).ok);
    const told = { requestId, environment: 'sandbox', clientRequestId: 'order-12345' } as const;
    const { invoiceType, transactionType, total, referentNumber } = draft;
    const event = { kind: 'in-doubt', at: NOON, ...told, invoiceType, transactionType, total, referentNumber } as const;
    assert.ok((await ledger.put({ type: 'event', event })).ok);
  }
  await ledger.close();
  ledger = await openLedger(disk);
  assert.ok(ledger.main.boxEvents.inDoubt(requestIds[0]!));
  const receipt = { ...maker.next(ledger), attempt: { requestId: requestIds[0]! } };
  assert.ok((await ledger.issue(receipt)).ok);
  assert.ok((await ledger.put({ type: 'abort', requestId: requestIds[1]!, cause: { by: 'counter' } })).ok);
  assert.is(ledger.main.boxEvents.inDoubt(requestIds[0]!), undefined);
  assert.equal(ledger.main.events, []);
  const told = (await page(ledger, start)).events.map(({ content }) => [
    content.type,
    'order' in content && 'uuid' in content.order ? content.order.uuid : null,
  ]);
  assert.equal(told, [
    ['invoice.in-doubt', null],
    ['invoice.in-doubt', null],
    ['invoice.settled', receipt.uuid],
    ['invoice.issued', null],
    ['invoice.settled', null],
  ]);
  await ledger.close();
});

function intentOf(requestId: string, draft: Intent['draft']): Intent {
  const counterBaseline = { uid: '', lastNumber: null, time: null };
  const asked = { requestId, environment: 'sandbox', mode: 'lpfr', draft, taxLabels: [], esirNumber: '1/1' } as const;
  return { ...asked, counterBaseline, clientRequestId: 'order-12345', fingerprint: 'f', createdAt: NOON };
}

test('texts that are no cursors are refused', () => {
  for (const text of [
    '',
    'now',
    'A'.repeat(34),
    'A'.repeat(35),
    'A'.repeat(36),
    `AQ${'_'.repeat(33)}`,
    'ж'.repeat(35),
  ]) {
    assert.is(decodePlace(text), undefined, text);
  }
});

test('a waiting reader is woken by the next records or by its own end, and not before', async () => {
  const { arrivals } = new EventReader(new SegmentFiles(new MemoryDisk(), `${FOLDER}/log`), () => startOfLog(1));
  const woken: string[] = [];
  const [stays, leaves] = [new AbortController(), new AbortController()];
  const wait = (name: string, { signal }: AbortController): void => {
    void arrivals.next(signal).then(() => woken.push(name));
  };
  wait('first', stays);
  wait('second', leaves);
  await settled();
  assert.equal(woken, []);
  leaves.abort();
  await settled();
  assert.equal(woken, ['second']);
  arrivals.tell();
  await settled();
  assert.equal(woken, ['second', 'first']);
  wait('third', leaves);
  await settled();
  assert.equal(woken, ['second', 'first', 'third'], 'one that has ended does not wait');
});

test('a place whose record was moved is found again in its segment, and the segments before are not read', async () => {
  const disk = new MemoryDisk();
  const reads: string[] = [];
  const watched = wrapped(disk, {
    file: (inner, path) => ({
      read(position, length) {
        if (length > 4 * DATA_START) reads.push(path);
        return inner.read(position, length);
      },
    }),
  });
  await (await filled(disk)).close();
  const ledger = await openLedger(watched);
  const maker = new ReceiptMaker(random);
  for (let count = 0; count < 4; count += 1) assert.ok((await ledger.issue(maker.next(ledger))).ok);
  const events = await allAfter(ledger, undefined, 1000);
  const { segment: last } = ledger.end;
  const wanted = events.findIndex(({ record }) => record.segment.number === last);
  const event = events[wanted];
  assert.ok(event !== undefined && last > 3);
  const moved = { ...placeOf(event.record, event.part), offset: event.record.offset + 8 };
  reads.length = 0;
  const found = await page(ledger, moved, { limit: 2 });
  assert.equal(found.events.map(nameOf), events.slice(wanted + 1, wanted + 3).map(nameOf));
  assert.equal([...new Set(reads)], [`${FOLDER}/log/${segmentName(last)}`]);
  await ledger.close();
});

test.run();
