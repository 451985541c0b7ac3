// The shop may have had another TIN when a receipt was signed, and the processor may know it by another TIN than the settings.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Warning } from '../../../src/base/index.js';
import { readInvoiceState } from '../../../src/sales/invoicing/refunds/invoiceState.js';
import { unsliced } from '../../../src/sales/invoicing/refunds/referring.js';
import type { IssuedInvoice } from '../../../src/platform/ledger/invoice.js';
import { type Body, body, line } from './bodies.js';
import { closed, Counter, issued } from './counter.js';

const [FIRST, SECOND, THIRD] = ['100000049', '100000057', '100000065'];
const GOODS = line({ quantity: 1, unitPrice: 1000 });

let counter: Counter;
test.before.each(async () => {
  counter = await Counter.open();
});
test.after.each(() => counter.ledger.close());

function setTin(tin: string): Promise<void> {
  return counter.set('company', { ...counter.settings.now.company, tin });
}

function rulesOf(outcome: { readonly kind: string; readonly warnings?: readonly Warning[] }): string[] {
  return (outcome.warnings ?? []).map(({ rule }) => rule);
}

/** The request that voids the refund of an advance or of a sale. */
function voiding({ draft, signature }: IssuedInvoice, change: Body): Body {
  const items = draft.lines.map(({ name, label, total }) => ({ name, label, quantity: 1, unitPrice: total / 100 }));
  const { invoiceType } = draft;
  return { invoiceType, transactionType: 'Refund', items, referentDocumentNumber: signature.invoiceNumber, ...change };
}

test('a closing that was voided under a former TIN stays voided, whatever TIN the shop has later', async () => {
  await setTin(FIRST);
  const advance = await counter.advance(1000);
  const { refund, final } = closed(await counter.close(advance, { items: [GOODS] }));
  await setTin(SECOND);
  const own = { buyerId: `10:${SECOND}` };
  assert.equal(rulesOf(await counter.refund(final, own)), []);
  assert.equal(rulesOf(await counter.sell(voiding(refund, own))), []);
  const left = async (): Promise<number | undefined> =>
    (await readInvoiceState(counter, advance, unsliced)).advance?.remaining;
  assert.is(await left(), 1000_00);
  await setTin(THIRD);
  assert.is(await left(), 1000_00);
});

test('a repeat is not warned of a buyer that is the shop by the settings, but not by the processor', async () => {
  counter.seller = { tin: FIRST };
  await setTin(SECOND);
  const sale = issued(await counter.sell());
  const wrong = issued(await counter.refund(sale, { buyerId: '20:001234567' }));
  const request = voiding(wrong, {
    buyerId: `10:${SECOND}`,
    clientRequestId: 'key-of-voiding',
    items: body()['items'],
  });
  for (const kind of ['issued', 'replayed'] as const) {
    const outcome = await counter.sell(request);
    assert.equal([outcome.kind, rulesOf(outcome)], [kind, []]);
  }
});

test('a closing names the TIN of the settings where the processor names none', async () => {
  await setTin(FIRST);
  for (const [tin, named] of [
    ['', FIRST],
    [`RS${SECOND}`, SECOND],
  ] as const) {
    counter.seller = { tin };
    const { refund } = closed(await counter.close(await counter.advance(1000), { items: [GOODS] }));
    assert.is(refund.draft.buyerId, `10:${named}`);
  }
});

test.run();
