import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CounterProof,
  ProofFinder,
  type RecordedSeries,
} from '../../../../src/sales/invoicing/reconciliation/counterProof.js';
import { seededRandom } from '../../../kit/random.js';
import {
  CARD_RUN,
  recordedNumbers,
  recordedSeries,
  intentAfter,
  lostOrder,
  numbers,
  ONE,
  OTHER,
  REFUND,
} from './lostOrders.js';

type LostOrder = Parameters<ProofFinder['proofFor']>[0];

/** Ten receipts before it, six of them sales and four refunds. */
const TEN = { [CARD_RUN]: numbers(10, 6, 4) };
const AT_TEN = { counters: TEN, lastNumber: `${CARD_RUN}-10` };

const WAITING: CounterProof = { kind: 'waiting' };
const NOT_SIGNED: CounterProof = { kind: 'not signed' };
const NO_PROOF: CounterProof = { kind: 'no proof' };
const signed = (number: string): CounterProof => ({ kind: 'signed', number });

function proofs(lost: readonly LostOrder[], recorded: Readonly<Record<string, RecordedSeries>> = {}): CounterProof[] {
  const finder = new ProofFinder(lost, new Map(Object.entries(recorded)));
  return lost.map((order) => finder.proofFor(order));
}

test('before a number has come from after its limit, an order waits', () => {
  assert.equal(proofs([lostOrder(intentAfter(AT_TEN))], { [CARD_RUN]: recordedSeries([10, 11]) }), [WAITING]);
});

test('the next number follows the last: not signed', () => {
  const order = lostOrder(intentAfter(AT_TEN), { [CARD_RUN]: numbers(12, 8) });

  assert.equal(proofs([order], { [CARD_RUN]: recordedSeries([10, 11, 12], [7, 8]) }), [NOT_SIGNED]);
  assert.equal(proofs([order], { [CARD_RUN]: recordedSeries([10, 12], [8]) }), [signed(`${CARD_RUN}-11`)]);
  assert.equal(proofs([order], { [CARD_RUN]: recordedSeries([10, 12], [7, 8]) }), [NOT_SIGNED], 'its type lacks none');
});

test('a report of the last number alone: none, as many as were lost, or more', () => {
  const reported = (total: number) => proofs([lostOrder(intentAfter(AT_TEN), { [CARD_RUN]: numbers(total) })]);

  assert.equal(reported(10), [NOT_SIGNED]);
  assert.equal(reported(11), [signed(`${CARD_RUN}-11`)]);
  assert.equal(reported(12), [NO_PROOF]);
});

test('the first order of a card that has signed nothing', () => {
  const order = lostOrder(intentAfter({ lastNumber: '', counters: {} }), { [CARD_RUN]: numbers(0) });
  assert.equal(proofs([order]), [NOT_SIGNED]);
});

test('two lost orders have the missing numbers in their order', () => {
  const seen = { [CARD_RUN]: numbers(14, 9) };
  const two = [lostOrder(intentAfter(AT_TEN), seen), lostOrder(intentAfter(AT_TEN), seen)];

  const both = { [CARD_RUN]: recordedSeries([10, 12, 14], [8, 10]) };
  assert.equal(proofs(two, both), [signed(`${CARD_RUN}-11`), signed(`${CARD_RUN}-13`)]);
  const one = { [CARD_RUN]: recordedSeries([10, 12, 13, 14], [8, 9]) };
  assert.equal(proofs(two, one), [NO_PROOF, NO_PROOF], 'nobody knows which of them');
});

test('two lost orders of two types: each type must lack its own', () => {
  const seen = { [CARD_RUN]: numbers(14, 8, 6) };
  const two = [lostOrder(intentAfter(AT_TEN), seen), lostOrder(intentAfter(AT_TEN, { draft: REFUND }), seen)];

  const each = { [CARD_RUN]: recordedSeries([10, 13, 14], [8], [6]) };
  assert.equal(proofs(two, each), [signed(`${CARD_RUN}-11`), signed(`${CARD_RUN}-12`)]);
  const twoSales = [lostOrder(intentAfter(AT_TEN), { [CARD_RUN]: numbers(14, 9, 5) }), two[1]!];
  const onlySales = { [CARD_RUN]: recordedSeries([10, 13, 14], [9], [5, 6]) };
  assert.equal(proofs(twoSales, onlySales), [NO_PROOF, NOT_SIGNED], 'two sales are missing, and one was lost');
});

