// proof: advances whose closing is voided (Technical Instruction for ESIR, 9.3)
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Warning } from '../../../../src/base/index.js';
import type { IssuedInvoice } from '../../../../src/platform/ledger/invoice.js';
import { readInvoiceState } from '../../../../src/sales/invoicing/refunds/invoiceState.js';
import { unsliced } from '../../../../src/sales/invoicing/refunds/referring.js';
import { type Body, body, line } from '../bodies.js';
import { closed, Counter, isInvalid, issued } from '../counter.js';

let counter: Counter;
let seller: string;
test.before.each(async () => {
  counter = await Counter.open();
  seller = `10:${counter.settings.now.company.tin}`;
});
test.after.each(() => counter.ledger.close());

const numberOf = ({ signature }: IssuedInvoice): string => signature.invoiceNumber;
const goods = (amount: number): Body => line({ quantity: 1, unitPrice: amount });
const BUYER = { buyerId: '20:001234567' };

/** What the box says is left of the advance, RSD, and how many receipts there are. */
async function assertLeft(advance: IssuedInvoice, amount: number, receipts: number): Promise<void> {
  const state = await readInvoiceState(counter, advance, unsliced);
  assert.equal([state.advance?.remaining, state.refundable?.amount], [amount * 100, amount * 100]);
  const all = await counter.all();
  assert.is(all.length, receipts);
  assert.equal(
    all.map(({ signature }) => signature.totalCounter),
    all.map((_, index) => index + 1),
  );
}

/** The refund of an advance is voided by one of its kind that refers to it. */
async function voidRefund(refund: IssuedInvoice, change: Body = {}) {
  const items = refund.draft.lines.map(({ name, label, total }) => ({
    ...{ name, label, quantity: 1, unitPrice: total / 100 },
  }));
  return counter.sell({
    ...{ invoiceType: 'Advance', transactionType: 'Refund', buyerId: seller, items },
    ...{ referentDocumentNumber: numberOf(refund), ...change },
  });
}

function warningsOf(outcome: { readonly kind: string; readonly warnings?: readonly Warning[] }): string[] {
  assert.is(outcome.kind, 'issued');
  return (outcome.warnings ?? []).map(({ rule }) => rule);
}

test('a voided refund counts while the final receipt that used it stands: the advance is not open a second time', async () => {
  const advance = await counter.advance(1000);
  const first = closed(await counter.close(advance, { items: [goods(1000)] }));
  const [refund, final] = [numberOf(first.refund), numberOf(first.final)];
  await counter.set('strict', true);
  isInvalid(
    await voidRefund(first.refund),
    `Рефундацију аванса ${refund} користи коначни рачун ${final}, па се аванс њеним поништавањем не отвара поново. ` +
      `Прво поништите рачун ${final}: рефундирајте га у целини, са ПИБ-ом продавца као ИД купца.`,
    '/referentDocumentNumber',
  );
  await assertLeft(advance, 0, 3);
  await counter.set('strict', false);
  assert.equal(warningsOf(await voidRefund(first.refund)), ['invoice.refund-realised']);
  await assertLeft(advance, 0, 4);
  const again = closed(await counter.close(advance, { items: [goods(1000)] }));
  assert.equal(again, { ...first, isNew: false });
  assert.equal(warningsOf(await counter.refund(advance, BUYER)), ['refund.advance-closed']);
  assert.is((await counter.all()).length, 5);
});

test('a closing whose two receipts are voided leaves the advance open, and it is closed once more', async () => {
  const advance = await counter.advance(1000);
  const key = { clientRequestId: 'closing-1' };
  const first = closed(await counter.close(advance, { items: [goods(1200)], ...key }));
  assert.equal(warningsOf(await counter.refund(first.final, { buyerId: seller })), []);
  await assertLeft(advance, 0, 4);
  assert.equal(warningsOf(await voidRefund(first.refund)), []);
  await assertLeft(advance, 1000, 5);
  assert.equal(closed(await counter.close(advance, { items: [goods(1200)], ...key })), { ...first, isNew: false });
  await assertLeft(advance, 1000, 5);
  const second = closed(await counter.close(advance, { items: [goods(1000)] }));
  assert.equal([second.isNew, second.refund.draft.total, second.final.draft.total], [true, 1000_00, 1000_00]);
  assert.is(second.final.draft.referentNumber, numberOf(second.refund));
  await assertLeft(advance, 0, 7);
  assert.equal(closed(await counter.close(advance, { items: [goods(1000)] })), { ...second, isNew: false });
  assert.equal(warningsOf(await counter.refund(advance, BUYER)), ['refund.advance-closed']);
});

