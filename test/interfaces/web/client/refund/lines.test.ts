import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { buyerCodes, OF_PEOPLE, typedBuyerId } from '../../../../../src/interfaces/web/client/buyer/buyerCodes.js';
import {
  chosenQuantities,
  everythingOf,
  ownBuyerId,
  refundableOf,
  type RefundableReceipt,
  type Refunded,
  proposedPayments,
  refundRequest,
  stepped,
  totalOf,
  voidRequest,
} from '../../../../../src/interfaces/web/client/refund/lines.js';
import { offeredPayments } from '../../../../../src/contract/payments.js';
import { typedQuantity } from '../../../../../src/interfaces/web/client/components/typed.js';

function line(name: string, quantity: number, unitPrice: number): RefundableReceipt['items'][number] {
  return { name, quantity, unitPrice, unit: 'ком', label: 'Ђ', gtin: null };
}

/** What the box says when so much is left, after one refund of so much. */
function refunded(amount: number, quantities: readonly number[], back: number): Refunded {
  const refund = { uuid: 'u2', number: 'AAAAAAAA-AAAAAAAA-8', amount: back, createdAt: '2026-11-23 11:00:00' };
  return {
    refunds: back === 0 ? [] : [refund],
    refundable: {
      amount,
      payments: [{ paymentType: 'Card', amount }],
      items: quantities.map((quantity) => ({ quantity })),
    },
  };
}

const SALE: RefundableReceipt = {
  ...{ uuid: 'u1', invoiceType: 'Normal', total: 420, buyerId: null },
  payments: [{ paymentType: 'Card', amount: 420 }],
  items: [line('Бурек', 2, 180), line('Јогурт', 1, 60)],
  pfr: { invoiceNumber: 'AAAAAAAA-AAAAAAAA-7', sdcDateTime: '2026-11-23 10:00:00' },
};
const TO = { buyerId: '20:008123456', payments: [{ paymentType: 'Cash', amount: 240_00 }] } as const;

test('what was refunded before is not offered again, and of all that is left a part is asked, not the receipt', () => {
  const left = refundableOf(SALE, refunded(240, [1, 1], 180));
  assert.equal(everythingOf(left.lines), [1000, 1000]);
  assert.equal([left.most, left.refunds.length], [240_02, 1], 'a para more for the rounding of each line');
  assert.equal(chosenQuantities(left.lines, ['2', '1']), [undefined, 1000]);
  const { path, body } = refundRequest(SALE, left, everythingOf(left.lines), TO);
  assert.is(path, '/invoices');
  assert.match(JSON.stringify(body), '"amount":240');
});

test('an untouched receipt is refunded as a whole, and goes back as it was paid', () => {
  const left = refundableOf(SALE, refunded(420, [2, 1], 0));
  assert.is(left.most, 420_00);
  assert.equal(refundRequest(SALE, left, [2000, 1000], TO), {
    path: '/invoices/u1/refund',
    body: { buyerId: TO.buyerId },
  });
  assert.equal(refundRequest(SALE, left, [2000, 0], TO).path, '/invoices');
});

test('nothing can go back where the box says that nothing is left, or does not say what is', () => {
  for (const said of [refunded(0, [0, 0], 420), {}, { refunds: [], refundsMore: 3 }]) {
    const { lines, most } = refundableOf(SALE, said);
    assert.is(most, 0);
    assert.equal(everythingOf(lines), [0, 0]);
  }
});

test('a part goes back as it was paid, never more by a kind than was paid by it, and what the shop cannot use as cash', () => {
  const all = offeredPayments(false);
  const left = {
    payments: [
      { paymentType: 'Card', amount: 300_00 },
      { paymentType: 'Cash', amount: 120_00 },
    ] as const,
  };
  const card = (amount: number) => ({ paymentType: 'Card', amount }) as const;
  const cash = (amount: number) => ({ paymentType: 'Cash', amount }) as const;
  assert.equal(proposedPayments(left, 200_00, all), [card(200_00)]);
  assert.equal(proposedPayments(left, 360_00, all), [card(300_00), cash(60_00)]);
  assert.equal(proposedPayments(left, 420_01, all), [card(300_00), cash(120_01)], 'the para of the rounding');
  assert.equal(proposedPayments(left, 360_00, offeredPayments(true)), [cash(360_00)]);
  assert.equal(proposedPayments(left, 0, all), []);
  assert.equal(proposedPayments({ payments: [] }, 100, all), [cash(100)]);
});

