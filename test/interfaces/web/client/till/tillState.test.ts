import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { addLine } from '../../../../../src/interfaces/web/client/till/cart.js';
import { unsavedOf, withUnsaved } from '../../../../../src/interfaces/web/client/till/unsavedRequests.js';
import {
  begin,
  issued,
  madeLater,
  newState,
  nextSale,
  type Pending,
  park,
  previousOf,
  type Receipt,
  refused,
  setAside,
  type TillState,
  withCart,
  withoutPrevious,
} from '../../../../../src/interfaces/web/client/till/tillState.js';

import {
  beginTraining,
  continueTraining,
  endTraining,
  mayBeginTraining,
} from '../../../../../src/interfaces/web/client/till/training.js';

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
  const requests = unsavedOf({ ...nextSale(old), pending });
  const state = withUnsaved(old, requests);
  assert.equal([state?.pending, state?.done, state?.cart.key], [pending, null, 'b']);
  assert.is(state?.receipts.length, 1);
  assert.is(withUnsaved(old, undefined), old);
});

/** A till with a receipt, a parked bill and an open one, and change still in sight. */
function busy(): TillState {
  const sold1 = nextSale(sold({ change: 340_00 }));
  const parked = park(
    withCart(sold1, (cart) => addLine(cart, COFFEE)),
    'c',
    1,
  );
  return withCart(parked, (cart) => addLine(cart, COFFEE));
}

test('training has bills and receipts of its own, and its end brings back the real ones as they were', () => {
  const real = busy();
  let state = beginTraining(real, 'Мира', 't1');
  assert.equal([state.cart.lines, state.parked, state.receipts, state.previous], [[], [], [], undefined]);
  state = withCart(state, (cart) => addLine(cart, COFFEE));
  state = begin(state, { ...PENDING, key: 't1', subject: 'sale', change: 0 });
  const made: Receipt = { ...MADE, key: 't1', subject: 'sale', total: 660_00, change: 0, uuid: 't' };
  state = nextSale(issued(state, made, 't2'));
  assert.equal(state.receipts, [made]);
  assert.is(continueTraining(state, 'Јова').training?.by, 'Јова');
  assert.equal(endTraining(state), real);
  assert.is(endTraining(real), real);
});

test('a training begins only when nothing real is in progress, so that no real receipt arrives in it', () => {
  const open = withCart(newState('a'), (cart) => addLine(cart, COFFEE));
  const sending = begin(open, { ...PENDING, key: 'a', subject: 'sale', change: 0 });
  for (const state of [sending, setAside(sending, 'b'), sold({})]) {
    assert.not(mayBeginTraining(state));
    assert.is(beginTraining(state, 'Мира', 't1'), state);
  }
  assert.ok(mayBeginTraining(open));
});

test('what becomes of a training request after its training reaches no real bill', () => {
  const real = busy();
  const practising = withCart(beginTraining(real, 'Мира', 't1'), (cart) => addLine(cart, COFFEE));
  const ended = endTraining(begin(practising, { ...PENDING, key: 't1', subject: 'sale', change: 0 }));
  assert.equal(ended, real);
  const made: Receipt = { ...MADE, key: 't1', subject: 'sale', total: 660_00, change: 0, uuid: 't' };
  assert.is(issued(ended, made, 'x'), ended);
  assert.is(refused(ended, 't1', 'Не', 'x'), ended);
});

test('requests that were kept alone put an older state into their mode', () => {
  const real = busy();
  const practising = withCart(beginTraining(real, 'Мира', 't1'), (cart) => addLine(cart, COFFEE));
  const pending: Pending = { ...PENDING, key: 't1', subject: 'sale', change: 0 };
  const left = unsavedOf(begin(practising, pending));
  const later = withUnsaved(real, left);
  assert.equal([later?.training?.by, later?.pending, later?.training?.real.cart], ['Мира', pending, real.cart]);
  assert.is(withUnsaved(undefined, left)?.training?.by, 'Мира', 'also where nothing else was kept');
  assert.is(withUnsaved(practising, unsavedOf(real))?.training, undefined);
});

test('money of a refund stays in sight; a sale without change leaves nothing to do', () => {
  assert.is(previousOf(nextSale(sold({ subject: 'refund' })))?.subject, 'refund');
  assert.is(previousOf(nextSale(sold({}))), undefined);
});

test.run();
