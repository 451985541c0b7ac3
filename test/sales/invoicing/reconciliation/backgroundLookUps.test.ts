import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { silentLog } from '../../../../src/base/log.js';
import { BackgroundLookUps } from '../../../../src/sales/invoicing/reconciliation/backgroundLookUps.js';
import { HandClock, settled } from '../../../kit/handClock.js';
import { heldBySignal } from '../../../kit/leftHeld.js';

type BackgroundDeps = ConstructorParameters<typeof BackgroundLookUps>[0];

test('news that come while an order is looked up let it be looked up again without a pause', async () => {
  const clock = new HandClock();
  let lookUps = 0;
  // Of its parts it needs here what it asks while one order is open.
  const deps = {
    ...{ clock, log: silentLog },
    pfrOf: () => ({ lookUpTime: 5000 }),
    openIntents: { of: () => [{}], lostFor: () => 0, unresolved: () => [], timeToLimit: () => 0 },
    reconciliationSale: { dueIn: () => undefined, issueIfDue: () => Promise.resolve() },
    locks: { withProcessor: async (_: unknown, work: () => Promise<unknown>) => ({ ok: true, value: await work() }) },
    evidence: { recall: () => Promise.resolve() },
    lookUp: {
      reconcileNow: () => {
        lookUps += 1;
        if (lookUps === 1) background.lookUpAtOnce('sandbox');
        return Promise.resolve(false);
      },
    },
  } as unknown as BackgroundDeps;
  const background = new BackgroundLookUps(deps);
  background.ensureRunning('sandbox');
  clock.pass(1000);
  for (let turn = 0; turn < 20; turn += 1) await settled();
  assert.is(lookUps, 2);
  clock.pass(1000);
  await settled();
  assert.ok(heldBySignal(background.stopping) <= 1, 'a pause that is over leaves nothing on the signal of the box');
  await background.stop();
});

test('an order in doubt that the disk did not take is recorded with the next lost answer, and one that it is taking is not again', async () => {
  const intent = { requestId: 'lost', draft: {} };
  const ends: ((isRecorded: boolean) => void)[] = [];
  // Of its parts it needs here what it asks about an order whose answer was lost.
  const deps = {
    ...{ clock: new HandClock(), log: silentLog },
    openIntents: { of: () => [], unresolved: () => [{ intent }], isAwaited: () => false },
    evidence: { discardUnneeded: () => [] },
    ledger: {
      main: { boxEvents: { inDoubt: () => undefined } },
      put: () => new Promise((resolve) => ends.push((ok) => resolve({ ok, error: 'full' }))),
    },
  } as unknown as BackgroundDeps;
  const background = new BackgroundLookUps(deps);
  const lose = async (): Promise<number> => {
    background.ensureRunning('sandbox');
    for (let turn = 0; turn < 20; turn += 1) await settled();
    return ends.length;
  };
  assert.equal([await lose(), await lose()], [1, 1]);
  ends[0]?.(false);
  assert.is(await lose(), 1, 'its end is not known yet');
  assert.is(await lose(), 2);
  await background.stop();
});

test.run();
