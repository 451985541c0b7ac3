// time limit: 1800 s
import { execFileSync } from 'node:child_process';
import { readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Answered } from '../kit/image/answered.js';
import { CardState } from '../kit/image/cardState.js';
import { crashStates } from '../kit/image/crashStates.js';
import { FILESYSTEM_NEEDS, partitionOf } from '../kit/image/filesystem.js';
import { ImageMachine, MACHINE_NEEDS } from '../kit/image/machine.js';
import { madeCard, WORK } from '../kit/image/made.js';
import { claim, prepareClaim, signIn, Till } from '../kit/image/owner.js';
import type { Partition } from '../kit/image/partitions.js';
import { missingPackages } from '../kit/image/programs.js';
import { environmentOf, firstChoice, startOf } from '../kit/image/starter.js';
import { type Entry, WriteLog } from '../kit/image/writeLog.js';
import { cleanUp, temporaryFolder } from '../kit/process.js';
import { seededRandom } from '../kit/random.js';

/** The image that `scripts/image` has made last updates itself from a stick with the bundle that was made beside it. */
const LIMIT = 1_500_000;
const READY = 500_000;
const CARD_BYTES = 2 * 1024 ** 3;
const STICK_BYTES = 256 * 1024 ** 2;
const STATES = Number(process.env['POWER_CUTS'] ?? 200);

const flashed = madeCard();
const made = join(WORK, '../../../dist/image');
const bundle = flashed === undefined ? undefined : readdirSync(made).find((name) => name.endsWith('.raucb'));
const missing = missingPackages({ ...MACHINE_NEEDS, ...FILESYSTEM_NEEDS });
const reason =
  missing.length > 0
    ? `Debian packages: ${missing.join(' ')}`
    : bundle === undefined
      ? 'an image and its bundle: scripts/image'
      : undefined;
if (reason !== undefined) console.log(`skipped: the update needs ${reason}`);

const random = seededRandom();
const folder = temporaryFolder();
const [card, stick, base, noted, state] = ['card.img', 'stick.img', 'base.img', 'log.img', 'state.img'].map((name) =>
  join(folder, name),
) as [string, string, string, string, string];
let machine: ImageMachine | undefined;
const answered = new Answered(noted, folder);
/** How many bytes the log of writes had when the install was begun. */
let begun = 0;

function boot(slot: 'A' | 'B', writeLog?: string): Promise<ImageMachine> {
  const start = startOf(card, join(folder, 'start'));
  assert.is(start.who, slot);
  execFileSync('cp', ['--sparse=always', card, base]);
  return ImageMachine.boot({
    ...{ card, start, limit: LIMIT },
    ...(writeLog !== undefined && { writeLog }),
    options: [
      ...['-device', 'qemu-xhci,id=usb', '-drive', `if=none,id=stick,format=raw,readonly=on,file=${stick}`],
      ...['-device', 'usb-storage,bus=usb.0,drive=stick'],
    ],
  });
}

function it(name: string, work: () => Promise<void>): void {
  if (reason === undefined) test(name, work);
  else test.skip(name, work);
}

it('from a stick the box goes over to the other slot, and sells meanwhile', async () => {
  execFileSync('cp', ['--sparse=always', flashed ?? '', card]);
  truncateSync(card, CARD_BYTES);
  execFileSync('mkfs.vfat', ['-C', stick, String(STICK_BYTES / 1024)]);
  execFileSync('mcopy', ['-i', stick, join(made, bundle ?? ''), '::update.raucb']);
  prepareClaim(card);

  writeFileSync(noted, '');
  machine = await boot('A', noted);
  await machine.ready(READY);
  const box = machine;
  const operate = await claim(box);
  const till = await Till.open(box, operate);
  await answered.sell(till);
  begun = answered.bytes;
  const question = { path: '/media/sda/update.raucb', again: true };
  const over = new AbortController();
  const ended = box.ended.then(() => over.abort());
  // The connection ends with the machine; until RAUC has told which slot runs, an install is refused.
  while (!over.signal.aborted) {
    await Promise.race([ended, operate('update.install', question).catch(() => undefined)]);
    await Promise.race([ended, answered.sell(till).catch(() => undefined)]);
    await Promise.race([ended, pause(5000)]);
  }
  assert.ok(answered.count > 3, 'sales go on while it is installed');
  assert.is(environmentOf(card).get('BOOT_ORDER'), 'B A');
});

it('whenever the power is cut while it installs, a whole slot starts, and nothing that was answered is lost', async () => {
  const log = WriteLog.open(noted);
  const cut = CardState.of(log, base, state);
  const [start, running, other] = [partitionOf(base, 1), partitionOf(base, 2), partitionOf(base, 3)];
  const after = log.entries.filter(({ end }) => end > begun);
  assert.equal(after.filter(within(running)), [], 'the slot that runs was written to');
  // The moments that decide: those around what is written to the boot partition.
  const decisive = after.filter(within(start));
  assert.ok(decisive.length > 0);
  const around = { after: Math.max(begun, decisive[0]!.end - 8 * 1024 ** 2), before: decisive.at(-1)!.end };
  const states = [
    ...crashStates(log.entries, { random, count: Math.ceil((STATES * 3) / 4), after: begun }),
    ...crashStates(log.entries, { random, count: Math.floor(STATES / 4), ...around }),
  ].sort((one, two) => one.through - two.through);
  const chosen = { A: 0, B: 0, rescue: 0 };
  for (const crash of states) {
    cut.moveTo(crash);
    assert.ok((await answered.check(state, crash)) > 0);
    const choice = firstChoice(state);
    chosen[choice] += 1;
    // Ends with 1, and throws, where they differ.
    if (choice === 'B')
      execFileSync('cmp', ['-i', `${other.start}:0`, '-n', `${other.size}`, state, join(WORK, 'slot.ext4')]);
  }
  console.log(
    `${STATES} power cuts, then A ${chosen.A} times, B ${chosen.B} times; ${decisive.length} writes to the boot partition`,
  );
  assert.is(chosen.rescue, 0);
  assert.ok(chosen.A > 0 && chosen.B > 0);
  cut.close();
  log.close();
});

it('the new slot starts, and is kept when it is well', async () => {
  machine = await boot('B');
  await machine.ready(READY);
  const after = await signIn(machine);
  assert.match(String((await after('update.status', {}))['phase']), /^(idle|trial)$/);
  const kind = async (): Promise<string | undefined> => {
    return ((await after('update.status', {}))['outcome'] as { kind: string } | null)?.kind;
  };
  while ((await kind()) === undefined) await pause(5000);
  assert.is(await kind(), 'updated');
  await machine.stop();
  assert.is(environmentOf(card).get('BOOT_B_LEFT'), '14');
});

function within({ start, size }: Partition): (entry: Entry) => boolean {
  return (entry) => entry.length > 0 && entry.start < start + size && entry.start + entry.length > start;
}

test.after(async () => {
  await machine?.stop();
  cleanUp();
});

test.run();
