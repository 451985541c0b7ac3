// proof: the advances of the Technical Instruction at the till
// The till's own requests issue the samples, and each receipt has their rows.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { toRsd } from '../../../../../src/base/money.js';
import type { Payment } from '../../../../../src/contract/payments.js';
import {
  addLine,
  advanceCart,
  type Cart,
  dueOf,
  newCart,
  withNote,
} from '../../../../../src/interfaces/web/client/till/cart.js';
import {
  type Advanced,
  closedAdvance,
  closing,
  earlierAdvance,
  paperReferent,
  proFormaCart,
  referentTo,
} from '../../../../../src/interfaces/web/client/till/followUps.js';
import type { Invoice } from '../../../../../src/contract/fiscal.js';
import { saleRequest } from '../../../../../src/interfaces/web/client/till/requests.js';
import { newState } from '../../../../../src/interfaces/web/client/till/tillState.js';
import { invoiceResponse } from '../../../../../src/interfaces/api/invoice.js';
import { printedJournal } from '../../../../../src/paper/journal/printedJournal.js';
import type { IssuedInvoice } from '../../../../../src/platform/ledger/invoice.js';
import { readAdvanced } from '../../../../../src/sales/invoicing/advance/chain.js';
import type { Body } from '../../../../sales/invoicing/bodies.js';
import { closed, Counter, issued } from '../../../../sales/invoicing/counter.js';
import { SAMPLE_911, SAMPLE_912, SAMPLE_913, sampleRows } from '../../../../sales/invoicing/advance/samples.js';
import { inEnglish } from '../../../../kit/inEnglish.js';

const RULES = {
  ...{ simplifiedCash: false, mayQueue: false, tin: '', hasPrinter: false, printsSlips: false, scaleLabels: [] },
};
const GOODS = { unit: 'ком', quantity: 1000, gtin: null, itemId: null };

let counter: Counter;
test.before.each(async () => {
  counter = await Counter.open();
});
test.after.each(() => counter.ledger.close());

/** What the till sends for a bill that is paid by transfer. The box adds the cashier. */
function asked(cart: Cart | undefined, cashier?: string): { readonly path: string; readonly body: Body } {
  if (cart === undefined) throw new Error('no bill');
  const due = dueOf(cart);
  const payments: readonly Payment[] = due === 0 ? [] : [{ paymentType: 'WireTransfer', amount: due }];
  const { path, body } = saleRequest(cart, { payments, change: 0 }, RULES);
  return { path, body: { ...body, ...(cashier !== undefined && { cashier }) } };
}

async function sold(cart: Cart | undefined, cashier?: string): Promise<IssuedInvoice> {
  const { path, body } = asked(cart, cashier);
  assert.is(path, '/invoices');
  return issued(await counter.sell(body));
}

function shown(invoice: IssuedInvoice): Invoice {
  return JSON.parse(JSON.stringify(invoiceResponse(invoice))) as Invoice;
}

/** As `GET /web/till/advance/{uuid}` answers. */
async function advancedOf(last: IssuedInvoice): Promise<Advanced> {
  const advanced = await readAdvanced(counter, last, false);
  if (!advanced.ok) throw new Error(JSON.stringify(inEnglish(advanced.error)));
  const { total, payments, labels, beginsElsewhere } = advanced.value;
  return {
    ...{ total: toRsd(total), beginsElsewhere },
    payments: payments.map((one) => ({ ...one, amount: toRsd(one.amount) })),
    labels: labels.map((one) => ({ ...one, amount: toRsd(one.amount) })),
  };
}

async function compare({ numbers, receipts }: Pick<typeof SAMPLE_911, 'numbers' | 'receipts'>): Promise<void> {
  const printed = (await counter.all()).map(({ draft, signature }) => printedJournal(signature.journal, draft));
  assert.equal(
    printed.map((text) => sampleRows(text, numbers)),
    receipts,
  );
}

