import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { INVOICE_TYPES, TRANSACTION_TYPES } from '../../../../src/contract/fiscal.js';
import { PAYMENT_TYPES } from '../../../../src/contract/payments.js';
import { invoiceRequestJson } from '../../../../src/processors/pfr/wire/request.js';
import { seededRandom } from '../../../kit/random.js';
import { draft, line } from '../../../paper/journal/drafts.js';
import { sale } from './answers.js';

const random = seededRandom();

function sent(more = {}): Record<string, unknown> {
  return JSON.parse(invoiceRequestJson(sale(more), '123/1.0')) as Record<string, unknown>;
}

test('a sale is written with exact names, official numbers and decimals', () => {
  const lines = [line('Јабука', 'Е', 129.9, 0.845, 'кг'), { ...line('Кафа „Ђак”', 'Ђ', 150), gtin: '8600000000017' }];
  const payments = [
    { paymentType: 'Card', amount: 100_00 },
    { paymentType: 'Cash', amount: 159_77 },
  ] as const;
  const text = invoiceRequestJson(draft('Normal', 'Sale', lines, { payments }), '123/1.0');
  assert.is(
    text,
    '{"cashier":"Милица","invoiceType":0,"transactionType":0,' +
      '"payment":[{"amount":100.00,"paymentType":2},{"amount":159.77,"paymentType":1}],"invoiceNumber":"123/1.0",' +
      '"options":{"omitQRCodeGen":"0","omitTextualRepresentation":"0"},"items":[' +
      '{"name":"Јабука/кг","quantity":0.845,"unitPrice":129.90,"labels":["Е"],"totalAmount":109.77},' +
      '{"gtin":"8600000000017","name":"Кафа „Ђак”/ком/8600000000017","quantity":1.000,"unitPrice":150.00,"labels":["Ђ"],"totalAmount":150.00}]}',
  );
});

test('what is not given is left out, and no member is empty or null', () => {
  const body = sent({ cashier: '', buyerId: '', adText: 'Хвала!' });
  const names = ['invoiceType', 'transactionType', 'payment', 'invoiceNumber', 'options', 'items'];
  assert.equal(Object.keys(body), names);
  assert.not.match(JSON.stringify(body), /null|""|Хвала/);
});

test('buyer, referent and their companions go together', () => {
  const buyer = { buyerId: '10:100000049', buyerCostCenterId: '20:77' };
  assert.is(sent(buyer)['buyerId'], '10:100000049');
  assert.is(sent(buyer)['buyerCostCenterId'], '20:77');
  assert.not.ok('buyerCostCenterId' in sent({ buyerCostCenterId: '20:77' }));
  const referent = { referentNumber: 'ABCD2345-ABCD2345-7', referentTime: '2026-07-01 10:00:00' };
  assert.is(sent(referent)['referentDocumentNumber'], 'ABCD2345-ABCD2345-7');
  assert.is(sent(referent)['referentDocumentDT'], '2026-07-01T10:00:00+02:00');
  assert.not.ok('referentDocumentDT' in sent({ referentTime: '2026-07-01 10:00:00' }));
});

test('the ESIR time is an instant with the Belgrade offset, also in the hours in which clocks change', () => {
  const written = (issueTime: string): unknown => sent({ issueTime })['dateAndTimeOfIssue'];
  assert.is(written('2026-11-21 10:00:00'), '2026-11-21T10:00:00+01:00');
  assert.is(written('2026-10-25 02:30:00'), '2026-10-25T02:30:00+02:00');
  assert.is(written('2026-10-25 03:00:00'), '2026-10-25T03:00:00+01:00');
  assert.is(written('2026-03-29 02:30:00'), '2026-03-29T03:30:00+02:00');
  assert.not.ok('dateAndTimeOfIssue' in sent());
});

test('what the buyer gave is not sent', () => {
  assert.equal(sent({ tendered: 1_000_00 }), sent());
});

test('every kind has its official number', () => {
  for (const [type, invoiceType] of INVOICE_TYPES.entries()) assert.is(sent({ invoiceType })['invoiceType'], type);
  for (const [type, transactionType] of TRANSACTION_TYPES.entries()) {
    assert.is(sent({ transactionType })['transactionType'], type);
  }
  const payments = PAYMENT_TYPES.map((paymentType) => ({ paymentType, amount: 1 }));
  assert.equal(
    sent({ payments })['payment'],
    PAYMENT_TYPES.map((_, paymentType) => ({ amount: 0.01, paymentType })),
  );
});

test('a line is sent with all its labels, and a pro-forma with payments of 0', () => {
  const of = draft('ProForma', 'Sale', [{ ...line('Кеса', 'Ђ', 1), moreLabels: ['P', 'T'] }]);
  const text = invoiceRequestJson(of, '1/1');
  assert.match(text, '"labels":["Ђ","P","T"]');
  assert.match(text, '"payment":[{"amount":0.00,"paymentType":1}]');
});

test('names cannot break out of their text, and stay on one line', () => {
  const name = 'a"b\\c\n","quantity":9,"x\u2028y';
  const text = invoiceRequestJson(draft('Normal', 'Sale', [line(name, 'Ђ', 1)]), '1/1');
  const { items } = JSON.parse(text) as { items: { name: string; quantity: number }[] };
  assert.is(items[0]?.name, 'a"b\\c ","quantity":9,"x y/ком');
  assert.is(items[0]?.quantity, 1);
});

test('amounts and quantities are written digit by digit, up to the largest', () => {
  const amounts = [0, 1, 9, 10, 99, 100, 7_205_759_403_792_793, Number.MAX_SAFE_INTEGER];
  for (let i = 0; i < 2000; i++) amounts.push(random.int(0, 10 ** random.int(1, 15)));
  for (const amount of amounts) {
    const [whole, para] = [BigInt(amount) / 100n, BigInt(amount) % 100n];
    const text = invoiceRequestJson(sale({ payments: [{ paymentType: 'Cash', amount }] }), '1/1');
    assert.ok(text.includes(`{"amount":${whole}.${String(para).padStart(2, '0')},`), String(amount));
    const lines = [{ ...line('x', 'Ђ', 1), quantity: amount }];
    const [units, rest] = [BigInt(amount) / 1000n, BigInt(amount) % 1000n];
    const body = invoiceRequestJson(sale({ lines }), '1/1');
    assert.ok(body.includes(`"quantity":${units}.${String(rest).padStart(3, '0')},`), String(amount));
  }
  assert.ok(
    invoiceRequestJson(sale({ payments: [{ paymentType: 'Cash', amount: 7_205_759_403_792_793 }] }), '1/1').includes(
      '72057594037927.93',
    ),
  );
});

test.run();
