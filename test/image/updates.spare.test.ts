// proof: image
// time limit: 4500 s
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { rescueCodeOf } from '../../src/programs/board/boardState.js';
import { parseConfig } from '../../src/programs/board/storedConfig.js';
import type { GuestTime } from '../kit/guest/qemu.js';
import { BUNDLE_NEEDS, faultyBundle, FAULTS, faultWord } from '../kit/image/bundles.js';
import { changeExt4, dumpFolder, FILESYSTEM_NEEDS, partitionOf, takeOut } from '../kit/image/filesystem.js';
import { ImageMachine, MACHINE_NEEDS } from '../kit/image/machine.js';
import { flash, whyNotHere } from '../kit/image/made.js';
import { claim, outcomeOf, signIn, Till } from '../kit/image/owner.js';
import { RescuePage } from '../kit/image/rescuePage.js';
import { environmentOf, type Start, startOf } from '../kit/image/starter.js';
import { UpdateStick } from '../kit/image/updateStick.js';
import { cleanUp, temporaryFolder } from '../kit/process.js';

/**
 * The image that `scripts/image` has made last goes over to a whole new version from a stick: one that is faulty in
 * some way is given up, one that is well is kept, and where none starts the rescue system restores it. Some 40 minutes,
 * so only in the lane of the image: IMAGE_LANE=1.
 */
const LIMIT = 4_400_000;
const READY = 2_400_000;
const PAUSE = 2000;

const reason =
  process.env['IMAGE_LANE'] === '1'
    ? whyNotHere({ ...MACHINE_NEEDS, ...FILESYSTEM_NEEDS, ...BUNDLE_NEEDS })
    : 'its own lane: scripts/test --image';
if (reason !== undefined) console.log(`skipped: whole updates need ${reason}`);

function it(name: string, work: () => Promise<void>): void {
  if (reason === undefined) test(name, work);
  else test.skip(name, work);
}

const folder = temporaryFolder();
const card = join(folder, 'card.img');
let machine: ImageMachine | undefined;
let stick: UpdateStick;

const next = (from: string): Start => startOf(from, join(folder, 'start'));

/**
 * Starts what comes next on a card, which must be this slot, with the stick plugged in; where it waits, time is
 * skipped.
 */
async function boot(from: string, slot: Start['who'], words = '', time: GuestTime = 'skips') {
  await machine?.stop();
  const start = next(from);
  assert.is(start.who, slot);
  return ImageMachine.boot({ card: from, start, limit: LIMIT, options: stick.options, words, time });
}

/** Sells until it is refused. */
async function sellOn(box: ImageMachine): Promise<never> {
  const selling = await Till.open(box, await signIn(box));
  for (;;) {
    await selling.sell();
    await pause(PAUSE);
  }
}

/** Makes a slot one whose kernel, or another file of it, is not there. */
function lose(from: string, slot: 'A' | 'B', path: string): void {
  changeExt4(`${from}?offset=${partitionOf(from, slot === 'A' ? 2 : 3).start}`, { [path]: '' });
}

it('a flashed card takes its first owner, sells, and goes over to a new version from a stick', async () => {
  flash(card);
  stick = UpdateStick.make(join(folder, 'stick'), faultyBundle(join(folder, 'next'), '9.1.0'));
  machine = await boot(card, 'A');
  await machine.ready(READY);
  const operate = await claim(machine);
  await (await Till.open(machine, operate)).sell();
  const over = new AbortController();
  const ended = machine.ended.then(() => over.abort());
  // Until the stick is mounted and RAUC has reported the running slot, an install is refused.
  while (!over.signal.aborted) {
    const asked = operate('update.install', { path: '/media/sda/next.raucb' }).catch(() => undefined);
    await Promise.race([ended, asked.then(() => pause(PAUSE))]);
  }
  await machine.stop();
});

for (const fault of FAULTS) {
  it(`a new version is given up after ten minutes, and the one before starts again: ${fault}`, async () => {
    const trial = join(folder, 'trial.img');
    execFileSync('cp', ['--sparse=always', card, trial]);
    // Sales must begin between the fault and the end of the two minutes before confirmation.
    machine = await boot(trial, 'B', faultWord(fault), fault === 'late' ? 'instructions' : 'skips');
    if (fault === 'late') {
      await machine.ready(READY);
      const why = await sellOn(machine).catch(String);
      const { status, text } = await machine.send('GET', '/readyz');
      assert.is(status, 503, why);
      assert.match(text, /ledger/);
    }
    await machine.ended;
    await machine.stop();
    assert.is(next(trial).who, 'A');
  });
}

it('a new version whose kernel finds nothing to start is tried three times, and left', async () => {
  const trial = join(folder, 'trial.img');
  execFileSync('cp', ['--sparse=always', card, trial]);
  lose(trial, 'B', '/usr/lib/systemd/systemd');
  for (let n = 1; n <= 3; n += 1) {
    machine = await boot(trial, 'B');
    await machine.ended;
    await machine.stop();
  }
  machine = await boot(trial, 'A');
  await machine.ready(READY);
  const after = await signIn(machine);
  while ((await outcomeOf(after))?.kind !== 'fell-back') await pause(PAUSE);
  await (await Till.open(machine, after)).sell();
  await machine.stop();
});

it('the new version starts, and is confirmed when it works', async () => {
  machine = await boot(card, 'B');
  await machine.ready(READY);
  const operate = await signIn(machine);
  await (await Till.open(machine, operate)).sell();
  assert.match(String((await operate('update.status', {}))['phase']), /^(idle|trial)$/);
  while ((await outcomeOf(operate))?.kind !== 'updated') await pause(PAUSE);
  assert.is(environmentOf(card).get('BOOT_B_LEFT'), '14');
  await machine.stop();
});

/** The code of the rescue page, as the board of this card makes it. */
function rescueCodeOn(from: string): string {
  const [data, dump] = [join(folder, 'data.img'), join(folder, 'dump')];
  takeOut(from, partitionOf(from, 4), data);
  dumpFolder(data, '/board', dump);
  const kept = parseConfig(readFileSync(join(dump, 'board/board.json'), 'utf8'));
  if (kept === undefined) throw new Error('the card keeps nothing of its board');
  return rescueCodeOf(kept.accessPointPassword);
}

it('where both versions are lost the rescue page serves, and restores the one stored on the card', async () => {
  lose(card, 'A', '/boot/vmlinuz');
  lose(card, 'B', '/boot/vmlinuz');
  machine = await boot(card, 'rescue');
  const page = await RescuePage.open(machine, 'next.raucb', READY);
  await page.restore('сачувана у уређају', rescueCodeOn(card));
  await machine.ended;
  await machine.stop();
  const { who } = next(card);
  assert.is.not(who, 'rescue');
  const slot = join(folder, 'slot.img');
  takeOut(card, partitionOf(card, who === 'A' ? 2 : 3), slot);
  stick.compare(slot);
});

test.after(async () => {
  await machine?.stop();
  cleanUp();
});
test.run();
