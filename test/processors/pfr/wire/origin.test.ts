import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { SignRequest } from '../../../../src/processors/pfr/port.js';
import type { checkAnswer } from '../../../../src/processors/pfr/wire/answerFault.js';
import { JID, resultOf, sale, SIGNED_AT, signRequest } from './answers.js';
import { consistent, check, SIGNER } from './checkedAnswers.js';

type Accepted = Extract<ReturnType<typeof checkAnswer>, { ok: true }>['value'];

test('an L-PFR signs with the card that was asked, and counts on', () => {
  const checkedBy = (baseline: Partial<SignRequest['counterBaseline']>): Accepted | string =>
    check(resultOf(sale()), signRequest(sale(), baseline));
  assert.is(check(consistent({ signedBy: SIGNER })), 'jid');
  assert.is(checkedBy({ uid: 'ABCD2345' }), 'foreign');
  assert.is(checkedBy({ lastNumber: `${JID}-${JID}-11389` }), 'stale');
  assert.is(checkedBy({ lastNumber: `${JID}-${JID}-20000` }), 'stale');
  for (const lastNumber of [null, '', `${JID}-${JID}-11388`, 'ABCD2345-ABCD2345-99999', 'nonsense']) {
    assert.type(checkedBy({ lastNumber }), 'object', String(lastNumber));
  }
  assert.type(checkedBy({ uid: '' }), 'object');
});

test('where its last number cannot tell, the time of an L-PFR must', () => {
  for (const lastNumber of [null, '', 'ABCD2345-ABCD2345-99999', 'nonsense']) {
    const checkedBy = (time: number | null): Accepted | string =>
      check(resultOf(sale()), signRequest(sale(), { lastNumber, time }));
    assert.type(checkedBy(SIGNED_AT + 180_000), 'object', String(lastNumber));
    assert.is(checkedBy(SIGNED_AT + 180_001), 'stale', String(lastNumber));
    assert.is(checkedBy(SIGNED_AT + 21 * 86_400_000), 'stale', String(lastNumber));
    assert.is(checkedBy(null), 'stale', String(lastNumber));
  }
  // Its clock may have been set since: the number is worth more.
  const counted = { lastNumber: `${JID}-${JID}-11388`, time: null };
  assert.type(check(resultOf(sale()), signRequest(sale(), counted)), 'object');
  assert.type(check(resultOf(sale()), signRequest(sale(), { ...counted, time: SIGNED_AT + 86_400_000 })), 'object');
});

test('a V-PFR signs for the certificate that asked, and not before the request', () => {
  const checkedBy = (baseline: Partial<SignRequest['counterBaseline']>): Accepted | string =>
    check(consistent({ signedBy: SIGNER }), signRequest(sale(), { lastNumber: null, ...baseline }), 'vpfr');
  assert.type(checkedBy({}), 'object');
  assert.type(checkedBy({ uid: '', time: null }), 'object');
  assert.is(checkedBy({ uid: 'ABCD2345' }), 'foreign');
  assert.type(checkedBy({ time: SIGNED_AT + 180_000 }), 'object');
  assert.is(checkedBy({ time: SIGNED_AT + 180_001 }), 'stale');
});

const RUN = `${JID}-${SIGNER}`;
const numbers = (total: number) => ({ total, byType: { 'Normal/Sale': 1 } });

test('where the numbers of a run are known they decide, whatever the clock of a V-PFR says', () => {
  const checkedBy = (counters: SignRequest['counterBaseline']['counters'], time: number | null): Accepted | string =>
    check(
      consistent({ signedBy: SIGNER }),
      signRequest(sale(), { lastNumber: null, time, counters: counters ?? {} }),
      'vpfr',
    );
  for (const time of [null, 0, SIGNED_AT, SIGNED_AT + 86_400_000, SIGNED_AT + 365 * 86_400_000]) {
    assert.type(checkedBy({ [RUN]: numbers(11388) }, time), 'object', 'the next number');
    assert.type(checkedBy({ [RUN]: numbers(7) }, time), 'object', 'a gap');
    assert.is(checkedBy({ [RUN]: numbers(11389) }, time), 'stale', 'the same number');
    assert.is(checkedBy({ [RUN]: numbers(20_000) }, time), 'stale', 'a lower number');
    // A signer that is new has a clock of its own.
    assert.type(checkedBy({ [`${JID}-NEWSIGN0`]: numbers(20_000) }, time), 'object', 'another signer');
  }
  // That of another requester says nothing, and without any number the time is the last resort.
  for (const counters of [{}, { [`ABCD2345-${SIGNER}`]: numbers(20_000) }]) {
    assert.type(checkedBy(counters, SIGNED_AT + 180_000), 'object');
    assert.is(checkedBy(counters, SIGNED_AT + 180_001), 'stale');
  }
});

test('of an L-PFR the higher of both numbers counts: that of the ledger, and that which it told', () => {
  const checkedBy = (lastNumber: string | null, total: number): Accepted | string =>
    check(
      resultOf(sale()),
      signRequest(sale(), {
        lastNumber,
        time: SIGNED_AT + 86_400_000,
        counters: { [`${JID}-${JID}`]: numbers(total) },
      }),
    );
  for (const told of [null, '', 'nonsense', `${JID}-${JID}-11388`, `ABCD2345-ABCD2345-99999`]) {
    assert.type(checkedBy(told, 11388), 'object', String(told));
    assert.is(checkedBy(told, 11389), 'stale', String(told));
  }
  assert.is(checkedBy(`${JID}-${JID}-11389`, 11388), 'stale', 'another till has signed since');
});

test.run();
