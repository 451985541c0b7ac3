import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { addLine } from '../../../../../src/interfaces/web/client/till/cart.js';
import { leftOf, withLeft } from '../../../../../src/interfaces/web/client/till/left.js';
import {
  begin,
  issued,
  madeLater,
  newState,
  nextSale,
  type Pending,
  previousOf,
  type Receipt,
  setAside,
  type TillState,
  withCart,
  withoutPrevious,
} from '../../../../../src/interfaces/web/client/till/state.js';

const COFFEE = { name: 'Кафа', unit: 'ком', price: 660_00, quantity: 1000, label: 'Ђ', gtin: null, itemId: 7 };
const PENDING = { path: '/invoices', body: {}, total: 660_00, environment: 'sandbox' };
const MADE = { number: 'A-A-1', time: '2026-11-23 10:00:00', journal: null, qr: null, position: null };

/** A till whose receipt is in front of the cashier. */
function sold(part: Partial<Receipt>): TillState {
  const { change = 0, subject = 'sale' } = part;
  const open = withCart(newState('a'), (cart) => addLine(cart, COFFEE));
  const pending: Pending = { ...PENDING, key: 'a', subject, change };
  return issued(begin(open, pending), { ...MADE, key: 'a', subject, total: 660_00, change, uuid: 'u', ...part }, 'b');
}

test('change stays in sight on the next bill until the next payment', () => {
  let state = nextSale(sold({ change: 340_00 }));
  assert.is(previousOf(state)?.change, 340_00);
  state = withCart(state, (cart) => addLine(cart, COFFEE));
  assert.is(previousOf(state)?.change, 340_00, 'goods of the next bill do not hide it');
  state = begin(state, { ...PENDING, key: 'b', subject: 'sale', change: 0 });
  assert.is(previousOf(state), undefined);
});

test('a tap puts the change before away; the list of receipts still has it', () => {
  const state = withoutPrevious(nextSale(sold({ change: 340_00 })));
  assert.is(previousOf(state), undefined);
  assert.is(state.receipts[0]?.change, 340_00);
});

test('a receipt that waits for the processor stays in sight with the number of its slip, until it is made', () => {
  const shown = madeLater(sold({ uuid: null, position: 2 }), 'a', { slip: 17 });
  assert.is(shown.done?.slip, 17);
  const state = nextSale(shown);
  assert.is(previousOf(state)?.slip, 17);
  assert.is(previousOf(madeLater(state, 'a', { uuid: 'u' })), undefined);
});

test('the receipt of a request in the background leaves the open bill and what is in front as they are', () => {
  const open = withCart(newState('a'), (cart) => addLine(cart, COFFEE));
  const waiting = setAside(begin(open, { ...PENDING, key: 'a', subject: 'sale', change: 0 }), 'b');
  const next = withCart(waiting, (cart) => addLine(cart, COFFEE));
  const made: Receipt = { ...MADE, key: 'a', subject: 'sale', total: 660_00, change: 0, uuid: 'u' };
  const { receipts, ...after } = issued(next, made, 'c');
  assert.equal([after.unsettled, after.done, after.cart], [[], null, next.cart]);
  assert.equal(receipts, [made]);
});

test('requests that were kept last stand before an older state, with no receipt in front', () => {
  const old = sold({});
  const pending: Pending = { ...PENDING, key: 'b', subject: 'sale', change: 0 };
  const requests = leftOf({ ...nextSale(old), pending });
  const state = withLeft(old, requests);
  assert.equal([state?.pending, state?.done, state?.cart.key], [pending, null, 'b']);
  assert.is(state?.receipts.length, 1);
  assert.is(withLeft(old, undefined), old);
});

test('money of a refund stays in sight; a sale without change leaves nothing to do', () => {
  assert.is(previousOf(nextSale(sold({ subject: 'refund' })))?.subject, 'refund');
  assert.is(previousOf(nextSale(sold({}))), undefined);
});

test.run();
