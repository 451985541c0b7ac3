// time limit: 1800 s
import { execFileSync } from 'node:child_process';
import { readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Answered } from '../kit/image/answered.js';
import { CardState } from '../kit/image/cardState.js';
import { type CrashState, crashStates } from '../kit/image/crashStates.js';
import { FILESYSTEM_NEEDS, mendExt4, partitionOf, partitionsIn } from '../kit/image/filesystem.js';
import { ImageMachine, MACHINE_NEEDS } from '../kit/image/machine.js';
import { BUNDLES, madeCard, WORK } from '../kit/image/made.js';
import { claim, type Operate, prepareClaim, signIn, Till } from '../kit/image/owner.js';
import type { Partition } from '../kit/image/partitions.js';
import { missingPackages } from '../kit/image/programs.js';
import { environmentOf, firstChoice, startOf } from '../kit/image/starter.js';
import { type Entry, WriteLog } from '../kit/image/writeLog.js';
import { cleanUp, temporaryFolder } from '../kit/process.js';
import { seededRandom } from '../kit/random.js';

/**
 * The image that `scripts/image` has made last, from the flashed card to a box that sells and then updates itself from a stick, and its
 * power cut at any moment of that. POWER_CUTS says how many for each of the two halves.
 */
const LIMIT = 1_500_000;
const READY = 600_000;
/** Larger than the image, so that the data partition grows. */
const CARD_BYTES = 2 * 1024 ** 3;
const STICK_BYTES = 256 * 1024 ** 2;
const CUTS = process.env['POWER_CUTS'];
const CUTS_OF_SELLING = Number(CUTS ?? 100);
const CUTS_OF_UPDATE = Number(CUTS ?? 200);
const SALES = 20;
const PAUSE = 2000;

const flashed = madeCard();
const bundle = flashed === undefined ? undefined : readdirSync(BUNDLES).find((name) => name.endsWith('.raucb'));
const missing = missingPackages({ ...MACHINE_NEEDS, ...FILESYSTEM_NEEDS });
const reason =
  missing.length > 0
    ? `Debian packages: ${missing.join(' ')}`
    : bundle === undefined
      ? 'an image and its bundle: scripts/image'
      : undefined;
if (reason !== undefined) console.log(`skipped: the image needs ${reason}`);

function it(name: string, work: () => Promise<void>): void {
  if (reason === undefined) test(name, work);
  else test.skip(name, work);
}

const random = seededRandom();
const folder = temporaryFolder();
const [card, stick, base, noted, part] = ['card.img', 'stick.img', 'base.img', 'log.img', 'part.img'].map((name) =>
  join(folder, name),
) as [string, string, string, string, string];
const answered = new Answered(noted, folder);
let machine: ImageMachine | undefined;
let operate: Operate;
let till: Till;
/** How many bytes the log of writes had when the install was begun. */
let begun = 0;

function boot(from: string, slot: 'A' | 'B', more: { writeLog?: string; options?: string[] } = {}) {
  const start = startOf(from, join(folder, 'start'));
  assert.is(start.who, slot);
  if (more.writeLog !== undefined) execFileSync('cp', ['--sparse=always', from, base]);
  return ImageMachine.boot({ card: from, start, limit: LIMIT, ...more });
}

function into({ start, size }: Partition): (entry: Entry) => boolean {
  return (entry) => entry.length > 0 && entry.start < start + size && entry.start + entry.length > start;
}

it('a flashed card starts to answer, takes its first owner, and writes to no slot', async () => {
  execFileSync('cp', ['--sparse=always', flashed ?? '', card]);
  truncateSync(card, CARD_BYTES);
  execFileSync('mkfs.vfat', ['-C', stick, String(STICK_BYTES / 1024)]);
  execFileSync('mcopy', ['-i', stick, join(BUNDLES, bundle ?? ''), '::update.raucb']);
  prepareClaim(card);
  writeFileSync(noted, '');
  machine = await boot(card, 'A', {
    writeLog: noted,
    options: [
      ...['-device', 'qemu-xhci,id=usb', '-drive', `if=none,id=stick,format=raw,readonly=on,file=${stick}`],
      ...['-device', 'usb-storage,bus=usb.0,drive=stick'],
    ],
  });
  await machine.ready(READY);
  operate = await claim(machine);
  till = await Till.open(machine, operate);
  for (let n = 1; n <= SALES; n += 1) await answered.sell(till);

  const log = WriteLog.open(noted);
  for (const slot of [2, 3]) {
    assert.equal(log.entries.filter(into(partitionOf(card, slot))), [], `slot partition ${slot} was written to`);
  }
  const megabytes = log.entries.reduce((sum, { length }) => sum + length, 0) / 1024 ** 2;
  console.log(`${log.entries.length} entries, ${megabytes.toFixed(1)} MB written`);
  log.close();
});