test('9.1.1 at the till', async () => {
  const amounts = [
    { label: 'Е', amount: 1_500_000_00 },
    { label: 'Ђ', amount: 250_000_00 },
  ];
  const { adText, buyerId, cashier } = SAMPLE_911.advance;
  const bill = (before: Partial<Cart>): Cart | undefined => {
    const cart = advanceCart('key', amounts, { ...before, buyerId });
    return cart && withNote(cart, adText);
  };
  const first = await sold(bill({}), cashier);
  const last = await sold(bill({ referent: referentTo(shown(first)) }), cashier);
  const advance = closedAdvance(shown(last), await advancedOf(last));
  let { cart } = closing(newState('key'), advance, buyerId, 'next', 1);
  cart = addLine(cart, { ...GOODS, name: 'Стан бр. 12 (87.6)', label: 'Е', price: 6_000_000_00 });
  cart = addLine(cart, { ...GOODS, name: 'Паркинг место бр. 124', label: 'Ђ', price: 800_000_00 });
  const { path, body } = asked(cart, cashier);
  assert.is(path, `/invoices/${last.uuid}/close-advance`);
  closed(await counter.close(last, body));
  await compare(SAMPLE_911);
});

const PAPER = { number: '17', time: '2022-03-25 00:00:00' };

test('9.1.2 at the till', async () => {
  const advance = earlierAdvance(PAPER.number, PAPER.time, [{ label: 'Ђ', amount: 30_000_00 }]);
  const { cart } = closing(newState('key'), advance, null, 'next', 1);
  const { path, body } = asked(addLine(cart, { ...GOODS, name: 'Намештај', label: 'Ђ', price: 30_000_00 }));
  assert.is(path, '/earlier-advances/close');
  closed(await counter.closeEarlier({ ...body, clientRequestId: 'till-9120' }));
  await compare(SAMPLE_912);
});

test('9.1.3 at the till', async () => {
  const referent = paperReferent(PAPER.number, PAPER.time);
  const first = await sold(advanceCart('key', [{ label: 'Ђ', amount: 15_000_00 }], { referent }));
  const next = { referent: referentTo(shown(first)) };
  const last = await sold(advanceCart('key', [{ label: 'Ђ', amount: 10_000_00 }], next));
  const advanced = await advancedOf(last);
  assert.ok(advanced.beginsElsewhere);
  const advance = closedAdvance(shown(last), advanced, [{ label: 'Ђ', amount: 30_000_00 }]);
  const { cart } = closing(newState('key'), advance, null, 'next', 1);
  const { body } = asked(addLine(cart, { ...GOODS, name: 'Намештај', label: 'Ђ', price: 60_000_00 }));
  closed(await counter.close(last, body));
  await compare(SAMPLE_913);
});

test('an advance made of a pro-forma refers to it, and closes like any other', async () => {
  const goods = addLine(newCart('key'), { ...GOODS, name: 'Намештај', label: 'Ђ', price: 60_000_00 });
  const { body } = asked(goods);
  const proForma = issued(await counter.sell({ ...body, invoiceType: 'ProForma' }));
  const referent = referentTo(shown(proForma));
  const advance = await sold(advanceCart('key', [{ label: 'Ђ', amount: 20_000_00 }], { referent }));
  assert.is(advance.draft.referentNumber, proForma.signature.invoiceNumber);
  const advanced = await advancedOf(advance);
  assert.is(advanced.beginsElsewhere, false);
  const { cart } = closing(
    { ...newState('key'), cart: proFormaCart('key', shown(proForma)) },
    closedAdvance(shown(advance), advanced),
    null,
    'next',
    1,
  );
  const { refund, final } = closed(await counter.close(advance, asked(cart).body));
  assert.equal(
    [refund.draft.total, final.draft.payments],
    [20_000_00, [{ paymentType: 'WireTransfer', amount: 40_000_00 }]],
  );
});

test('goods worth less than the advance realise a part of it', async () => {
  const advance = await sold(advanceCart('key', [{ label: 'Ђ', amount: 20_000_00 }]));
  const { cart } = closing(newState('key'), closedAdvance(shown(advance), await advancedOf(advance)), null, 'next', 1);
  const { body } = asked(addLine(cart, { ...GOODS, name: 'Сто', label: 'Ђ', price: 12_000_00 }));
  closed(await counter.close(advance, { ...body, clientRequestId: 'till-part-1' }));
  assert.equal((await advancedOf(advance)).labels, [{ label: 'Ђ', amount: 8_000 }]);
});

test.run();
