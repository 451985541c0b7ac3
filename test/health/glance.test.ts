import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Glance } from '../../src/health/glance.js';
import { MemoryDisk } from '../kit/disk/memory.js';
import { HandClock } from '../kit/handClock.js';
import { healthParts } from '../kit/health.js';
import { openLedger } from '../kit/ledger.js';

// What waits with patience holds no process open, and here nothing else does.
const open = setInterval(() => undefined, 1000);
test.after(() => clearInterval(open));

/** A box that counts the looks at it, and keeps each waiting until it is let on. */
async function watched() {
  const disk = new MemoryDisk();
  const waiting: (() => void)[] = [];
  const board = () =>
    new Promise<{ isUnderVoltage: null; temperature: null }>((resolve) => {
      waiting.push(() => resolve({ isUnderVoltage: null, temperature: null }));
    });
  const clock = new HandClock();
  const parts = healthParts(disk, await openLedger(disk), { board });
  const begun = async (): Promise<void> => {
    while (waiting.length === 0) await new Promise((resolve) => setImmediate(resolve));
  };
  return { parts, clock, waiting, begun };
}

test('all who ask within two seconds share a look, and who comes later gets another', async () => {
  const { parts, clock, waiting, begun } = await watched();
  const glance = new Glance(parts, clock.monotonic);
  const [first, second] = [glance.checks(), glance.checks()];
  await begun();
  waiting.pop()?.();
  assert.is(await first, await second);
  clock.pass(1999);
  assert.is(await glance.checks(), await first);
  clock.pass(1);
  const third = glance.checks();
  await begun();
  waiting.pop()?.();
  assert.is.not(await third, await first);
});

test('no look begins while one is under way, however long that takes', async () => {
  const { parts, clock, waiting, begun } = await watched();
  const glance = new Glance(parts, clock.monotonic);
  const first = glance.checks();
  await begun();
  clock.pass(60_000);
  const second = glance.checks();
  assert.is(waiting.length, 1);
  waiting.pop()?.();
  assert.is(await first, await second);
});

test('a look that does not end is a failure of the disk, which all are told at once', async () => {
  const { parts, clock, waiting, begun } = await watched();
  const glance = new Glance(parts, clock.monotonic, 1);
  const [check] = await glance.checks();
  assert.equal([check?.name, check?.state], ['disk', 'failure']);
  clock.pass(60_000);
  assert.is((await glance.checks())[0], check, 'the first look is still under way');
  await begun();
  waiting.pop()?.();
});

test.run();
