import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ok } from '../../../src/base/index.js';
import { Intake, type IntakeDeps } from '../../../src/outward/group/intake.js';
import { Standings, type StandingsDeps } from '../../../src/outward/group/standings.js';
import type { ReceivedVersion } from '../../../src/platform/ledger/index.js';
import { packed } from '../../kit/fleet/packing.js';
import { HandClock } from '../../kit/handClock.js';

const KEY = 'catalogue.kiosks';
const message = (version: number) => ({
  encoding: 'deflate',
  format: '1',
  bytes: packed({ version, at: null, items: [] }),
});

test('a version that arrives while the one before is being stored is stored after it', async () => {
  const clock = new HandClock();
  const stored: number[] = [];
  let next: ReceivedVersion | undefined;
  const deps = {
    ...{ clock, log: () => undefined, slice: <T>(work: () => T) => Promise.resolve(work()) },
    settings: { now: { group: { name: 'kiosks', catalogue: 'offer' } } },
    ledger: {
      main: { group: { of: () => ({ inUse: undefined, next }) } },
      async put({ event }: { readonly event: ReceivedVersion }) {
        stored.push(event.version);
        next = event;
        if (event.version === 1) intake.hear(KEY, message(2));
        return ok(undefined);
      },
    },
  } as unknown as IntakeDeps & StandingsDeps;
  const intake = new Intake(deps, new Standings(deps));
  intake.hear(KEY, message(1));
  await intake.receiveAll();
  clock.pass(60_000);
  await intake.receiveAll();
  assert.equal([stored, intake.isEmpty], [[1, 2], true]);
});

test.run();
