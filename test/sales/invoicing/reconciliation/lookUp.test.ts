import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { failed } from '../../../../src/base/result.js';
import { Ledger } from '../../../../src/platform/ledger/ledger.js';
import type { Intent } from '../../../../src/platform/ledger/intent.js';
import type { FindOutcome } from '../../../../src/processors/pfr/port.js';
import { issued } from '../../../paper/journal/invoices.js';
import { HandClock } from '../../../kit/handClock.js';
import { instead } from '../../../kit/instead.js';
import { numbers, signatureIn } from './lostOrders.js';
import { BASELINE, INTENT, opened, TIMES } from './opened.js';

const RUN = `${BASELINE.uid}-${BASELINE.uid}`;
const SIGNED: FindOutcome = { kind: 'signed', signature: signatureIn(RUN, 1, 1) };
const ABSENT: FindOutcome = { kind: 'absent' };
const PAGE = { environment: 'sandbox', skip: 0, limit: 10 } as const;

test('a receipt that is found is recorded as it was asked for, and kept for its caller', async () => {
  const createdAt = 86_400_000;
  const asked = { createdAt, apiKey: 7 };
  const { ledger, logged, reconciliation, start, pass } = await opened(() => Promise.resolve(SIGNED), [asked]);
  await start();
  await pass(1000);
  const [found, ...more] = await ledger.invoices(PAGE);
  assert.equal(more, []);
  assert.equal(
    [found?.createdAt, found?.apiKey, found?.draft, found?.attempt],
    [createdAt, 7, INTENT.draft, { requestId: INTENT.requestId, settled: { by: 'processor' } }],
  );
  assert.ok(logged.includes('pfr.settled'));
  assert.equal(reconciliation.unresolved('sandbox'), []);
  await reconciliation.stop();
  await ledger.close();
});

for (const [why, change, isKept] of [
  ['', {}, true],
  [' under a key: the key finds it', { clientRequestId: 'order-1' }, false],
  [' and sold again meanwhile: its caller has a receipt', { soldAgainAs: `${RUN}-9` }, false],
] as const) {
  test(`a receipt that was lost just now${why} is ${isKept ? '' : 'not '}given to whoever asks for the same`, async () => {
    const { ledger, reconciliation, openIntents } = await opened(() => Promise.resolve(SIGNED), [change]);
    const [intent] = openIntents.of('sandbox');
    assert.ok(intent);
    openIntents.begin(intent, TIMES.signingLimit);
    openIntents.markEnded(intent);
    assert.is(await reconciliation.reconcile(intent), true);
    assert.is(reconciliation.unclaimed.take('sandbox', INTENT.fingerprint) !== undefined, isKept);
    await reconciliation.stop();
    await ledger.close();
  });
}

test('an outcome that the disk does not take stays open, and is found out again', async () => {
  const { ledger, reconciliation, start, pass, openIntents } = await opened(() => Promise.resolve(ABSENT));
  await start();
  await pass(1000);
  const undo = instead(Ledger.prototype, 'put', () => Promise.resolve(failed('full')));
  await pass(2000).finally(undo);
  assert.is(openIntents.of('sandbox').length, 1);
  assert.equal(
    reconciliation.unresolved('sandbox').map(({ state }) => state),
    ['asking'],
  );
  await pass(4000);
  assert.is(openIntents.of('sandbox').length, 0);
  await reconciliation.stop();
  await ledger.close();
});

test('a found receipt that the disk does not take is found again', async () => {
  const { ledger, reconciliation, openIntents, start, pass } = await opened(() => Promise.resolve(SIGNED));
  const [intent] = openIntents.of('sandbox');
  assert.ok(intent);
  const undo = instead(Ledger.prototype, 'issue', () => Promise.resolve(failed('full')));
  assert.is(await reconciliation.reconcile(intent).finally(undo), false);
  await start();
  assert.equal(
    reconciliation.unresolved('sandbox').map(({ state }) => state),
    ['asking'],
  );
  assert.is(reconciliation.unclaimed.take('sandbox', INTENT.fingerprint), undefined);
  await pass(2000);
  assert.is((await ledger.invoices(PAGE)).length, 1);
  await reconciliation.stop();
  await ledger.close();
});

test('an order that was sent to another processor is not looked up: a person decides', async () => {
  let lookUps = 0;
  const find = (): Promise<FindOutcome> => {
    lookUps += 1;
    return Promise.resolve(SIGNED);
  };
  const { ledger, reconciliation, start, pass } = await opened(find, [{ mode: 'vpfr' }]);
  await start();
  await pass(1000);
  assert.is(lookUps, 0);
  assert.equal(
    reconciliation.unresolved('sandbox').map(({ state }) => state),
    ['doubt'],
  );
  await reconciliation.stop();
  await ledger.close();
});