test('a pro-forma and a training receipt are refunded in their own kind, as the box counts nothing of them', () => {
  for (const invoiceType of ['ProForma', 'Training'] as const) {
    const receipt = { ...SALE, invoiceType };
    const left = refundableOf(receipt, {});
    assert.equal([left.most, everythingOf(left.lines)], [420_00, [2000, 1000]]);
    const { path, body } = refundRequest(receipt, left, [2000, 1000], {
      ...TO,
      payments: proposedPayments(left, 420_00, offeredPayments(false)),
    });
    assert.is(path, '/invoices', 'the route for refunds takes fiscal receipts only');
    assert.equal(body, {
      ...{ invoiceType, transactionType: 'Refund', buyerId: TO.buyerId },
      items: [
        { name: 'Бурек', unit: 'ком', label: 'Ђ', gtin: null, quantity: 2, unitPrice: 180 },
        { name: 'Јогурт', unit: 'ком', label: 'Ђ', gtin: null, quantity: 1, unitPrice: 60 },
      ],
      referentDocumentNumber: 'AAAAAAAA-AAAAAAAA-7',
      referentDocumentDT: '2026-11-23 10:00:00',
      payments: [{ paymentType: 'Card', amount: 420 }],
    });
  }
});

test('a part of a receipt goes back with all labels of its lines, and no member that a line does not have', () => {
  const bag = { ...line('Кеса', 2, 10), moreLabels: ['P'] };
  const receipt = { ...SALE, items: [bag, line('Сир', 1, 100)] };
  const left = refundableOf(receipt, refunded(120, [2, 1], 0));
  const payments = proposedPayments(left, 110_00, offeredPayments(false));
  const { body } = refundRequest(receipt, left, [1000, 1000], { ...TO, payments });
  assert.equal((body as { readonly items: unknown }).items, [
    { name: 'Кеса', unit: 'ком', label: 'Ђ', moreLabels: ['P'], gtin: null, quantity: 1, unitPrice: 10 },
    { name: 'Сир', unit: 'ком', label: 'Ђ', gtin: null, quantity: 1, unitPrice: 100 },
  ]);
});

test('steps stay between nothing and what is left', () => {
  const [burek, half] = refundableOf(
    { ...SALE, items: [line('Бурек', 2, 180), line('Сир', 0.5, 1000)] },
    refunded(860, [2, 0.5], 0),
  ).lines;
  assert.ok(burek !== undefined && half !== undefined);
  assert.equal(
    [stepped(burek, 0, 1), stepped(burek, 2000, 1), stepped(burek, 1000, -1), stepped(burek, 0, -1)],
    [1000, 2000, 0, 0],
  );
  assert.equal([stepped(half, 0, 1), stepped(half, 500, -1), stepped(half, undefined, 1)], [500, 0, 500]);
  assert.is(totalOf([burek, half], [1000, 500]), 680_00);
});

test('thousands of pieces are typed so that they are read as thousands', () => {
  const { lines } = refundableOf({ ...SALE, items: [line('Клинац', 2500, 1)] }, refunded(2500, [2500], 0));
  assert.equal(chosenQuantities(lines, everythingOf(lines).map(typedQuantity)), [2_500_000]);
});

test('a refund names what a person has first, every code once, and the shop only when that is chosen', () => {
  assert.equal(buyerCodes(OF_PEOPLE).slice(0, 5), ['20', '23', '30', '10', '11']);
  assert.is(new Set(buyerCodes(OF_PEOPLE)).size, 19);
  const known = { same: '10:100000001', tin: '123456789' };
  assert.is(typedBuyerId({ kind: '20', value: '008 123 456' }, known), '20:008123456');
  assert.is(typedBuyerId({ kind: 'same', value: '' }, known), '10:100000001');
  assert.is(typedBuyerId({ kind: 'own', value: '' }, known), '10:123456789');
  assert.is(typedBuyerId({ kind: 'own', value: '' }), undefined);
});

test('a wrong refund is voided by all of its lines, its reference, and the PIB of the seller as buyer', () => {
  const line = { name: 'Кафа', unit: 'ком', label: 'Ђ', moreLabels: ['Е'], gtin: null, quantity: 2, unitPrice: 150 };
  const refund = {
    ...({ uuid: 'u1', invoiceType: 'Normal', total: 300, buyerId: '20:008123456' } as const),
    payments: [{ paymentType: 'Cash', amount: 300 }] as const,
    items: [{ ...line, totalAmount: 300 }],
    pfr: { invoiceNumber: 'AAAAAAAA-AAAAAAAA-8', sdcDateTime: '2026-11-23 10:00:00' },
  };
  assert.equal(voidRequest(refund, ownBuyerId('123456789') ?? ''), {
    path: '/invoices',
    body: {
      ...{ invoiceType: 'Normal', transactionType: 'Refund', buyerId: '10:123456789', items: [line] },
      payments: [{ paymentType: 'Cash', amount: 300 }],
      referentDocumentNumber: 'AAAAAAAA-AAAAAAAA-8',
      referentDocumentDT: '2026-11-23 10:00:00',
    },
  });
  assert.is(ownBuyerId(''), undefined);
});

test.run();
