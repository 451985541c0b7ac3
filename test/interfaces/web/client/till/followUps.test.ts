import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Invoice } from '../../../../../src/contract/fiscal.js';
import type { Payment } from '../../../../../src/contract/payments.js';
import {
  addLine,
  advanceCart,
  cartTotal,
  discountAll,
  newCart,
} from '../../../../../src/interfaces/web/client/till/cart.js';
import {
  closedAdvance,
  closing,
  isProForma,
  proFormaCart,
  referentTo,
} from '../../../../../src/interfaces/web/client/till/followUps.js';
import type { Settlement } from '../../../../../src/interfaces/web/client/till/payment.js';
import {
  proFormaRequest,
  queueLacksLabels,
  saleRequest,
} from '../../../../../src/interfaces/web/client/till/requests.js';
import {
  begin,
  bringIn,
  newState,
  park,
  type TillState,
} from '../../../../../src/interfaces/web/client/till/tillState.js';
import { invoice } from './lostAnswers.js';

const MAX_PARKED = 50;

const RULES = {
  simplifiedCash: false,
  mayQueue: false,
  tin: '',
  hasPrinter: false,
  printsSlips: false,
  scaleLabels: [],
};
const CASH = [{ paymentType: 'Cash', amount: 300_00 }] as const;
const COFFEE = { name: 'Кафа', unit: 'ком', price: 150_00, label: 'Ђ', gtin: null, itemId: 1, quantity: 1000 };

const ISSUED = invoice('u1');
const PRO_FORMA: Invoice = {
  ...ISSUED,
  ...{ invoiceType: 'ProForma', total: 409.77 },
  items: [
    { name: 'Кафа', unit: 'ком', quantity: 2, unitPrice: 150, totalAmount: 300, label: 'Ђ', gtin: '8600000000011' },
    { name: 'Јабука', unit: 'кг', quantity: 0.845, unitPrice: 129.9, totalAmount: 109.77, label: 'Е', gtin: null },
  ],
  buyerId: '10:100000049',
  pfr: { ...ISSUED.pfr, invoiceNumber: 'AAAAAAAA-AAAAAAAA-7' },
};
/** Paid without change. */
const exactly = (payments: readonly Payment[]): Settlement => ({ payments, change: 0 });

const ADVANCE: Invoice = { ...PRO_FORMA, invoiceType: 'Advance' };

test('a bill made of a pro-forma has its lines and buyer to the para, and its receipt refers to it', () => {
  const cart = proFormaCart('key', PRO_FORMA);
  assert.is(cartTotal(cart), 409_77);
  const { path, body } = saleRequest(cart, exactly(CASH), RULES);
  assert.is(path, '/invoices');
  assert.equal(body, {
    items: [
      { name: 'Кафа', unit: 'ком', label: 'Ђ', gtin: '8600000000011', itemId: null, quantity: 2, unitPrice: 150 },
      { name: 'Јабука', unit: 'кг', label: 'Е', gtin: null, itemId: null, quantity: 0.845, unitPrice: 129.9 },
    ],
    buyerId: '10:100000049',
    referentDocumentNumber: 'AAAAAAAA-AAAAAAAA-7',
    referentDocumentDT: '2026-11-23 10:00:00',
    payments: [{ paymentType: 'Cash', amount: 300 }],
  });
});

test('only a pro-forma sale may be taken over', () => {
  assert.ok(isProForma(PRO_FORMA));
  assert.not(isProForma(ADVANCE));
  assert.not(isProForma({ ...PRO_FORMA, transactionType: 'Refund' }));
});

test('a further advance refers to the one before, and keeps its buyer', () => {
  const before = { referent: referentTo(ADVANCE), buyerId: ADVANCE.buyerId };
  const cart = advanceCart('key', [{ label: 'Ђ', amount: 50_00 }], before);
  assert.ok(cart !== undefined);
  assert.equal(saleRequest(cart, exactly([{ paymentType: 'Card', amount: 50_00 }]), RULES).body, {
    invoiceType: 'Advance',
    items: [{ name: '10: Аванс (Ђ)', unit: 'ком', label: 'Ђ', gtin: null, itemId: null, quantity: 1, unitPrice: 50 }],
    buyerId: '10:100000049',
    referentDocumentNumber: 'AAAAAAAA-AAAAAAAA-7',
    referentDocumentDT: '2026-11-23 10:00:00',
    payments: [{ paymentType: 'Card', amount: 50 }],
  });
});

