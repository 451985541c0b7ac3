import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { IssuedInvoice } from '../../../src/platform/ledger/invoice.js';
import { DATA_START, DICTIONARY, headerBytes, openSegment } from '../../../src/platform/ledger/segment.js';
import { encodeRecord, recordLength } from '../../../src/platform/ledger/record.js';
import { lastSequenceBefore, SegmentFiles, segmentStartOf } from '../../../src/platform/ledger/files.js';
import { verifyLedger } from '../../../src/platform/ledger/verify.js';
import { missing, readable, segment, VIEWS, written } from '../../kit/damage.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { FOLDER, NOON, openLedger, ReceiptMaker, viewsOf } from '../../kit/ledger.js';
import { readLog } from '../../kit/log.js';
import { seededRandom } from '../../kit/random.js';
import { inEnglish } from '../../kit/inEnglish.js';

const random = seededRandom();

/** Ways to lose the first record of a segment, whose length is given, or the first two. */
const LOSSES: Readonly<Record<string, { readonly lose: (bytes: Buffer, length: number) => Buffer; count: 1 | 2 }>> = {
  'has a turned byte': {
    lose: (bytes) => bytes.fill(bytes.readUInt8(DATA_START + 60) ^ 1, DATA_START + 60, DATA_START + 61),
    count: 1,
  },
  'has lost its beginning': { lose: (bytes) => bytes.fill(0, DATA_START, DATA_START + 16), count: 1 },
  'is gone': { lose: (bytes, length) => bytes.fill(0, DATA_START, DATA_START + length), count: 1 },
  'is gone, with a piece of the next': {
    lose: (bytes, length) => bytes.fill(0, DATA_START, DATA_START + length + 100),
    count: 2,
  },
};

for (const [name, { lose, count }] of Object.entries(LOSSES)) {
  test(`when the first record of a segment in the middle ${name}, all behind it is served`, async () => {
    const { state, receipts } = await written(random, 60);
    const disk = new MemoryDisk(state);
    disk.forget(VIEWS);
    const before = readLog(new Map([[segment(1), state.get(segment(1)) as Buffer]])).length;
    const lost = Array.from({ length: count }, (_, n) => before + 1 + n);
    disk.damage(segment(2), (bytes) => lose(bytes, recordLength(bytes, DATA_START)));

    const looking = await openLedger(disk, { readOnly: true });
    assert.equal(missing(looking), lost);
    assert.equal(
      looking.damage.map(({ segment, offset }) => [segment, offset]),
      [[2, DATA_START]],
    );
    assert.is((await readable(looking, receipts)).length, receipts.length - count);
    await looking.close();

    const { faults } = await verifyLedger({ disk, folder: FOLDER });
    assert.is(faults.length, 1);
    assert.match(String(inEnglish(faults[0] ?? '')), `${lost.at(-1) ?? ''} missing in segment 2 at ${DATA_START}`);
  });
}

/** A ledger whose first segment was given up with records that were written again in the second, and lie there twice. */
async function givenUp(): Promise<{ disk: MemoryDisk; receipts: IssuedInvoice[]; moved: IssuedInvoice }> {
  const disk = new MemoryDisk(new Map([[FOLDER, 'folder']]));
  const ledger = await openLedger(disk);
  const maker = new ReceiptMaker(random);
  const receipts: IssuedInvoice[] = [];
  const issue = async (): Promise<void> => {
    const receipt = maker.next(ledger);
    assert.ok((await ledger.issue(receipt)).ok);
    receipts.push(receipt);
  };
  await ledger.runIdleWork();
  for (let n = 0; n < 3; n += 1) await issue();
  let left = 1;
  disk.keepOnFailure = true;
  disk.fault = (operation) => (operation === 'datasync' && (left -= 1) === 0 ? 'EIO' : undefined);
  for (let n = 0; n < 3; n += 1) await issue();
  assert.is(ledger.end.segment, 2);
  await ledger.runIdleWork();
  while (ledger.end.segment === 2) await issue();
  await issue();
  await ledger.runIdleWork();
  await ledger.close();
  return { disk, receipts, moved: receipts[3] as IssuedInvoice };
}

