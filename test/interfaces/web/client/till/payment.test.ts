import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { buyerIdOf, buyerParts } from '../../../../../src/interfaces/web/client/buyer/buyerCodes.js';
import { missing, quickAmounts, settle } from '../../../../../src/interfaces/web/client/till/payment.js';

const cash = (amount: number) => ({ paymentType: 'Cash', amount }) as const;
const card = (amount: number) => ({ paymentType: 'Card', amount }) as const;

test('quick amounts are what a buyer hands over', () => {
  assert.equal(quickAmounts(450_00), [500_00, 1000_00, 2000_00, 5000_00]);
  assert.equal(quickAmounts(1234_50), [1300_00, 1500_00, 2000_00, 5000_00]);
  assert.equal(quickAmounts(100_00), [200_00, 500_00, 1000_00, 2000_00]);
  assert.equal(quickAmounts(4900_00), [5000_00, 5500_00, 6000_00, 10_000_00]);
});

test('there are always four quick amounts, each above what is due, so that no button moves', () => {
  for (let due = 1; due < 30_000_00; due += 1999) {
    const amounts = quickAmounts(due);
    assert.is(amounts.length, 4, String(due));
    assert.ok(
      amounts.every((amount, index) => amount > (amounts[index - 1] ?? due)),
      amounts.join(),
    );
  }
});

test('change comes out of cash alone', () => {
  assert.equal(settle(450_00, { parts: [cash(500_00)] }), { payments: [cash(450_00)], change: 50_00 });
  assert.equal(settle(450_00, { parts: [card(400_00), cash(100_00)] }), {
    payments: [card(400_00), cash(50_00)],
    change: 50_00,
  });
  assert.equal(settle(450_00, { parts: [card(500_00)] }), undefined);
  assert.equal(settle(450_00, { parts: [card(450_00), cash(100_00)] }), undefined, 'cash that is not needed at all');
  assert.equal(settle(450_00, { parts: [cash(449_99)] }), undefined);
});

test('a payment stands on the receipt as it was entered, also one of a type that was entered before', () => {
  const settled = settle(300_00, { parts: [cash(100_00), card(100_00), cash(150_00)] });
  assert.equal(settled, { payments: [cash(100_00), card(100_00), cash(100_00)], change: 50_00 });
  assert.equal(
    settle(300_00, { parts: [cash(300_00), cash(50_00)] }),
    { payments: [cash(300_00)], change: 50_00 },
    'what goes back whole was not paid',
  );
  assert.equal(missing(300_00, { parts: [cash(100_00)] }), 200_00);
  assert.equal(missing(300_00, { parts: [cash(400_00)] }), 0);
});

test('a buyer id has the form of its code', () => {
  assert.equal(buyerIdOf('10', '100 000 049'), '10:100000049');
  assert.equal(buyerIdOf('10', '12345678'), undefined);
  assert.equal(buyerIdOf('10', '123456789'), undefined, 'no company has such a number');
  assert.equal(buyerIdOf('12', '100000049:12345'), '12:100000049:12345');
  assert.equal(buyerIdOf('30', 'x'.repeat(18)), undefined, 'the link in the QR code has 20 bytes');
  assert.equal(buyerIdOf('20', 'Ж1'), undefined);
  assert.equal(buyerParts('12:100000049:12345'), { code: '12', value: '100000049:12345' });
  assert.equal(buyerParts('10:RS100000049'), { code: '10', value: '100000049' }, 'as some processors name a seller');
  assert.equal(buyerParts('99:1'), { code: '10', value: '' });
});

test.run();