it('from a stick it goes over to the other slot, and sells meanwhile', async () => {
  const box = machine!;
  begun = answered.bytes;
  const over = new AbortController();
  const ended = box.ended.then(() => over.abort());
  const repeat = async (work: () => Promise<unknown>): Promise<void> => {
    // What is under way when the machine ends gets no answer.
    while (!over.signal.aborted) {
      await Promise.race([ended, work().catch(() => undefined)]);
      await Promise.race([ended, pause(PAUSE)]);
    }
  };
  // Until RAUC has told which slot runs, an install is refused; then one that is under way refuses the next.
  const install = (): Promise<unknown> => operate('update.install', { path: '/media/sda/update.raucb', again: true });
  await Promise.all([repeat(install), repeat(() => answered.sell(till))]);
  assert.ok(answered.count > SALES + 3, `${answered.count} sales: none while it is installed`);
  assert.is(environmentOf(card).get('BOOT_ORDER'), 'B A');
  await box.stop();
});

/** Looks at each of these states, in their order, and gives how many of them were behind an answer. */
async function look(states: Iterable<CrashState>, seen: (cut: CardState) => void): Promise<number> {
  const log = WriteLog.open(noted);
  const cut = CardState.of(log, base, join(folder, 'cut'), partitionsIn(base));
  let behind = 0;
  for (const crash of [...states].sort((one, other) => one.through - other.through)) {
    if ((await answered.check(cut, crash)) > 0) behind += 1;
    seen(cut);
  }
  cut.close();
  log.close();
  return behind;
}

it('whenever the power is cut, the file systems are sound, and nothing that was answered is lost', async () => {
  const { entries } = WriteLog.open(noted);
  // Most of the log before the update is the first start; half of the cuts come when something was answered.
  const half = { random, count: Math.ceil(CUTS_OF_SELLING / 2), before: begun };
  const states = [...crashStates(entries, half), ...crashStates(entries, { ...half, after: answered.firstBytes })];
  const last = Math.max(...states.map(({ through }) => through));
  let left = states.length;
  const behind = await look(states, (cut) => {
    left -= 1;
    if (left === 0) cut.assemble(part);
  });
  console.log(`${states.length} power cuts, ${behind} of them behind an answer, the last behind ${last} writes`);
});

it('a card that lost its power while it sold starts, and sells', async () => {
  machine = await boot(part, 'A');
  await machine.ready(READY);
  await (await Till.open(machine, await signIn(machine))).sell();
  await machine.stop();
});

it('whenever the power is cut while it installs, a whole slot starts, and nothing that was answered is lost', async () => {
  const { entries } = WriteLog.open(noted);
  const after = entries.filter(({ end }) => end > begun);
  assert.equal(after.filter(into(partitionOf(base, 2))), [], 'the slot that runs was written to');
  // The moments that decide: those around what is written to the boot partition.
  const decisive = after.filter(into(partitionOf(base, 1)));
  assert.ok(decisive.length > 0);
  const around = { after: Math.max(begun, decisive[0]!.end - 8 * 1024 ** 2), before: decisive.at(-1)!.end };
  const states = [
    ...crashStates(entries, { random, count: Math.ceil((CUTS_OF_UPDATE * 3) / 4), after: begun }),
    ...crashStates(entries, { random, count: Math.floor(CUTS_OF_UPDATE / 4), ...around }),
  ];
  const chosen = { A: 0, B: 0, rescue: 0 };
  await look(states, (cut) => {
    const choice = firstChoice(cut.part(1));
    chosen[choice] += 1;
    // Ends with 1, and throws, where they differ.
    if (choice === 'B') execFileSync('cmp', [cut.part(3), join(WORK, 'slot.ext4')]);
  });
  const counts = `A ${chosen.A} times, B ${chosen.B} times`;
  console.log(`${states.length} power cuts, then ${counts}; ${decisive.length} writes to the boot partition`);
  assert.is(chosen.rescue, 0);
  assert.ok(chosen.A > 0 && chosen.B > 0);
});

it('a card that forgets what was flushed would be found out', () => {
  const log = WriteLog.open(noted);
  const cut = CardState.of(log, base, join(folder, 'cut'), partitionsIn(base));
  const forgetful = log.entries.map((entry) => ({ ...entry, isFlush: false }));
  const states = [...crashStates(forgetful, { random, count: 60, after: begun / 2, before: begun })];
  const dropped = states.filter(({ kind }) => kind === 'dropped');
  const isBroken = dropped.slice(0, 4).some((crash) => {
    cut.moveTo(crash);
    cut.copyOut(4, part);
    return !mendExt4(part).isSound;
  });
  assert.ok(isBroken);
  cut.close();
  log.close();
  return Promise.resolve();
});

it('the new slot starts, and is kept when it is well', async () => {
  machine = await boot(card, 'B');
  await machine.ready(READY);
  const after = await signIn(machine);
  assert.match(String((await after('update.status', {}))['phase']), /^(idle|trial)$/);
  const kind = async (): Promise<string | undefined> => {
    return ((await after('update.status', {}))['outcome'] as { kind: string } | null)?.kind;
  };
  while ((await kind()) === undefined) await pause(PAUSE);
  assert.is(await kind(), 'updated');
  await machine.stop();
  assert.is(environmentOf(card).get('BOOT_B_LEFT'), '14');
});

test.after(async () => {
  await machine?.stop();
  cleanUp();
});
test.run();
