import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CheckCache, runChecks } from '../../../src/interfaces/health/checks.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { HandClock } from '../../kit/handClock.js';
import { healthDeps } from '../../kit/health.js';
import { openLedger } from '../../kit/ledger.js';

// A wait with a time limit holds no process open, and here nothing else does.
const open = setInterval(() => undefined, 1000);
test.after(() => clearInterval(open));

/** A box whose checks wait, each time they run, until the test lets them go on. */
async function slowBox() {
  const disk = new MemoryDisk();
  const waiting: (() => void)[] = [];
  const board = {
    isUnderVoltage: async () => null,
    storage: async () => null,
    temperature: () => new Promise<null>((resolve) => waiting.push(() => resolve(null))),
  };
  const clock = new HandClock();
  const deps = healthDeps(disk, await openLedger(disk), { board });
  const begun = async (): Promise<void> => {
    while (waiting.length === 0) await new Promise((resolve) => setImmediate(resolve));
  };
  return { run: () => runChecks(deps), clock, waiting, begun };
}

test('all who ask within two seconds share a run of the checks, and who asks later gets another', async () => {
  const { run, clock, waiting, begun } = await slowBox();
  const cache = new CheckCache(run, clock.monotonic);
  const [first, second] = [cache.checks(), cache.checks()];
  await begun();
  waiting.pop()?.();
  assert.is(await first, await second);
  clock.pass(1999);
  assert.is(await cache.checks(), await first);
  clock.pass(1);
  const third = cache.checks();
  await begun();
  waiting.pop()?.();
  assert.is.not(await third, await first);
});

test('no run begins while one is under way, however long that takes', async () => {
  const { run, clock, waiting, begun } = await slowBox();
  const cache = new CheckCache(run, clock.monotonic);
  const first = cache.checks();
  await begun();
  clock.pass(60_000);
  const second = cache.checks();
  assert.is(waiting.length, 1);
  waiting.pop()?.();
  assert.is(await first, await second);
});

test('a run that does not end is a failure of the disk, which all are told at once', async () => {
  const { run, clock, waiting, begun } = await slowBox();
  const cache = new CheckCache(run, clock.monotonic, 1);
  const [check] = await cache.checks();
  assert.equal([check?.name, check?.state], ['disk', 'failure']);
  clock.pass(60_000);
  assert.is((await cache.checks())[0], check, 'the first run is still under way');
  await begun();
  waiting.pop()?.();
});

test.run();