test('a number is given to an order only if it lies between what was known before and what was seen after it', () => {
  const early = lostOrder(intentAfter(AT_TEN), { [CARD_RUN]: numbers(11) });
  const late = lostOrder(intentAfter({ counters: { [CARD_RUN]: numbers(13, 9) } }), { [CARD_RUN]: numbers(15) });

  const held = { [CARD_RUN]: recordedSeries([10, 12, 13, 15]) };
  assert.equal(proofs([early, late], held), [signed(`${CARD_RUN}-11`), signed(`${CARD_RUN}-14`)]);
  const first = lostOrder(early.intent, { [CARD_RUN]: numbers(15) });
  const second = lostOrder(intentAfter({ counters: { [CARD_RUN]: numbers(12, 8) } }), { [CARD_RUN]: numbers(13) });
  const beyond = { [CARD_RUN]: recordedSeries([10, 11, 12, 15]) };
  assert.equal(proofs([first, second], beyond), [NO_PROOF, NO_PROOF], '14 came after the second');
});

test('an order that may still be signed keeps the others from being named, not from being not signed', () => {
  const seen = { [CARD_RUN]: numbers(12, 8) };
  const young = { ...lostOrder(intentAfter(AT_TEN)), isPastSigningLimit: false };

  assert.equal(proofs([lostOrder(intentAfter(AT_TEN), seen), young], { [CARD_RUN]: recordedSeries([10, 12], [8]) }), [
    WAITING,
    WAITING,
  ]);
  assert.equal(
    proofs([lostOrder(intentAfter(AT_TEN), seen), young], { [CARD_RUN]: recordedSeries([11, 12], [7, 8]) }),
    [NOT_SIGNED, WAITING],
  );
});

test('a card that was ahead of the box is used by another till: a gap proves nothing', () => {
  const ahead = { counters: TEN, lastNumber: `${CARD_RUN}-12` };
  const order = lostOrder(intentAfter(ahead), { [CARD_RUN]: numbers(14) });

  assert.equal(proofs([order], { [CARD_RUN]: recordedSeries([12, 14]) }), [NO_PROOF]);
  assert.equal(proofs([order], { [CARD_RUN]: recordedSeries([12, 13, 14]) }), [NOT_SIGNED]);
});

test('one number is missing in all, but the box does not know how many of its type came before', () => {
  const order = lostOrder(intentAfter({ counters: {}, lastNumber: `${CARD_RUN}-12` }), { [CARD_RUN]: numbers(14, 9) });
  assert.equal(proofs([order], { [CARD_RUN]: recordedSeries([12, 14], [9]) }), [NO_PROOF]);
});

test('of a certificate each known signer must be heard: none lacks a number, one does, one is silent', () => {
  const before = { counters: { [ONE]: numbers(10, 6), [OTHER]: numbers(3, 2) } };
  const intent = intentAfter(before, { mode: 'vpfr' });
  const one = recordedSeries([10, 11], [7]);
  const [all, silent] = [{ [ONE]: numbers(11, 7), [OTHER]: numbers(5, 4) }, { [ONE]: numbers(11, 7) }];

  assert.equal(proofs([lostOrder(intent, all)], { [ONE]: one, [OTHER]: recordedSeries([3, 4, 5], [3, 4]) }), [
    NOT_SIGNED,
  ]);
  assert.equal(proofs([lostOrder(intent, all)], { [ONE]: one, [OTHER]: recordedSeries([3, 5], [4]) }), [
    signed(`${OTHER}-4`),
  ]);
  assert.equal(proofs([lostOrder(intent, silent)], { [ONE]: one }), [NO_PROOF]);
  assert.equal(
    proofs([lostOrder(intent, { ...all, [ONE]: numbers(12, 8) })], {
      [ONE]: recordedSeries([12]),
      [OTHER]: recordedSeries([5]),
    }),
    [NO_PROOF],
  );
});