test('closing counts what all advances of the chain have brought', () => {
  const labels = [{ label: 'Ђ', amount: 300.1 }];
  const payments = [{ paymentType: 'Card', amount: 300.1 }] as const;
  const advanced = { total: 300.1, payments, labels, beginsElsewhere: true };
  const inPara = { payments: [{ paymentType: 'Card', amount: 300_10 }], labels: [{ label: 'Ђ', amount: 300_10 }] };
  const number = ADVANCE.pfr.invoiceNumber;
  assert.equal(closedAdvance(ADVANCE, advanced), { uuid: 'u1', number, total: 300_10, ...inPara });
  const earlier = [{ label: 'Ђ', amount: 50_00 }];
  assert.equal(closedAdvance(ADVANCE, advanced, earlier), { uuid: 'u1', number, total: 350_10, ...inPara, earlier });
});

test('an open advance is parked when another one is closed: its line is no goods', () => {
  const advanced = closedAdvance(ADVANCE, { total: 50, payments: [], labels: [], beginsElsewhere: false });
  const cart = advanceCart('a', [{ label: 'Ђ', amount: 100_00 }]);
  assert.ok(cart !== undefined);
  const state = closing({ ...newState('a'), cart }, advanced, ADVANCE.buyerId, 'b', 1);
  assert.equal([state.cart.kind, state.cart.key, state.cart.lines.length], ['closing', 'b', 0]);
  assert.equal(
    state.parked.map((one) => one.cart),
    [cart],
  );
  const goods = closing({ ...newState('a'), cart: addLine(newCart('a'), COFFEE) }, advanced, ADVANCE.buyerId, 'b', 1);
  assert.equal([goods.cart.kind, goods.cart.lines.length, goods.parked.length], ['closing', 1, 0]);
  assert.is(goods.cart.buyerId, ADVANCE.buyerId);
  const ofOther = { ...addLine(newCart('a'), COFFEE), buyerId: '10:100000057' };
  assert.is(
    closing({ ...newState('a'), cart: ofOther }, advanced, ADVANCE.buyerId, 'b', 1).cart.buyerId,
    ofOther.buyerId,
  );
});

test('the final receipt names only what is taken now, and says what cash was given', () => {
  const card = [{ paymentType: 'Card', amount: 50 }] as const;
  const advanced = closedAdvance(ADVANCE, { total: 50, payments: card, labels: [], beginsElsewhere: false });
  const { cart } = closing(
    { ...newState('a'), cart: addLine(newCart('a'), COFFEE) },
    advanced,
    ADVANCE.buyerId,
    'b',
    1,
  );
  const payments = [
    { paymentType: 'Card', amount: 30_00 },
    { paymentType: 'Cash', amount: 70_00 },
  ] as const;
  const { path, body } = saleRequest(cart, { payments, change: 30_00 }, { ...RULES, mayQueue: true });
  assert.is(path, '/invoices/u1/close-advance');
  const { items: _, ...rest } = body as Record<string, unknown>;
  assert.equal(rest, {
    buyerId: ADVANCE.buyerId,
    restPayments: [
      { paymentType: 'Card', amount: 30 },
      { paymentType: 'Cash', amount: 70 },
    ],
    tendered: 100,
  });
});

test('a sale cannot wait in the queue before the processor has brought its tax labels', () => {
  const on = { mayQueue: true };
  assert.ok(queueLacksLabels(on, { labels: [] }));
  assert.not.ok(queueLacksLabels(on, { labels: ['Ђ'] }));
  assert.not.ok(queueLacksLabels(on, undefined), 'not known yet on this tablet');
  assert.not.ok(queueLacksLabels({ mayQueue: false }, { labels: [] }));
});

