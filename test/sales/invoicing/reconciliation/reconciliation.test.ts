import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { FindOutcome } from '../../../../src/processors/pfr/port.js';
import { HandClock } from '../../../kit/handClock.js';
import { issued } from '../../../paper/journal/invoices.js';
import { CARD, CARD_RUN, intentAfter, SALE, signatureIn } from './lostOrders.js';
import { BASELINE, INTENT, opened, TIMES } from './opened.js';
import { inEnglish } from '../../../kit/inEnglish.js';

test('a look-up that throws is logged, gives the processor back, and is tried again after pauses, and at the signing limit', async () => {
  const ends: (() => FindOutcome)[] = [
    () => {
      throw new Error('record 7 is damaged');
    },
    () => {
      throw new Error('record 7 is damaged');
    },
    () => ({ kind: 'absent' }),
  ];
  let lookUps = 0;
  const find = async (): Promise<FindOutcome> => ends[lookUps++]?.() ?? { kind: 'foreign' };
  const { ledger, mutex, logged, reconciliation, start, pass, clock } = await opened(find);
  await start();

  for (const [pause, tried] of [
    [1000, 1],
    [1499, 1],
    [1, 2],
  ] as const) {
    await pass(pause);
    assert.is(lookUps, tried);
    assert.is(mutex.isBusy, false);
    assert.is(reconciliation.unresolved('sandbox').length, 1);
  }
  assert.equal(logged, ['pfr.unsettled', 'pfr.unsettled']);

  await pass(4000);
  assert.equal(logged, ['pfr.unsettled', 'pfr.unsettled', 'pfr.settled']);
  assert.equal(reconciliation.unresolved('sandbox'), []);
  assert.is(clock.sleeping, 0, 'with nothing open there is nothing to wait for');
  await reconciliation.stop();
  await ledger.close();
});

test('a look-up in the background holds up other orders no longer than one that is made at once', async () => {
  const asked: (number | undefined)[] = [];
  const { ledger, reconciliation, start, pass } = await opened((_request, within) => {
    asked.push(within);
    return Promise.resolve({ kind: 'foreign' });
  });
  await start();
  await pass(1000);
  assert.equal(asked, [TIMES.lookUpTime]);
  await reconciliation.stop();
  await ledger.close();
});

test('after a start the next receipt waits for the first look-ups of the last one, whose sending the end may have cut off', async () => {
  const asked: string[] = [];
  const createdAt = new HandClock().now();
  const open = ['a', 'b', 'c'].map((letter) => ({ requestId: letter.repeat(32), createdAt }));
  const find = ({ requestId }: { readonly requestId: string }): Promise<FindOutcome> => {
    asked.push(requestId.charAt(0));
    return Promise.resolve({ kind: 'absent' });
  };
  const { ledger, mutex, reconciliation, start, pass } = await opened(find, open);
  await start();
  assert.equal([asked.join(''), mutex.isBusy], ['c', true]);
  await pass(1000);
  assert.equal([asked.join(''), mutex.isBusy], ['cc', false], 'a third look-up would be beyond the limit of 2500 ms');
  await pass(1000);
  assert.match(asked.join(''), /^ccab/, 'then each in its turn');
  await reconciliation.stop();
  await ledger.close();
});

test('"not found" proves nothing of a receipt that could still be signed when the look-up began', async () => {
  let lookUps = 0;
  const { ledger, reconciliation, start, pass, clock } = await opened(() => {
    lookUps += 1;
    // The answer comes after the limit; the processor may have signed between looking and answering.
    if (lookUps === 1) clock.pass(TIMES.signingLimit);
    return Promise.resolve({ kind: 'absent' });
  });
  await start();
  await pass(1000);
  assert.is(lookUps, 1);
  assert.equal(
    reconciliation.unresolved('sandbox').map(({ state }) => state),
    ['asking'],
  );
  await pass(2000);
  assert.is(lookUps, 2);
  assert.equal(reconciliation.unresolved('sandbox'), [], 'a look-up that begins later tells');
  await reconciliation.stop();
  await ledger.close();
});

const NOT_SIGNED = { signed: false, reason: 'asked on the portal' } as const;

for (const isLookedUp of [true, false]) {
  test(`nobody decides that a receipt was not signed while it may still be, ${isLookedUp ? 'in a service' : 'by a command'}`, async () => {
    const createdAt = new HandClock().now();
    const { ledger, reconciliation, start, pass, clock } = await opened(
      () => Promise.resolve({ kind: 'foreign' }),
      [{ createdAt, mode: 'vpfr' }],
    );
    const { requestId } = INTENT;
    // A service measures from its first look-up on, by the monotonic clock.
    if (isLookedUp) {
      await start();
      await pass(1000);
    }
    const early = await reconciliation.decide(requestId, NOT_SIGNED);
    assert.match(String(inEnglish(early.ok ? 'decided' : early.error)), /still/);
    clock.pass(TIMES.signingLimit - 1);
    assert.is((await reconciliation.decide(requestId, NOT_SIGNED)).ok, false);
    assert.is(reconciliation.unresolved('sandbox').length, 1);
    clock.pass(1);
    assert.equal(inEnglish(await reconciliation.decide(requestId, NOT_SIGNED)), { ok: true, value: null });
    assert.equal(reconciliation.unresolved('sandbox'), []);
    await reconciliation.stop();
    await ledger.close();
  });
}

for (const [why, intent] of Object.entries({
  'it is older than anything that is signed late': { createdAt: 0 },
  'it was sent to another processor': { mode: 'vpfr' },
} as const)) {
  test(`after a start nobody waits for the last one when ${why}`, async () => {
    const one = { createdAt: new HandClock().now(), ...intent };
    const { ledger, mutex, reconciliation, start } = await opened(() => Promise.resolve({ kind: 'absent' }), [one]);
    await start();
    assert.is(mutex.isBusy, false);
    await reconciliation.stop();
    await ledger.close();
  });
}

for (const [whose, uid, explains] of [
  ['of this card', CARD, true],
  ['of which it is not known what card there was', '', true],
  ['of another card', 'CARD0002', false],
] as const) {
  test(`an order ${whose} whose answer was lost explains ${explains ? 'a' : 'no'} missing number`, async () => {
    const lost = { counterBaseline: { ...BASELINE, uid } };
    const { ledger, reconciliation } = await opened(() => Promise.resolve({ kind: 'unknown', message: '' }), [lost]);
    const before = { ...issued(SALE, { environment: 'sandbox' }), signature: signatureIn(CARD_RUN, 10, 10) };
    assert.ok((await ledger.issue({ ...before, uuid: ledger.newUuid(0) })).ok);
    reconciliation.beforeRecording(intentAfter({}), signatureIn(CARD_RUN, 12, 11));
    assert.equal(
      reconciliation.counterGaps.gap('sandbox'),
      explains ? undefined : { jid: CARD, before: 10, after: 12 },
    );
    await ledger.close();
  });
}

test('whatever waits for the processor to settle a receipt gives up at once when the box stops', async () => {
  const { ledger, mutex, reconciliation, pass, clock } = await opened(() => Promise.resolve({ kind: 'foreign' }));
  const leave = await mutex.acquire(0);
  reconciliation.start();
  await pass(1000);
  assert.is(clock.sleeping, 1, 'it waits for the processor');
  await reconciliation.stop();
  assert.is(clock.sleeping, 0);
  leave?.();
  assert.is(mutex.isBusy, false);
  await ledger.close();
});

test.run();