test('a record that is lost in its new place is not taken from the file that was given up', async () => {
  const { disk, receipts, moved } = await givenUp();
  disk.damage(segment(2), (bytes) => bytes.fill(0xff, DATA_START + 60, DATA_START + 64));
  for (const withViews of [true, false]) {
    if (!withViews) disk.forget(VIEWS);
    const ledger = await openLedger(disk);
    const left = receipts.filter((receipt) => receipt !== moved);
    assert.is((await readable(ledger, receipts)).length, left.length);
    assert.equal(missing(ledger), [5]);
    await ledger.close();
  }
  // The index of the given-up file, made anew, does not hold its stale double either.
  const ledger = await openLedger(disk);
  const { invoices = [] } = (await viewsOf(ledger)).pages[0] ?? {};
  assert.equal(
    invoices.filter(({ uuid }) => uuid === moved.uuid),
    [],
  );
  await ledger.close();
});

test('a start whose first record is lost counts when a record behind it says that what was before it had been durable', async () => {
  const disk = new MemoryDisk(new Map([[FOLDER, 'folder']]));
  const [previous, box] = [Buffer.alloc(32), Buffer.alloc(16)];
  const fields = { type: 'seal', flags: 0, epoch: 1, time: NOON, previous } as const;
  /** The start of a segment with such records; the bytes of the first one are lost where it has no number. */
  const startWith = async (records: readonly (readonly [sequence: number | null, durable: number])[]) => {
    const bytes = records.map(([sequence, durable]) => {
      const record = encodeRecord(2, { ...fields, sequence: sequence ?? 1, durable }, Buffer.alloc(0), Buffer.alloc(0));
      return sequence === null ? record.fill(0) : record;
    });
    disk.forget(segment(2));
    const file = await disk.create(segment(2));
    file.write(0, Buffer.concat([headerBytes(2, box, DICTIONARY, NOON), ...bytes]));
    const opened = await openSegment(disk, `${FOLDER}/log`, 2);
    assert.ok(opened !== undefined);
    return segmentStartOf(opened);
  };
  await disk.makeDir(`${FOLDER}/log`);
  const whole = { sequence: 7, previous, isFirst: true, isProven: true };
  assert.equal(await startWith([[7, 0]]), whole);
  assert.is(await startWith([[null, 0]]), undefined);
  const torn = { ...whole, sequence: 8, isFirst: false, isProven: false };
  // prettier-ignore
  for (const [records, isProven] of [
    [[[null, 6], [8, 6]], false],
    [[[null, 6], [8, 7]], true],
    [[[null, 6], [8, 6], [9, 6]], false],
    [[[null, 6], [8, 6], [9, 8]], true],
  ] as const)
    assert.equal(await startWith(records), { ...torn, isProven }, JSON.stringify(records));
  const proven = { ...torn, isProven: true };
  for (const [starts, end] of [
    [[], Number.MAX_SAFE_INTEGER],
    [[undefined, whole], 6],
    [[proven], 6],
    [[torn], Number.MAX_SAFE_INTEGER],
    [[torn, { ...whole, sequence: 20 }], 6],
    [
      [
        { ...torn, sequence: 30 },
        { ...whole, sequence: 20 },
        { ...whole, sequence: 5 },
      ],
      19,
    ],
  ] as const)
    assert.is(lastSequenceBefore(starts), end);
});

test('a segment without a whole header is not opened, and is read as soon as its header is there', async () => {
  const disk = new MemoryDisk((await written(random, 3)).state);
  const whole = disk.contents().get(segment(1));
  assert.ok(whole instanceof Buffer);
  disk.damage(segment(1), (bytes) => bytes.fill(0xff, 20, 24));
  const files = new SegmentFiles(disk, `${FOLDER}/log`);
  assert.is(await files.find(1), undefined);
  const refused = await files.open(1).then(
    () => 'opened',
    (error: unknown) => String(error),
  );
  assert.match(refused, /the header of 000001\.seg is damaged/);
  disk.damage(segment(1), () => whole);
  assert.is((await files.open(1)).number, 1);
  await files.close();
});

test.run();