test('a discount lowers the price, and the receipt says so beside the name and below its end', () => {
  const cart = discountAll(addLine(newCart('key'), { ...COFFEE, quantity: 2000 }), 1250);
  const discounted = {
    items: [
      {
        ...{ name: 'Кафа (попуст 12,5%)', unit: 'ком', label: 'Ђ', gtin: null, itemId: 1 },
        ...{ quantity: 2, unitPrice: 131.25 },
      },
    ],
    adText: 'Укупан попуст: 37,50',
  };
  assert.equal(proFormaRequest(cart).body, { invoiceType: 'ProForma', ...discounted });
  const payments = [{ paymentType: 'Cash', amount: 262_50 }] as const;
  const { body } = saleRequest(cart, exactly(payments), RULES);
  assert.equal(body, { ...discounted, payments: [{ paymentType: 'Cash', amount: 262.5 }] });
  const back = saleRequest(cart, { payments, change: 37_50 }, RULES);
  assert.equal(back.body, { ...discounted, payments: [{ paymentType: 'Cash', amount: 262.5 }], tendered: 300 });
  const long = discountAll(addLine(newCart('key'), { ...COFFEE, name: 'Ж'.repeat(200) }), 500);
  const { items } = proFormaRequest(long).body as { readonly items: readonly { readonly name: string }[] };
  assert.is(items[0]?.name, `${'Ж'.repeat(188)} (попуст 5%)`);
});

test('goods free of charge say so below the receipt, before the note', () => {
  const free = addLine(newCart('key'), { ...COFFEE, name: '00: Кафа' });
  const { body } = saleRequest({ ...free, note: 'Хвала' }, exactly([{ paymentType: 'Other', amount: 150_00 }]), RULES);
  assert.is((body as { readonly adText?: string }).adText, 'Промет без накнаде\nХвала');
});

test('a bill that comes in parks the open one; where that cannot be, nothing changes', () => {
  const other = proFormaCart('proforma', PRO_FORMA);
  const open: TillState = { ...newState('a'), cart: addLine(newCart('a'), COFFEE) };
  const after = bringIn(open, other, 'b', 1);
  assert.equal(after.cart, other);
  assert.equal(
    after.parked.map(({ cart }) => cart.key),
    ['a'],
  );
  assert.equal(bringIn(newState('a'), other, 'b', 1).parked, [], 'an empty one is not kept');

  let full = open;
  for (let n = 0; n < MAX_PARKED; n += 1) {
    full = { ...park(full, `k${n}`, n), cart: { ...open.cart, key: `k${n}` } };
  }
  assert.is(bringIn(full, other, 'b', 1), full);
  const pending = { key: 'a', path: '', body: {}, total: 1, change: 0, environment: 'sandbox' };
  const frozen = begin(open, { ...pending, subject: 'sale' });
  assert.is(bringIn(frozen, other, 'b', 1), frozen);
});

// Requirement T02 of an ESIR.
test('a line keeps all its tax labels from the bill to the request, and from a pro-forma to the bill', () => {
  const bag = { name: 'Кеса', unit: 'ком', price: 10_00, quantity: 3000, label: 'Ђ', gtin: null, itemId: null };
  const cart = addLine(newCart('key'), { ...bag, moreLabels: ['P'] });
  const labelsOf = (of: typeof cart): readonly unknown[] => {
    const { body } = saleRequest(of, exactly(CASH), RULES);
    const { items } = body as { readonly items: readonly { readonly label: string; readonly moreLabels?: unknown }[] };
    return items.map(({ label, moreLabels }) => [label, moreLabels]);
  };
  assert.equal(labelsOf(cart), [['Ђ', ['P']]]);
  const [item] = PRO_FORMA.items;
  assert.ok(item);
  const invoice = { ...PRO_FORMA, items: [{ ...item, moreLabels: ['P', 'Т'] }] };
  assert.equal(labelsOf(proFormaCart('other', invoice)), [[item.label, ['P', 'Т']]]);
});

test.run();
