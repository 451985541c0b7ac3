import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { UnclaimedReceipts } from '../../../../src/sales/invoicing/settling/unclaimedReceipts.js';
import { issued } from '../../../paper/journal/invoices.js';
import { HandClock } from '../../../kit/handClock.js';
import { intentAfter, SALE } from './lostOrders.js';

const MINUTE = 60_000;
const LOST = intentAfter({});
const { fingerprint } = LOST;
const INVOICE = issued(SALE);

function found(age = 0) {
  const clock = new HandClock();
  const unclaimed = new UnclaimedReceipts(clock);
  unclaimed.add(LOST, INVOICE, age);
  return { clock, unclaimed };
}

test('a receipt that was found is given once to whoever asks for the same, and the next of the same to the next', () => {
  const { unclaimed } = found();
  const second = { ...INVOICE, uuid: '01a1fdc3-5780-7001-8000-000000000002' };
  unclaimed.add(LOST, second, 0);
  assert.is(unclaimed.take('sandbox', fingerprint), INVOICE);
  assert.is(unclaimed.take('sandbox', fingerprint), second);
  assert.is(unclaimed.take('sandbox', fingerprint), undefined);
});

test('neither other goods nor the other environment get it', () => {
  const { unclaimed } = found();
  assert.is(unclaimed.take('production', fingerprint), undefined);
  assert.is(unclaimed.take('sandbox', 'e'.repeat(64)), undefined);
  assert.is(unclaimed.take('sandbox', fingerprint), INVOICE);
});

test('it is kept for three minutes, whatever the clock on the wall shows', () => {
  for (const [passed, expected] of [
    [3 * MINUTE - 1, INVOICE],
    [3 * MINUTE, undefined],
  ] as const) {
    const { clock, unclaimed } = found();
    clock.wallError = -10 * MINUTE;
    clock.pass(passed);
    assert.is(unclaimed.take('sandbox', fingerprint), expected, `${passed} ms`);
  }
});

test('it is not kept when it was asked for more than ten minutes ago: whoever wants the same is the next customer', () => {
  assert.is(found(10 * MINUTE).unclaimed.take('sandbox', fingerprint), INVOICE);
  assert.is(found(10 * MINUTE + 1).unclaimed.take('sandbox', fingerprint), undefined);
});

test.run();
