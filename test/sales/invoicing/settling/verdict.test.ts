import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  CounterJudge,
  type HeldRun,
  type LostOrder,
  type Verdict,
} from '../../../../src/sales/invoicing/settling/verdict.js';
import { CARD_RUN, heldRun, intentAfter, lostOrder, numbers, ONE, OTHER, REFUND } from './lostOrders.js';

/** Ten receipts before it, six of them sales and four refunds. */
const TEN = { [CARD_RUN]: numbers(10, 6, 4) };
const AT_TEN = { runs: TEN, lastNumber: `${CARD_RUN}-10` };

const WAITING: Verdict = { kind: 'waiting' };
const NOT_SIGNED: Verdict = { kind: 'not signed' };
const NO_PROOF: Verdict = { kind: 'no proof' };
const signed = (number: string): Verdict => ({ kind: 'signed', number });

function verdicts(lost: readonly LostOrder[], held: Readonly<Record<string, HeldRun>> = {}): Verdict[] {
  const judge = new CounterJudge(lost, new Map(Object.entries(held)));
  return lost.map((order) => judge.verdict(order));
}

test('before a number has come from after its limit, an order waits', () => {
  assert.equal(verdicts([lostOrder(intentAfter(AT_TEN))], { [CARD_RUN]: heldRun([10, 11]) }), [WAITING]);
});

test('the next number follows the last: not signed', () => {
  const order = lostOrder(intentAfter(AT_TEN), { [CARD_RUN]: numbers(12, 8) });

  assert.equal(verdicts([order], { [CARD_RUN]: heldRun([10, 11, 12], [7, 8]) }), [NOT_SIGNED]);
  assert.equal(verdicts([order], { [CARD_RUN]: heldRun([10, 12], [8]) }), [signed(`${CARD_RUN}-11`)]);
  assert.equal(verdicts([order], { [CARD_RUN]: heldRun([10, 12], [7, 8]) }), [NOT_SIGNED], 'its type lacks none');
});

test('a report of the last number alone: none, as many as were lost, or more', () => {
  const reported = (total: number) => verdicts([lostOrder(intentAfter(AT_TEN), { [CARD_RUN]: numbers(total) })]);

  assert.equal(reported(10), [NOT_SIGNED]);
  assert.equal(reported(11), [signed(`${CARD_RUN}-11`)]);
  assert.equal(reported(12), [NO_PROOF]);
});

test('the first order of a card that has signed nothing', () => {
  const order = lostOrder(intentAfter({ lastNumber: '', runs: {} }), { [CARD_RUN]: numbers(0) });
  assert.equal(verdicts([order]), [NOT_SIGNED]);
});

test('two lost orders have the missing numbers in their order', () => {
  const seen = { [CARD_RUN]: numbers(14, 9) };
  const two = [lostOrder(intentAfter(AT_TEN), seen), lostOrder(intentAfter(AT_TEN), seen)];

  const both = { [CARD_RUN]: heldRun([10, 12, 14], [8, 10]) };
  assert.equal(verdicts(two, both), [signed(`${CARD_RUN}-11`), signed(`${CARD_RUN}-13`)]);
  const one = { [CARD_RUN]: heldRun([10, 12, 13, 14], [8, 9]) };
  assert.equal(verdicts(two, one), [NO_PROOF, NO_PROOF], 'nobody knows which of them');
});

test('two lost orders of two types: each type must lack its own', () => {
  const seen = { [CARD_RUN]: numbers(14, 8, 6) };
  const two = [lostOrder(intentAfter(AT_TEN), seen), lostOrder(intentAfter(AT_TEN, { draft: REFUND }), seen)];

  const each = { [CARD_RUN]: heldRun([10, 13, 14], [8], [6]) };
  assert.equal(verdicts(two, each), [signed(`${CARD_RUN}-11`), signed(`${CARD_RUN}-12`)]);
  const twoSales = [lostOrder(intentAfter(AT_TEN), { [CARD_RUN]: numbers(14, 9, 5) }), two[1]!];
  const onlySales = { [CARD_RUN]: heldRun([10, 13, 14], [9], [5, 6]) };
  assert.equal(verdicts(twoSales, onlySales), [NO_PROOF, NOT_SIGNED], 'two sales are missing, and one was lost');
});

