import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { silentLog } from '../../../../src/base/log.js';
import { BackgroundLookUps, type BackgroundParts } from '../../../../src/sales/invoicing/settling/background.js';
import { HandClock, settled } from '../../../kit/handClock.js';

test('news that come while an order is looked up let it be looked up again without a pause', async () => {
  const clock = new HandClock();
  let lookUps = 0;
  // Of its parts it needs here what it asks while one order is open.
  const parts = {
    ...{ clock, log: silentLog },
    pfrOf: () => ({ sellOnAfter: 5000 }),
    openIntents: { of: () => [{}], lostFor: () => 0, unsettled: () => [], timeToLimit: () => 0 },
    settlingSale: { dueIn: () => undefined, issueIfDue: () => Promise.resolve() },
    locks: { withProcessor: async (_: unknown, work: () => Promise<unknown>) => ({ ok: true, value: await work() }) },
    witness: { recall: () => Promise.resolve() },
    lookUp: {
      settleNow: () => {
        lookUps += 1;
        if (lookUps === 1) background.hurry('sandbox');
        return Promise.resolve(false);
      },
    },
  } as unknown as BackgroundParts;
  const background = new BackgroundLookUps(parts);
  background.goOn('sandbox');
  clock.pass(1000);
  for (let turn = 0; turn < 20; turn += 1) await settled();
  assert.is(lookUps, 2);
  await background.stop();
});

test.run();
