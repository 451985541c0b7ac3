// time limit: 1800 s
import { execFileSync } from 'node:child_process';
import { readdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { FILESYSTEM_NEEDS } from '../kit/image/filesystem.js';
import { ImageMachine, MACHINE_NEEDS } from '../kit/image/machine.js';
import { madeCard, WORK } from '../kit/image/made.js';
import { claim, prepareClaim, signIn } from '../kit/image/owner.js';
import { missingPackages } from '../kit/image/programs.js';
import { environmentOf, startOf } from '../kit/image/starter.js';
import { cleanUp, temporaryFolder } from '../kit/process.js';

/** The image that `scripts/image` has made last updates itself from a stick with the bundle that was made beside it. */
const LIMIT = 1_500_000;
const READY = 500_000;
const CARD_BYTES = 2 * 1024 ** 3;
const STICK_BYTES = 256 * 1024 ** 2;

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

const folder = temporaryFolder();
const [card, stick] = ['card.img', 'stick.img'].map((name) => join(folder, name)) as [string, string];
let machine: ImageMachine | undefined;

function boot(slot: 'A' | 'B'): Promise<ImageMachine> {
  const start = startOf(card, join(folder, 'start'));
  assert.is(start.who, slot);
  return ImageMachine.boot({
    ...{ card, start, limit: LIMIT },
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

it('from a stick the box goes over to the other slot, and keeps it when it is well', async () => {
  execFileSync('cp', ['--sparse=always', flashed ?? '', card]);
  truncateSync(card, CARD_BYTES);
  execFileSync('mkfs.vfat', ['-C', stick, String(STICK_BYTES / 1024)]);
  execFileSync('mcopy', ['-i', stick, join(made, bundle ?? ''), '::update.raucb']);
  prepareClaim(card);

  machine = await boot('A');
  await machine.ready(READY);
  const before = await claim(machine);
  const box = machine;
  const question = { path: '/media/sda/update.raucb', again: true };
  const over = new AbortController();
  const ended = box.ended.then(() => over.abort());
  // The connection ends with the machine; until RAUC has told which slot runs, an install is refused.
  while (!over.signal.aborted) {
    await Promise.race([ended, before('update.install', question).catch(() => undefined)]);
    await Promise.race([ended, pause(5000)]);
  }
  assert.is(environmentOf(card).get('BOOT_ORDER'), 'B A');

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

test.after(async () => {
  await machine?.stop();
  cleanUp();
});

test.run();
