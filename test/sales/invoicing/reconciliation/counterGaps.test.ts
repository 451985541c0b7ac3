import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CounterGaps } from '../../../../src/sales/invoicing/reconciliation/counterEvidence.js';
import { issued } from '../../../paper/journal/invoices.js';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import { openLedger } from '../../../kit/ledger.js';
import { CARD, CARD_RUN, intentAfter, ONE, OTHER, SALE, signatureIn } from './lostOrders.js';

/** A ledger with receipts of these runs and numbers, and what is noted of the next. */
async function opened(...receipts: readonly (readonly [run: string, total: number])[]) {
  const ledger = await openLedger(new MemoryDisk());
  for (const [run, total] of receipts) {
    const uuid = ledger.newUuid(0);
    const signature = signatureIn(run, total, total);
    assert.ok((await ledger.issue({ ...issued(SALE, { environment: 'sandbox' }), uuid, signature })).ok);
  }
  const logged: string[] = [];
  const gaps = new CounterGaps({ ledger, log: (event) => void logged.push(event) });
  const note = (total: number, lost = 0, run = CARD_RUN) => {
    gaps.note(intentAfter({}), signatureIn(run, total, total), lost);
    return gaps.gap('sandbox');
  };
  return { ledger, gaps, note, logged };
}

test('numbers that are missing before a receipt are a gap, unless lost orders explain them', async () => {
  const { ledger, gaps, note, logged } = await opened([CARD_RUN, 10]);
  assert.is(note(11), undefined);
  assert.is(note(13, 2), undefined, 'two lost orders, two numbers');
  assert.equal(note(14, 2), { jid: CARD, before: 10, after: 14 });
  assert.equal(note(12), { jid: CARD, before: 10, after: 12 });
  assert.is(gaps.gap('production'), undefined);
  assert.equal(logged, ['pfr.gap', 'pfr.gap']);
  await ledger.close();
});

test('of a card that is new here nobody knows what it has signed elsewhere', async () => {
  const { ledger, note } = await opened();
  assert.is(note(500), undefined);
  assert.is(note(5), undefined);
  await ledger.close();
});

test('a new signer of a known certificate that begins with a low number has signed what is missing', async () => {
  const { ledger, note } = await opened([ONE, 3]);
  assert.is(note(11, 0, OTHER), undefined, 'it may be known elsewhere');
  assert.is(note(1, 0, OTHER), undefined);
  assert.equal(note(10, 0, OTHER), { jid: CARD, before: 0, after: 10 });
  await ledger.close();
});

test('the seller of the last receipt is known by environment', async () => {
  const { ledger, gaps, note } = await opened();
  assert.is(gaps.seller('sandbox', CARD), undefined);
  note(1);
  assert.is(gaps.seller('sandbox', CARD), signatureIn(CARD_RUN, 1, 1).company.tin);
  assert.is(gaps.seller('production', CARD), undefined);
  await ledger.close();
});

test('a receipt of a former card does not show for whom the present one signs; one of an unknown card may', async () => {
  const { ledger, gaps, note } = await opened();
  note(1);
  assert.is(gaps.seller('sandbox', 'ANOTHER1'), undefined);
  assert.is(gaps.seller('sandbox', ''), signatureIn(CARD_RUN, 1, 1).company.tin);
  await ledger.close();
});

test.run();
