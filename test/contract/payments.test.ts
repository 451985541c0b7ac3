import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { offeredPayments, PAYMENT_TYPES, paymentName, PAYMENTS } from '../../src/contract/payments.js';

test('each way to pay has the official number by which processors and the ledger know it', () => {
  assert.equal(PAYMENT_TYPES, ['Other', 'Cash', 'Card', 'Check', 'WireTransfer', 'Voucher', 'MobileMoney']);
});

test('the ways of paying are named as the law names them', () => {
  const names = ['Друго безготовинско плаћање', 'Готовина', 'Платна картица', 'Чек', 'Пренос на рачун', 'Ваучер'];
  assert.equal(PAYMENT_TYPES.map(paymentName), [...names, 'Инстант плаћање']);
});

test('the pages offer the most common first, and not what is entered as cash in the simplified mode', () => {
  assert.equal(offeredPayments(false), ['Cash', 'Card', 'MobileMoney', 'Check', 'WireTransfer', 'Voucher', 'Other']);
  assert.equal(offeredPayments(true), ['Cash', 'WireTransfer', 'Voucher', 'Other']);
});

test('no two ways to pay have one name, or one place on the pages', () => {
  const rows = Object.values(PAYMENTS);
  for (const values of [
    rows.map(({ name }) => name.sr),
    rows.map(({ name }) => name.en),
    rows.map(({ returned }) => returned.sr),
    rows.map(({ place }) => String(place)),
  ]) {
    assert.is(new Set(values).size, PAYMENT_TYPES.length, values.join());
  }
});

test.run();
