import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Slice } from '../../../../src/base/salePriority.js';
import { type InvoiceState, readInvoiceState } from '../../../../src/sales/invoicing/refunds/invoiceState.js';
import { readRefunds } from '../../../../src/sales/invoicing/refunds/referring.js';
import type { IssuedInvoice } from '../../../../src/platform/ledger/invoice.js';
import { type Body, body, line } from '../bodies.js';
import { closed, Counter, issued } from '../counter.js';

const atOnce: Slice = async (work) => work();

let counter: Counter;
test.before.each(async () => {
  counter = await Counter.open();
});
test.after.each(() => counter.ledger.close());

const stateOf = (invoice: IssuedInvoice): Promise<InvoiceState> => readInvoiceState(counter, invoice, atOnce);
const uuids = (found?: { readonly receipts: readonly IssuedInvoice[] }): string[] | undefined =>
  found?.receipts.map(({ uuid }) => uuid);

/** A refund that is sent as a receipt of its own, as other systems do. */
async function refundBySale({ signature }: IssuedInvoice, change: Body = {}): Promise<IssuedInvoice> {
  const referent = { referentDocumentNumber: signature.invoiceNumber, buyerId: '10:123456789' };
  return issued(await counter.sell(body({ transactionType: 'Refund', ...referent, ...change })));
}

test('a sale tells its refunds and copies, and what of its money and of each line is left', async () => {
  const sale = issued(await counter.sell(body({ items: [line({ quantity: 3 }), line({ name: 'Чај' })] })));
  const untouched = await stateOf(sale);
  assert.equal([uuids(untouched.refunds), uuids(untouched.copies), untouched.referent], [[], [], undefined]);
  assert.equal([untouched.refundable?.amount, untouched.warnings], [75_000, []]);
  const refund = await refundBySale(sale, { items: [line({ quantity: 1 })] });
  const copy = issued(await counter.copy(sale));
  const state = await stateOf(sale);
  assert.equal([uuids(state.refunds), uuids(state.copies)], [[refund.uuid], [copy.uuid]]);
  assert.is(state.refundable?.amount, 60_000);
  assert.equal(
    state.refundable?.lines.map(({ line: { name }, quantity }) => [name, quantity]),
    [
      ['Кафа', 2000],
      ['Чај', 2000],
    ],
  );
  assert.is(state.advance, undefined);
});

test('a refund and a copy tell what they refer to, and have nothing to refund; a copy is not copied', async () => {
  const sale = issued(await counter.sell());
  const refund = await refundBySale(sale);
  const copy = issued(await counter.copy(refund));
  const ofRefund = await stateOf(refund);
  assert.equal(ofRefund.referent, { number: sale.signature.invoiceNumber, invoice: sale });
  assert.equal([uuids(ofRefund.refunds), ofRefund.refundable, uuids(ofRefund.copies)], [[], undefined, [copy.uuid]]);
  const ofCopy = await stateOf(copy);
  assert.equal(ofCopy.referent, { number: refund.signature.invoiceNumber, invoice: refund });
  assert.equal([ofCopy.refunds, ofCopy.copies], [undefined, undefined]);
});

test('however many refunds void one another, few of them are read', async () => {
  const sale = issued(await counter.sell());
  const refunds: IssuedInvoice[] = [];
  for (let count = 0; count < 60; count++) refunds.push(await refundBySale(refunds.at(-1) ?? sale));
  let steps = 0;
  const slice: Slice = async (work) => {
    steps += 1;
    return work();
  };
  await readRefunds(counter, sale, { slice });
  assert.ok(steps < 80, `${steps} steps`);
});

test('what another box has issued is told by its number alone', async () => {
  const number = 'OTHERBOX-OTHERBOX-7';
  const refund = issued(
    await counter.sell(body({ transactionType: 'Refund', referentDocumentNumber: number, buyerId: '10:123456789' })),
  );
  assert.equal((await stateOf(refund)).referent, { number, invoice: undefined });
});

test('an advance tells its chain, and is worth nothing any more once the chain has ended', async () => {
  const first = await counter.advance(100);
  const second = await counter.advance(200, first);
  const open = await stateOf(first);
  assert.equal(
    open.advance?.chain.map(({ uuid }) => uuid),
    [first.uuid, second.uuid],
  );
  assert.equal([open.advance?.end, open.refundable?.amount], [undefined, 10_000]);
  const { refund, final } = closed(await counter.close(second));
  for (const advance of [first, second]) {
    const state = await stateOf(advance);
    assert.equal([state.advance?.end?.refund.uuid, state.advance?.end?.final?.uuid], [refund.uuid, final.uuid]);
    assert.equal([state.refundable?.amount, state.warnings], [0, []]);
  }
});

test.run();