test('a number is given to an order only if it lies between what was known before and what was seen after it', () => {
  const early = lostOrder(intentAfter(AT_TEN), { [CARD_RUN]: numbers(11) });
  const late = lostOrder(intentAfter({ runs: { [CARD_RUN]: numbers(13, 9) } }), { [CARD_RUN]: numbers(15) });

  const held = { [CARD_RUN]: heldRun([10, 12, 13, 15]) };
  assert.equal(verdicts([early, late], held), [signed(`${CARD_RUN}-11`), signed(`${CARD_RUN}-14`)]);
  const first = lostOrder(early.intent, { [CARD_RUN]: numbers(15) });
  const second = lostOrder(intentAfter({ runs: { [CARD_RUN]: numbers(12, 8) } }), { [CARD_RUN]: numbers(13) });
  const beyond = { [CARD_RUN]: heldRun([10, 11, 12, 15]) };
  assert.equal(verdicts([first, second], beyond), [NO_PROOF, NO_PROOF], '14 came after the second');
});

test('an order that may still be signed keeps the others from being named, not from being not signed', () => {
  const seen = { [CARD_RUN]: numbers(12, 8) };
  const young = { ...lostOrder(intentAfter(AT_TEN)), isOver: false };

  assert.equal(verdicts([lostOrder(intentAfter(AT_TEN), seen), young], { [CARD_RUN]: heldRun([10, 12], [8]) }), [
    WAITING,
    WAITING,
  ]);
  assert.equal(verdicts([lostOrder(intentAfter(AT_TEN), seen), young], { [CARD_RUN]: heldRun([11, 12], [7, 8]) }), [
    NOT_SIGNED,
    WAITING,
  ]);
});

test('a card that was ahead of the box is used by another till: a gap proves nothing', () => {
  const ahead = { runs: TEN, lastNumber: `${CARD_RUN}-12` };
  const order = lostOrder(intentAfter(ahead), { [CARD_RUN]: numbers(14) });

  assert.equal(verdicts([order], { [CARD_RUN]: heldRun([12, 14]) }), [NO_PROOF]);
  assert.equal(verdicts([order], { [CARD_RUN]: heldRun([12, 13, 14]) }), [NOT_SIGNED]);
});

test('one number is missing in all, but the box does not know how many of its type came before', () => {
  const order = lostOrder(intentAfter({ runs: {}, lastNumber: `${CARD_RUN}-12` }), { [CARD_RUN]: numbers(14, 9) });
  assert.equal(verdicts([order], { [CARD_RUN]: heldRun([12, 14], [9]) }), [NO_PROOF]);
});

test('of a certificate each known signer must be heard: none lacks a number, one does, one is silent', () => {
  const before = { runs: { [ONE]: numbers(10, 6), [OTHER]: numbers(3, 2) } };
  const intent = intentAfter(before, { mode: 'vpfr' });
  const one = heldRun([10, 11], [7]);
  const [all, silent] = [{ [ONE]: numbers(11, 7), [OTHER]: numbers(5, 4) }, { [ONE]: numbers(11, 7) }];

  assert.equal(verdicts([lostOrder(intent, all)], { [ONE]: one, [OTHER]: heldRun([3, 4, 5], [3, 4]) }), [NOT_SIGNED]);
  assert.equal(verdicts([lostOrder(intent, all)], { [ONE]: one, [OTHER]: heldRun([3, 5], [4]) }), [
    signed(`${OTHER}-4`),
  ]);
  assert.equal(verdicts([lostOrder(intent, silent)], { [ONE]: one }), [NO_PROOF]);
  assert.equal(
    verdicts([lostOrder(intent, { ...all, [ONE]: numbers(12, 8) })], { [ONE]: heldRun([12]), [OTHER]: heldRun([5]) }),
    [NO_PROOF],
  );
});

test('signers of another certificate have no say', () => {
  const intent = intentAfter({ runs: { [ONE]: numbers(10, 6) } }, { mode: 'vpfr' });
  const order = lostOrder(intent, { [ONE]: numbers(11, 7) });
  const stranger = { 'STRANGER-SIGNER01': heldRun([7]) };

  assert.equal(verdicts([order], { [ONE]: heldRun([10, 11], [7]), ...stranger }), [NOT_SIGNED]);
});

test.run();