test('receipts voided under the TIN of the settings are voided, though the processor knew the seller by another', async () => {
  const advance = await counter.advance(1000);
  const { refund, final } = closed(await counter.close(advance, { items: [goods(1000)] }));
  await counter.set('company', { ...counter.settings.now.company, tin: '100000049' });
  const own = { buyerId: '10:100000049' };
  assert.equal(warningsOf(await counter.refund(final, own)), []);
  assert.equal(warningsOf(await voidRefund(refund, own)), []);
  await assertLeft(advance, 1000, 5);
  assert.is(closed(await counter.close(advance, { items: [goods(1000)] })).isNew, true);
  await assertLeft(advance, 0, 7);
});

test('a final receipt that was refunded to its buyer has returned the advance, so its refund is not open again', async () => {
  const advance = await counter.advance(1000);
  const { refund, final } = closed(await counter.close(advance, { items: [goods(1000)] }));
  assert.equal(warningsOf(await counter.refund(final, BUYER)), []);
  assert.equal(warningsOf(await voidRefund(refund)), ['invoice.refund-realised']);
  await assertLeft(advance, 0, 5);
  assert.equal(warningsOf(await counter.refund(advance, BUYER)), ['refund.advance-closed']);
});

test('a part of a final receipt that was voided opens nothing, and the rest of it does', async () => {
  const advance = await counter.advance(1000);
  const { refund, final } = closed(await counter.close(advance, { items: [goods(400), goods(600)] }));
  assert.equal(warningsOf(await voidRefund(refund)), ['invoice.refund-realised']);
  const back = (amount: number) => ({ items: [goods(amount)], transactionType: 'Refund', buyerId: seller });
  issued(await counter.sell(body({ ...back(400), referentDocumentNumber: numberOf(final) })));
  await assertLeft(advance, 0, 5);
  issued(await counter.sell(body({ ...back(600), referentDocumentNumber: numberOf(final) })));
  await assertLeft(advance, 1000, 6);
});

test('the repeat of a voiding says nothing of a final receipt that has used the voided refund since', async () => {
  const advance = await counter.advance(300);
  const refund = issued(await counter.refund(advance, BUYER));
  const key = { clientRequestId: 'voiding-1' };
  assert.equal(warningsOf(await voidRefund(refund, key)), []);
  issued(await counter.sell({ items: [goods(300)], referentDocumentNumber: numberOf(refund) }));
  const repeat = await voidRefund(refund, key);
  assert.equal([repeat.kind, 'warnings' in repeat], ['replayed', false]);
});

test('the repeat of a refund says what it said, though the part before it was voided since', async () => {
  const advance = await counter.advance(1000);
  const refund = (amount: number, change: Body = {}) =>
    counter.sell({
      ...{ invoiceType: 'Advance', transactionType: 'Refund', ...BUYER, referentDocumentNumber: numberOf(advance) },
      ...{ items: [line({ name: '10: Аванс (Ђ)', quantity: 1, unitPrice: amount })], ...change },
    });
  const part = issued(await refund(400));
  const key = { clientRequestId: 'refund-1' };
  assert.equal(warningsOf(await refund(700, key)), ['refund.beyond-what-is-left']);
  assert.equal(warningsOf(await voidRefund(part)), []);
  const repeat = await refund(700, key);
  assert.equal('warnings' in repeat && repeat.warnings.map(({ rule }) => rule), ['refund.beyond-what-is-left']);
});

test('a part that was voided is left again, and the other parts count', async () => {
  const advance = await counter.advance(1000);
  const part = (amount: number, clientRequestId: string) =>
    counter.close(advance, { items: [goods(amount)], part: true, clientRequestId });
  const first = closed(await part(400, 'part-one'));
  closed(await part(100, 'part-two'));
  issued(await counter.refund(first.final, { buyerId: seller }));
  await assertLeft(advance, 500, 6);
  assert.equal(warningsOf(await voidRefund(first.refund)), []);
  await assertLeft(advance, 900, 7);
  assert.equal(closed(await part(400, 'part-one')), { ...first, isNew: false });
  closed(await part(300, 'part-three'));
  const last = closed(await counter.close(advance, { items: [goods(600)] }));
  assert.is(last.refund.draft.total, 600_00);
  await assertLeft(advance, 0, 11);
});

test.run();
