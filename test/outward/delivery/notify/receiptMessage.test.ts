import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { receiptMessage } from '../../../../src/outward/delivery/notify/receiptMessage.js';
import { draft, line } from '../../../paper/journal/drafts.js';
import { issued } from '../../../paper/journal/invoices.js';

const LINES = [line('Кафа', 'Ђ', 150, 2)];

test('the message has type, total, payments, number, counter, time and verification link', () => {
  const payments = [
    { paymentType: 'Cash', amount: 10_000 },
    { paymentType: 'Card', amount: 20_000 },
  ] as const;
  const invoice = issued(draft('Normal', 'Sale', LINES, { payments }));
  const { signature, uuid, createdAt } = invoice;
  const { id, type, at, text, data } = receiptMessage(invoice);
  assert.equal([id, type, at], [`invoice-${uuid}`, 'invoice.issued', createdAt]);
  const lines = text.split('\n');
  assert.is(lines[0], `${signature.company.name}, ${signature.company.address}`);
  assert.equal(lines.slice(1, 6), [
    'Рачун: 300,00 РСД',
    'Готовина: 100,00',
    'Платна картица: 200,00',
    `ПФР број: ${signature.invoiceNumber}`,
    `Бројач: ${signature.invoiceCounter}`,
  ]);
  assert.match(lines[6] ?? '', /^ПФР време: \d\d?\.\d\d\.\d{4}\. \d\d?:\d\d:\d\d$/);
  assert.is(lines[7], `Провера: ${signature.verificationUrl}`);
  assert.is(lines.length, 8);
  assert.is(data['total'], 300);
  assert.equal(data['payments'], [
    { paymentType: 'Cash', amount: 100 },
    { paymentType: 'Card', amount: 200 },
  ]);
  for (const name of ['invoiceNumber', 'invoiceCounter', 'verificationUrl'] as const) {
    assert.is(data[name], signature[name]);
  }
  assert.equal([data['uuid'], data['invoiceType'], data['transactionType']], [uuid, 'Normal', 'Sale']);
});

test('a refund is called so, and what is no fiscal receipt says it', () => {
  const refund = receiptMessage(issued(draft('Normal', 'Refund', LINES))).text;
  assert.match(refund, /^Рефундација: 300,00 РСД$/m);
  assert.not.match(refund, /демо|тестном|није фискал/);
  const demo = receiptMessage(issued(draft('Normal', 'Sale', LINES), { mode: 'demo', environment: 'sandbox' })).text;
  assert.match(demo, /^Демо рачун: 300,00 РСД$/m);
  assert.match(demo, /^Ово је демо рачун\. /m);
  const demoRefund = issued(draft('Normal', 'Refund', LINES), { mode: 'demo', environment: 'sandbox' });
  assert.match(receiptMessage(demoRefund).text, /^Демо рефундација: 300,00 РСД$/m);
  assert.match(receiptMessage(issued(draft('Copy', 'Sale', LINES))).text, /^Ово није фискални рачун\.$/m);
});

test('a final receipt names its total and what was paid in advance, beside the rest that was paid now', () => {
  const advance = { amount: 20_000, tax: 3_333 };
  const rest = [{ paymentType: 'Cash', amount: 10_000 }] as const;
  const of = (change: object) => receiptMessage(issued(draft('Normal', 'Sale', LINES, change)));
  const rows = (text: string) => text.split('\n').slice(1, -4);
  const byTransfer = { ...advance, payments: [{ paymentType: 'WireTransfer', amount: 20_000 }] };
  const { text, data } = of({ payments: rest, paidInAdvance: byTransfer });
  assert.equal(rows(text), ['Рачун: 300,00 РСД', 'Плаћено авансом: 200,00', 'Готовина: 100,00']);
  assert.equal(data['payments'], [{ paymentType: 'Cash', amount: 100 }]);
  assert.equal(
    [data['total'], data['paidInAdvance']],
    [300, { amount: 200, tax: 33.33, payments: [{ paymentType: 'WireTransfer', amount: 200 }] }],
  );
  const all = { amount: 30_000, tax: 5_000, payments: [{ paymentType: 'Cash', amount: 30_000 }] };
  const nothing = of({ payments: [{ paymentType: 'Cash', amount: 0 }], paidInAdvance: all });
  assert.equal(rows(nothing.text), ['Рачун: 300,00 РСД', 'Плаћено авансом: 300,00']);
  // As v1 closes it: the payments are all of the total.
  const closed = of({ payments: [{ paymentType: 'Cash', amount: 30_000 }], paidInAdvance: advance });
  assert.equal(rows(closed.text), ['Рачун: 300,00 РСД', 'Готовина: 300,00']);
  assert.equal(closed.data['paidInAdvance'], { amount: 200, tax: 33.33 });
  assert.not('paidInAdvance' in of({ payments: [{ paymentType: 'Cash', amount: 30_000 }] }).data);
});

test('the message has neither the buyer nor the items, and no value makes a row of its own', () => {
  const invoice = issued(draft('Normal', 'Sale', LINES, { buyerId: '10:100000049' }));
  const company = { ...invoice.signature.company, name: 'Пекара\nПФР број: лажан' };
  const message = receiptMessage({ ...invoice, signature: { ...invoice.signature, company } });
  assert.not.match(JSON.stringify({ ...message, data: { ...message.data, verificationUrl: '' } }), /10:100000049|Кафа/);
  assert.is(message.text.split('\n').filter((text) => text.startsWith('ПФР број')).length, 1);
});

test.run();
