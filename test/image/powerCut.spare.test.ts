// proof: image
// time limit: 4500 s
import { execFileSync } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { GuestTime } from '../kit/guest/qemu.js';
import { Answered } from '../kit/image/answered.js';
import { type Bundle, BUNDLE_NEEDS, emptyBundle, trustForDownloads } from '../kit/image/bundles.js';
import { CardState } from '../kit/image/cardState.js';
import { type CrashState, crashStates } from '../kit/image/crashStates.js';
import { CuttingServer, HOST } from '../kit/image/cuttingServer.js';
import { FILESYSTEM_NEEDS, mendExt4, partitionOf, partitionsIn, takeOut } from '../kit/image/filesystem.js';
import { ImageMachine, MACHINE_NEEDS } from '../kit/image/machine.js';
import { flash, whyNotHere } from '../kit/image/made.js';
import { claim, type Operate, outcomeOf, refusalOf, signIn, Till } from '../kit/image/owner.js';
import type { Partition } from '../kit/image/partitions.js';
import { environmentOf, firstChoice, type Start, startOf } from '../kit/image/starter.js';
import { UpdateStick } from '../kit/image/updateStick.js';
import { type Entry, WriteLog } from '../kit/image/writeLog.js';
import { TestAuthority } from '../kit/pfr/certificates.js';
import { cleanUp, temporaryFolder } from '../kit/process.js';
import { seededRandom } from '../kit/random.js';

/**
 * The image that `scripts/image` has made last, from the flashed card to a box that sells and updates itself from a
 * stick, its power cut at any moment of that; then updates that nobody should have made. The new version is small, and
 * starts nothing: updates.spare.test.ts has whole ones. POWER_CUTS says how many cuts for each of the two halves,
 * IDLE_MINUTES how long the box rests.
 */
const LIMIT = 4_400_000;
const READY = 2_400_000;
/** Of the new version: long enough to be sold in and cut off meanwhile. */
const NEXT_MB = 40;
const CUTS = process.env['POWER_CUTS'];
const CUTS_OF_SELLING = Number(CUTS ?? 100);
const CUTS_OF_UPDATE = Number(CUTS ?? 200);
const MINUTE = 60_000;
const IDLE_MINUTES = Number(process.env['IDLE_MINUTES'] ?? 60);
const MINUTES_OF_DAY = 24 * 60;
/** What may be written to the card in a day without sales, KB. */
const MAX_ON_IDLE_DAY = 5 * 1024;
const SALES = 20;
const PAUSE = 2000;

const reason = whyNotHere({ ...MACHINE_NEEDS, ...FILESYSTEM_NEEDS, ...BUNDLE_NEEDS });
if (reason !== undefined) console.log(`skipped: the image needs ${reason}`);

function it(name: string, work: () => Promise<void>): void {
  if (reason === undefined) test(name, work);
  else test.skip(name, work);
}

const random = seededRandom();
const folder = temporaryFolder();
const fileOf = (name: string): string => join(folder, `${name}.img`);
const [card, base, noted, lost, scratch] = ['card', 'base', 'log', 'lost', 'part'].map(fileOf) as [
  ...[string, string, string, string, string],
];
const answered = new Answered(noted, folder);
let machine: ImageMachine | undefined;
let stick: UpdateStick;
let server: CuttingServer;
let downloaded: Bundle;
let operate: Operate;
let till: Till;
/** How many bytes the log of writes had when the install was begun. */
let begun = 0;

const next = (from: string): Start => startOf(from, join(folder, 'start'));

/** Starts what comes next on a card, which must be this slot, with the stick plugged in. */
function boot(from: string, slot: Start['who'], more: { writeLog?: string; time?: GuestTime } = {}) {
  const start = next(from);
  assert.is(start.who, slot);
  if (more.writeLog !== undefined) execFileSync('cp', ['--sparse=always', from, base]);
  return ImageMachine.boot({ card: from, start, limit: LIMIT, options: stick.options, ...more });
}

function into({ start, size }: Partition): (entry: Entry) => boolean {
  return (entry) => entry.length > 0 && entry.start < start + size && entry.start + entry.length > start;
}

