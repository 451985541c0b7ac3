// proof: kills
// time limit: 1200 s
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cases } from '../kit/cases.js';
import { BoxProcess, cleanUp, kasirbox, temporaryFolder } from '../kit/process.js';
import { seededRandom } from '../kit/random.js';
import { Observer } from '../kit/observer/observer.js';

/**
 * kill -9 under load, while the box stops and while it starts, again and again on one folder. The page cache survives
 * it, so this is no proof of flushing (cutoff.beside.test.ts is); it finds what was answered before it was written,
 * counters and keys that a new process does not know, and starts that cannot cope with what an earlier one left.
 * KILLS in the environment sets the number of kills, for a run of this file alone.
 */
const KILLS = cases('KILLS', { ci: 2, all: 60 });
const VERIFY_EVERY = 25;

const random = seededRandom();
const folder = join(temporaryFolder(), 'data');
test.after(cleanUp);

/** How often a box was killed at what. */
const killed = { load: 0, stop: 0, start: 0 };

async function killUnderLoad(box: BoxProcess): Promise<void> {
  await box.stop('SIGKILL');
  killed.load += 1;
}

/** Requests are under way, and the box is asked to stop, which takes it some milliseconds. */
async function killAtStop(box: BoxProcess): Promise<void> {
  box.signal('SIGTERM');
  await delay(random.int(0, 25));
  const { code } = await box.stop('SIGKILL');
  if (code === null) killed.stop += 1;
}

/** Its recovery is cut short, and the next start has to do it again. */
async function killAtStart(): Promise<void> {
  const box = BoxProcess.spawn({ folder });
  await delay(random.int(100, 400));
  await box.stop('SIGKILL');
  killed.start += 1;
}

async function verifyLedger(): Promise<void> {
  const { code, stdout, stderr } = await kasirbox(['ledger', 'verify', '--data', folder]);
  assert.is(code, 0, stdout + stderr);
}

test(`kill -9, ${KILLS} times, loses and invents nothing, repeats no number and sells nothing twice`, async () => {
  const began = performance.now();
  let box = await BoxProcess.start({ folder });
  const observer = await Observer.of(box, random);
  for (let round = 1; killed.load + killed.stop + killed.start < KILLS; round += 1) {
    const load = observer.load(box);
    await Promise.race([load, observer.moment()]);
    await (random.oneIn(5) ? killAtStop(box) : killUnderLoad(box));
    await load;
    const verifies = round % VERIFY_EVERY === 0;
    if (verifies) await verifyLedger();
    if (random.oneIn(4)) await killAtStart();
    box = await BoxProcess.start({ folder });
    await observer.compare(box, verifies);
  }
  await observer.settle(box);
  await observer.compare(box, true);
  assert.is((await box.stop()).code, 0);
  await verifyLedger();

  const seconds = Math.round((performance.now() - began) / 1000);
  const { answered, found, repeats } = observer.receipts;
  process.stdout.write(
    `kills in ${seconds} s: ${killed.load} under load, ${killed.stop} at a stop, ${killed.start} at a start; ` +
      `${answered} receipts answered, ${found} stored, ${repeats} repeats\n`,
  );
  assert.ok(answered > KILLS, 'there was load');
  if (KILLS >= 20) assert.ok(repeats > 0, 'some asked again');
});

test.run();