test('signers of another certificate have no say', () => {
  const intent = intentAfter({ counters: { [ONE]: numbers(10, 6) } }, { mode: 'vpfr' });
  const order = lostOrder(intent, { [ONE]: numbers(11, 7) });
  const stranger = { 'STRANGER-SIGNER01': recordedSeries([7]) };

  assert.equal(proofs([order], { [ONE]: recordedSeries([10, 11], [7]), ...stranger }), [NOT_SIGNED]);
});

test('numbers that touch are one range, in whatever order they come', () => {
  for (const list of [
    [5, 6, 7],
    [7, 5, 6],
    [6, 5, 7],
    [5, 7, 6, 6, 5],
  ]) {
    const held = recordedNumbers(list);
    assert.equal([held.countMissing(4, 7), held.lastGap], [0, undefined], list.join());
  }
});

test('what is missing is counted and named between two numbers, the first left out and the last included', () => {
  const held = recordedNumbers([3, 4, 8, 10]);

  assert.is(held.countMissing(2, 10), 4);
  assert.equal(held.missing(2, 10, 9), [5, 6, 7, 9]);
  assert.equal(held.missing(2, 10, 2), [5, 6], 'no more than asked for');
  assert.equal(held.missing(0, 3, 9), [1, 2]);
  assert.equal(held.missing(10, 12, 9), [11, 12]);
  assert.equal(held.missing(5, 6, 9), [6]);
});

test('nothing is missing between a number and itself, or one before it', () => {
  const held = recordedNumbers([3, 8]);

  assert.equal([held.countMissing(5, 5), held.missing(5, 5, 9)], [0, []]);
  assert.equal([held.countMissing(9, 4), held.missing(9, 4, 9)], [0, []]);
});

test('the last gap is named by the numbers on both sides of it', () => {
  assert.is(recordedNumbers([]).lastGap, undefined);
  assert.is(recordedNumbers([4]).lastGap, undefined);
  assert.equal(recordedNumbers([1, 2, 5, 9, 10]).lastGap, { before: 5, after: 9 });
});

test('of more than 500 ranges the lowest are forgotten, which count as missing', () => {
  const even = Array.from({ length: 501 }, (_, index) => 2 * (index + 1));
  const held = recordedNumbers(even);

  assert.equal(held.missing(0, 5, 9), [1, 2, 3, 5]);
  assert.is(held.countMissing(0, 1002), 502);
  held.add(2);
  assert.is(held.countMissing(0, 1002), 502, 'what was forgotten is not taken again in place of a later one');
  held.add(1001);
  assert.is(held.countMissing(0, 1002), 501);
});

test('whatever comes in whatever order, it is what a plain set says', () => {
  const random = seededRandom();
  for (let history = 0; history < 300; history += 1) {
    const highest = random.int(1, 60);
    const list = Array.from({ length: random.int(0, 80) }, () => random.int(1, highest));
    const held = recordedNumbers(list);
    const set = new Set(list);
    const after = random.int(0, highest);
    const upTo = random.int(after, highest + 3);
    const missing = Array.from({ length: upTo - after }, (_, index) => after + 1 + index).filter(
      (one) => !set.has(one),
    );
    const most = random.int(1, 10);

    assert.is(held.countMissing(after, upTo), missing.length, list.join());
    assert.equal(held.missing(after, upTo, most), missing.slice(0, most), list.join());
    const sorted = [...set].sort((one, other) => one - other);
    const last = sorted.findLastIndex((one, index) => index > 0 && sorted[index - 1] !== one - 1);
    const gap = last < 0 ? undefined : { before: sorted[last - 1], after: sorted[last] };
    assert.equal(held.lastGap, gap, list.join());
  }
});

test.run();
