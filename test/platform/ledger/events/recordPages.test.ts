import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { RecordQuery, EventRecord } from '../../../../src/platform/ledger/events/recordPage.js';
import type { Ledger } from '../../../../src/platform/ledger/ledger.js';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import { openLedger, ReceiptMaker } from '../../../kit/ledger.js';
import { seededRandom } from '../../../kit/random.js';

const itself = (told: EventRecord): EventRecord => told;

async function page(ledger: Ledger, query: Partial<RecordQuery<EventRecord>> = {}) {
  const read = await ledger.events.records({
    ...{ after: undefined, limit: 100, bytes: 1_000_000, give: itself, slice: async (work) => work() },
    ...query,
  });
  assert.ok(read.ok);
  return read.value;
}

/** A ledger of this many receipts, and then a setting without an event. */
async function sold(receipts: number): Promise<Ledger> {
  const ledger = await openLedger(new MemoryDisk());
  const maker = new ReceiptMaker(seededRandom());
  for (let count = 0; count < receipts; count += 1) assert.ok((await ledger.issue(maker.next(ledger))).ok);
  assert.ok((await ledger.put({ type: 'setting', name: 'simplifiedCash', value: 'true' })).ok);
  return ledger;
}

test('a page ends behind the record with which it has so many records, or so many bytes, and no later', async () => {
  const ledger = await sold(6);
  const { records: all } = await page(ledger);
  const sizes = all.map(({ record }) => record.record.bytes.length);
  const [first = 0, second = 0] = sizes;
  const two = await page(ledger, { bytes: first + second });
  assert.is(two.records.length, 2, 'the bytes of two');
  assert.is((await page(ledger, { bytes: first + second + 1 })).records.length, 3, 'one byte more');
  assert.is((await page(ledger, { limit: 2 })).records.length, 2);
  assert.is(two.more, true);
  assert.is(two.told?.sequence, all[1]?.record.sequence);
  const rest = await page(ledger, { after: two.place });
  assert.equal(
    rest.records.map(({ record }) => record.sequence),
    all.slice(2).map(({ record }) => record.sequence),
  );
  await ledger.close();
});

test('every record of a whole log is chained, and the last page knows that nothing is left', async () => {
  const ledger = await sold(3);
  const { records, told, place, more, lastSequence } = await page(ledger);
  assert.equal(
    records.map(({ isChained }) => isChained),
    records.map(() => true),
  );
  assert.is(more, false);
  assert.is(lastSequence, ledger.end.sequence);
  assert.is(place?.sequence, lastSequence, 'what tells nothing was read, too');
  assert.is(told?.sequence, records.at(-1)?.record.sequence);
  assert.ok((told?.sequence ?? 0) < lastSequence);
  await ledger.close();
});

test('a page without records keeps the place it was asked from, so that the reader does not begin again', async () => {
  const ledger = await sold(1);
  const { place: end } = await page(ledger);
  assert.ok(end);
  const after = await page(ledger, { after: end });
  assert.equal([after.records, after.told, after.place, after.more], [[], end, end, false]);
  assert.ok((await ledger.put({ type: 'setting', name: 'simplifiedCash', value: 'false' })).ok);
  const { records, told, place } = await page(ledger, { after: end });
  assert.equal([records, told, place?.sequence], [[], end, end.sequence + 1], 'read on, and nothing was delivered');
  await ledger.close();
});

test.run();
