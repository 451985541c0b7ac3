import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { silentLog } from '../../../../src/base/log.js';
import { BackgroundLookUps } from '../../../../src/sales/invoicing/reconciliation/backgroundLookUps.js';
import { HandClock, settled } from '../../../kit/handClock.js';

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
  await background.stop();
});

test.run();
