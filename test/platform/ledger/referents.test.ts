import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { IssuedInvoice } from '../../../src/platform/ledger/invoice.js';
import type { Ledger } from '../../../src/platform/ledger/ledger.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { FOLDER, openLedger, ReceiptMaker } from '../../kit/ledger.js';
import { seededRandom } from '../../kit/random.js';

/** Indexes of sealed segments are opened from these files. */
const INDEX = /\/(\d{6})\.idx$/;
const SEGMENTS = 24;

const random = seededRandom();
const disk = new MemoryDisk(new Map([[FOLDER, 'folder']]));
const maker = new ReceiptMaker(random);
/** By segment: a receipt in it that refers to a number as no other does. */
const referring = new Map<number, IssuedInvoice>();
let ledger: Ledger;

async function issue(referentNumber?: string): Promise<IssuedInvoice> {
  const receipt = maker.next(ledger, {
    invoiceType: 'Normal',
    transactionType: 'Sale',
    ...(referentNumber !== undefined && { referentNumber }),
  });
  const reserved = await ledger.reserve(4096);
  assert.ok(reserved.ok && (await ledger.issue(receipt)).ok);
  reserved.value.release();
  return receipt;
}

test.before(async () => {
  ledger = await openLedger(disk);
  for (let number = 1; ledger.end.segment <= SEGMENTS; number += 1) {
    const receipt = await issue(`R-${number}`);
    referring.set(ledger.end.segment, receipt);
    await issue();
    await ledger.runIdleWork();
  }
  await ledger.close();
});

/** The segments whose index was opened in the search for receipts that refer to a number, with none in memory before. */
async function opened(number: string): Promise<{ readonly segments: number[]; readonly found: IssuedInvoice[] }> {
  ledger = await openLedger(disk);
  const segments = new Set<number>();
  disk.before = (_, path) => {
    const [, segment] = INDEX.exec(path) ?? [];
    if (segment !== undefined) segments.add(Number(segment));
  };
  const kind = { invoiceType: 'Normal', transactionType: 'Sale' } as const;
  const found = await ledger.invoicesByReferent({ environment: 'sandbox', number, ...kind });
  disk.before = () => undefined;
  await ledger.close();
  return { segments: [...segments], found };
}

test('what refers to a receipt is looked for only in the segments that may hold it, however long the history is', async () => {
  for (const segment of [1, 2, Math.floor(SEGMENTS / 2), SEGMENTS - 2]) {
    const receipt = referring.get(segment);
    const { segments, found } = await opened(receipt?.draft.referentNumber ?? '');
    assert.equal(
      found.map(({ uuid }) => uuid),
      [receipt?.uuid],
    );
    // A filter says "maybe" wrongly once in 2,000 times.
    assert.ok(segments.includes(segment) && segments.length <= 2, `opened ${segments.join(', ')} for ${segment}`);
  }
});

test('for a number that nothing refers to no index is opened', async () => {
  const { segments, found } = await opened('R-none');
  assert.equal(found, []);
  assert.ok(segments.length <= 1, `opened ${segments.join(', ')}`);
});

test('of several kinds the first are given in the order of issue, and all are counted', async () => {
  const fresh = await openLedger(new MemoryDisk());
  const number = 'TESTBOX1-TESTBOX1-1';
  const kinds = [
    { invoiceType: 'Normal', transactionType: 'Refund' },
    { invoiceType: 'Copy', transactionType: 'Sale' },
  ] as const;
  const uuids: string[] = [];
  for (const kind of [kinds[1], kinds[0], kinds[1], kinds[0]]) {
    const receipt = new ReceiptMaker(random).next(fresh, { ...kind, referentNumber: number });
    assert.ok((await fresh.issue(receipt)).ok);
    uuids.push(receipt.uuid);
  }
  const referents = kinds.map((kind) => ({ environment: 'sandbox', number, ...kind }) as const);
  const { first, count } = await fresh.firstByReferents(referents, 3);
  const found: string[] = [];
  for await (const { uuid } of first) found.push(uuid);
  assert.equal(found, uuids.slice(0, 3));
  assert.is(count, 4);
  await fresh.close();
});

test.run();