for (const hasAnswered of [true, false]) {
  test(`what the processor reports of itself ${hasAnswered ? 'does not end an order that it has answered' : 'ends an order that it knows nothing of'}`, async () => {
    let reports = 0;
    const counters = () => {
      reports += 1;
      return Promise.resolve(BASELINE);
    };
    const one: Partial<Intent> = hasAnswered ? { hasAnswered } : {};
    const { ledger, reconciliation, start, pass } = await opened(() => Promise.resolve(ABSENT), [one], { counters });
    await start();
    await pass(1000);
    await pass(2000);
    assert.is(reports, hasAnswered ? 0 : 1);
    assert.is(reconciliation.unresolved('sandbox').length, hasAnswered ? 1 : 0);
    await reconciliation.stop();
    await ledger.close();
  });
}

test('a receipt is not taken for that of an order while a number before it is missing that another order for the same may have', async () => {
  const open = ['a', 'b'].map((letter) => ({ requestId: letter.repeat(32) }));
  const second: FindOutcome = { kind: 'signed', signature: signatureIn(RUN, 2, 2) };
  let isRight = false;
  const find = ({ requestId }: { readonly requestId: string }): Promise<FindOutcome> =>
    Promise.resolve(isRight && requestId.startsWith('a') ? SIGNED : second);
  const { ledger, reconciliation, start, pass, openIntents } = await opened(find, open);
  await start();
  await pass(1000);
  assert.is(openIntents.of('sandbox').length, 2, 'a processor may answer every look-up with its latest receipt');
  isRight = true;
  await pass(2000);
  const receipts = await ledger.invoices(PAGE);
  assert.equal(
    receipts.map(({ attempt, signature }) => [attempt?.requestId.charAt(0), signature.totalCounter]),
    [
      ['b', 2],
      ['a', 1],
    ],
  );
  await reconciliation.stop();
  await ledger.close();
});

test('an order that nobody has settled is told once as in doubt, over all look-ups', async () => {
  const { ledger, reconciliation, start, pass } = await opened(() => Promise.resolve({ kind: 'foreign' }));
  await start();
  for (let minute = 0; minute < 10; minute += 1) await pass(60_000);
  const told = ledger.main.boxEvents.inDoubt(INTENT.requestId);
  assert.is(told?.requestId, INTENT.requestId);
  let puts = 0;
  const undo = instead(Ledger.prototype, 'put', (_, original, args) => {
    puts += 1;
    return original(...args);
  });
  for (let sale = 0; sale < 3; sale += 1) {
    // What the next receipt finds still open is looked up in the background again.
    await reconciliation.preSendLookup.run('sandbox');
    await pass(60_000);
  }
  undo();
  assert.is(puts, 0);
  await reconciliation.stop();
  await ledger.close();
});

/** A receipt of the card is in the ledger, which came after the order was sent. */
async function followed(ledger: Ledger, total: number): Promise<void> {
  const uuid = ledger.newUuid(0);
  const signature = signatureIn(RUN, total, total);
  assert.ok((await ledger.issue({ ...issued(INTENT.draft, { environment: 'sandbox' }), uuid, signature })).ok);
}

test('after a start nobody waits for an order that other receipts have followed', async () => {
  const createdAt = new HandClock().now();
  const { ledger, mutex, reconciliation, start } = await opened(() => Promise.resolve(ABSENT), [{ createdAt }]);
  await followed(ledger, 1);
  await start();
  assert.is(mutex.isBusy, false);
  await reconciliation.stop();
  await ledger.close();
});

test('after a start the receipts that have come since bear witness: no number is missing, so nothing was signed', async () => {
  const counterBaseline = { ...BASELINE, lastNumber: `${RUN}-5`, counters: { [RUN]: numbers(5) } };
  const counters = () => Promise.resolve({ ...BASELINE, lastNumber: `${RUN}-6` });
  const { ledger, reconciliation, start, pass } = await opened(() => Promise.resolve(ABSENT), [{ counterBaseline }], {
    counters,
  });
  await followed(ledger, 6);
  await start();
  await pass(1000);
  await pass(2000);
  assert.equal(reconciliation.unresolved('sandbox'), []);
  assert.is((await ledger.invoices(PAGE)).length, 1);
  await reconciliation.stop();
  await ledger.close();
});

test('what stays open for a quarter of an hour is looked up every ten minutes, before that every minute', async () => {
  const times: number[] = [];
  const { ledger, reconciliation, start, pass, clock } = await opened(() => {
    times.push(clock.monotonic());
    return Promise.resolve({ kind: 'foreign' });
  });
  await start();
  for (let second = 0; second < 60 * 60; second += 1) {
    clock.pass(1000);
    if (clock.sleeping === 0 || second % 10 === 0) await pass(0);
  }
  const pauses = times.slice(1).map((time, at) => Math.round((time - (times[at] ?? 0)) / 60_000));
  assert.equal(pauses.slice(-3), [10, 10, 10]);
  assert.ok(pauses.filter((minutes) => minutes === 1).length >= 10, pauses.join(' '));
  assert.ok(times.length < 30);
  await reconciliation.stop();
  await ledger.close();
});

test.run();
