import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { LostReceipts } from '../../../../src/platform/ledger/repair/lostReceipts.js';

/** Reads receipts, given as sequence and number, around one or more lost records. */
function read(firstMissing: number, lastMissing: number, ...rows: readonly (readonly [number, number])[]) {
  const receipts = new LostReceipts([{ firstMissing, lastMissing }]);
  for (const [sequence, counter] of rows) receipts.takeReadable(sequence, rowOf(counter));
  return { numbers: receipts.all.map(({ number }) => number), gaps: receipts.gaps };
}

function rowOf(totalCounter: number): Parameters<LostReceipts['takeReadable']>[1] {
  const row = { environment: 'sandbox', invoiceNumber: `A-A-${totalCounter}`, totalCounter } as const;
  return row as Parameters<LostReceipts['takeReadable']>[1];
}

test('a gap in the numbers around lost records names their receipts', () => {
  assert.equal(read(11, 12, [10, 5], [13, 8]), { numbers: ['A-A-6', 'A-A-7'], gaps: [] });
});

test('a receipt that is recorded out of order is not lost', () => {
  assert.equal(read(11, 11, [10, 5], [12, 7], [13, 6]).numbers, []);
});

test('where others sell with the card, too, a gap names nothing, however wide it is', () => {
  assert.equal(read(11, 11, [10, 5], [12, 20_000_005]), {
    numbers: [],
    gaps: [{ after: 'A-A-5', before: 'A-A-20000005', atMost: 1 }],
  });
});

test('a gap of millions of lost records names no more than can be read', () => {
  assert.is(read(11, 30_000_000, [10, 5], [30_000_001, 20_000_005]).numbers.length, 10_000);
});

test.run();