it('a flashed card starts to answer, takes its first owner, and writes to no slot', async () => {
  flash(card);
  const authority = await TestAuthority.create('Updates');
  trustForDownloads(card, authority.pem);
  stick = UpdateStick.make(join(folder, 'stick'), emptyBundle(join(folder, 'next'), '9.1.0', { megabytes: NEXT_MB }));
  downloaded = emptyBundle(join(folder, 'other'), '9.3.0');
  server = await CuttingServer.start(downloaded.file, await authority.server([HOST]));
  writeFileSync(noted, '');
  machine = await boot(card, 'A', { writeLog: noted });
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
  // Until RAUC has reported the running slot, an install is refused; then one in progress refuses the next.
  const install = (): Promise<unknown> => operate('update.install', { path: '/media/sda/next.raucb' });
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
    if (left === 0) cut.assemble(lost);
  });
  console.log(`${states.length} power cuts, ${behind} of them behind an answer, the last behind ${last} writes`);
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
    if (choice === 'B') stick.compare(cut.part(3));
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
    cut.copyOut(4, scratch);
    return !mendExt4(scratch).isSound;
  });
  assert.ok(isBroken);
  cut.close();
  log.close();
  return Promise.resolve();
});

it('a card that lost its power while it sold starts, and sells', async () => {
  machine = await boot(lost, 'A', { time: 'skips' });
  await machine.ready(READY);
  operate = await signIn(machine);
  till = await Till.open(machine, operate);
  await till.sell();
});

it('an idle box hardly writes to the card', async () => {
  const box = machine!;
  const timeOf = async (): Promise<number> => Date.parse((await box.ready(READY)).headers.date ?? '');
  const wait = async (minutes: number): Promise<number> => {
    const until = (await timeOf()) + minutes * MINUTE;
    while ((await timeOf()) < until) await pause(PAUSE);
    return (await box.cost()).written;
  };
  // What a start and a sale leave to do is done within a minute.
  const before = await wait(1);
  const kilobytes = ((await wait(IDLE_MINUTES)) - before) / 1024;
  console.log(`${kilobytes.toFixed(0)} KB written in ${IDLE_MINUTES} idle minutes of the guest`);
  assert.ok((kilobytes / IDLE_MINUTES) * MINUTES_OF_DAY <= MAX_ON_IDLE_DAY);
});

it('an update that another authority has signed is refused before anything is written', async () => {
  assert.match(await refusalOf(operate, { path: '/media/sda/foreign.raucb' }), /signature/);
  const offers = (await operate('update.bundles', {})) as unknown as { path: string; fault: string | null }[];
  const faults = Object.fromEntries(offers.map(({ path, fault }) => [path.replace(/.*\//, ''), fault]));
  const expected = { 'foreign.raucb': 'no signature', 'next.raucb': null, 'tampered.raucb': null };
  assert.equal(faults, expected);
});

it('one that was changed behind its signature is found out while it is written, and the box sells on', async () => {
  assert.match(await refusalOf(operate, { path: '/media/sda/tampered.raucb' }), /није инсталирана/);
  assert.is((await outcomeOf(operate))?.kind, 'failed');
  await till.sell();
});

it('a download that breaks off at each tenth goes on where it was; what does not start is left at once', async () => {
  const box = machine!;
  const asked = operate('update.install', { url: server.url }).catch((error: unknown) => {
    // It restarts when it is installed, and its answer may be lost with it; a refusal is one.
    if (error instanceof assert.Assertion) throw error;
    return box.ended;
  });
  await Promise.race([box.ended, asked.then(() => box.ended)]);
  assert.is(new Set(server.begun).size, 10, server.begun.join());
  await box.stop();
  assert.is(environmentOf(lost).get('BOOT_ORDER'), 'B A');
  assert.is.not(environmentOf(lost).get('BOOT_B_LEFT'), '0');
  takeOut(lost, partitionOf(lost, 3), scratch);
  execFileSync('cmp', [`--bytes=${statSync(downloaded.slot).size}`, scratch, downloaded.slot]);
  assert.is(next(lost).who, 'A');
  assert.is(environmentOf(lost).get('BOOT_B_LEFT'), '0');
});

test.after(async () => {
  await machine?.stop();
  cleanUp();
});
test.run();
