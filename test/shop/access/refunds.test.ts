import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { unusualRefunds } from '../../../src/shop/access/refunds.js';
import type { KeyTally, PastTally } from '../../../src/platform/ledger/views/keyActivity.js';

const RSD = 100n;

/** A last day with so many refunds of so many RSD each. */
function day(refunds: number, each = 100n): KeyTally {
  return { receipts: 100, refunds, sold: 50_000n * RSD, refunded: BigInt(refunds) * each * RSD };
}

/** Days with so many refunds of 100 RSD in all, and sales of 10,000 RSD a day. */
function past(days: number, refunds: number): PastTally {
  const sold = BigInt(days) * 10_000n * RSD;
  return { days, receipts: days * 20, refunds, sold, refunded: BigInt(refunds) * 100n * RSD };
}

const isUnusual = (last: KeyTally, own: PastTally, others: readonly PastTally[] = []): boolean =>
  unusualRefunds(last, own, () => others) !== undefined;

test('five refunds of a key that makes none are too many, four are not', () => {
  assert.is(isUnusual(day(4), past(30, 0)), false);
  assert.is(isUnusual(day(5), past(30, 0)), true);
});

test('of a key that makes some, more than three times the mean day are too many', () => {
  assert.is(isUnusual(day(6), past(30, 60)), false);
  assert.is(isUnusual(day(7), past(30, 60)), true);
  assert.equal(
    unusualRefunds(day(7), past(30, 60), () => []),
    { refunds: 7, refunded: 70_000n, usual: 2, isNew: false },
  );
});

test('one refund is too much when it is above what is sold in a day and above what is usually refunded', () => {
  assert.is(isUnusual(day(1, 10_000n), past(30, 3)), false);
  assert.is(isUnusual(day(1, 10_001n), past(30, 3)), true);
  const generous = { ...past(30, 30), refunded: 30n * 5000n * RSD };
  assert.is(isUnusual(day(1, 15_000n), generous), false);
  assert.is(isUnusual(day(1, 15_001n), generous), true);
});

test('a key of a week has a past; a younger one is compared with the one that refunds most, and where none has, with twenty', () => {
  assert.is(isUnusual(day(5), past(7, 0)), true);
  assert.is(isUnusual(day(19), past(6, 0)), false);
  assert.is(isUnusual(day(20), past(6, 0)), true);
  assert.is(unusualRefunds(day(20), past(0, 0), () => [])?.usual, null);
  assert.is(unusualRefunds(day(7), past(6, 0), () => [past(30, 60)])?.isNew, true);
  assert.is(isUnusual(day(6), past(6, 0), [past(30, 60), past(30, 0), past(6, 100)]), false);
  assert.is(isUnusual(day(7), past(6, 0), [past(30, 60), past(30, 0), past(6, 100)]), true);
  assert.is(isUnusual(day(5), past(7, 0), [past(30, 60)]), true, 'its own past counts first');
  assert.is(isUnusual(day(6), past(6, 0), [past(30, 0), past(7, 14)]), false, 'in any order');
});

test('no refunds are never too many', () => {
  for (const own of [past(0, 0), past(30, 0), { ...past(30, 0), sold: 0n }]) assert.is(isUnusual(day(0), own), false);
});

test.run();
