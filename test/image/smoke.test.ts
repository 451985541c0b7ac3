// time limit: 600 s
import { execFileSync } from 'node:child_process';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CardState } from '../kit/image/cardState.js';
import { crashStates } from '../kit/image/crashStates.js';
import { checkFat, FILESYSTEM_NEEDS, mendExt4, partitionOf, takeOut } from '../kit/image/filesystem.js';
import { ImageMachine, MACHINE_NEEDS } from '../kit/image/machine.js';
import { madeCard, WORK } from '../kit/image/made.js';
import { missingPackages } from '../kit/image/programs.js';
import { environmentOf, startOf } from '../kit/image/starter.js';
import { WriteLog } from '../kit/image/writeLog.js';
import { cleanUp, temporaryFolder } from '../kit/process.js';
import { seededRandom } from '../kit/random.js';

/** The image that `scripts/image` has made last, from the card to the box that sells, and the power cut at any moment of it. */
const LIMIT = 500_000;
const READY = 400_000;
/** Larger than the image, so that the data partition grows. */
const CARD_BYTES = 2 * 1024 ** 3;
const STATES = 30;

const card = madeCard();
const missing = missingPackages({ ...MACHINE_NEEDS, ...FILESYSTEM_NEEDS });
const reason =
  missing.length > 0
    ? `Debian packages: ${missing.join(' ')}`
    : card === undefined
      ? `an image: scripts/image makes ${WORK}`
      : undefined;
if (reason !== undefined) console.log(`skipped: the image needs ${reason}`);

function it(name: string, work: (flashed: string) => Promise<void>): void {
  if (reason === undefined && card !== undefined) test(name, () => work(card));
  else test.skip(name, () => undefined);
}

const random = seededRandom();
let machine: ImageMachine | undefined;

it('a flashed card starts to sell, writes to no slot, and survives a power cut at any moment of it', async (flashed) => {
  const folder = temporaryFolder();
  const [card, base, noted, state] = ['card.img', 'base.img', 'log.img', 'state.img'].map((name) =>
    join(folder, name),
  ) as [string, string, string, string];
  execFileSync('cp', ['--sparse=always', flashed, card]);
  truncateSync(card, CARD_BYTES);
  const start = startOf(card, join(folder, 'start'));
  assert.is(start.who, 'A');
  assert.is(environmentOf(card).get('BOOT_A_LEFT'), '2');
  execFileSync('cp', ['--sparse=always', card, base]);
  writeFileSync(noted, '');
  machine = await ImageMachine.boot({ card, start, limit: LIMIT, writeLog: noted });
  await machine.ready(READY);
  await machine.stop();

  const log = WriteLog.open(noted);
  const written = log.entries.filter(({ length }) => length > 0);
  for (const slot of [2, 3]) {
    const { start: from, size } = partitionOf(card, slot);
    const into = written.filter(({ start, length }) => start < from + size && start + length > from);
    assert.equal(into, [], `slot partition ${slot} was written to`);
  }
  const megabytes = written.reduce((sum, { length }) => sum + length, 0) / 1024 ** 2;
  console.log(`${log.entries.length} entries, ${megabytes.toFixed(1)} MB written until ready`);

  const cut = CardState.of(log, base, state);
  const part = join(folder, 'part.img');
  for (const crash of crashStates(log.entries, { random, count: STATES })) {
    cut.moveTo(crash);
    const where = `${crash.kind} behind ${crash.through}`;
    takeOut(state, partitionOf(state, 4), part);
    const data = mendExt4(part);
    assert.ok(data.isSound, `data, ${where}: ${data.said}`);
    takeOut(state, partitionOf(state, 1), part);
    const fat = checkFat(part);
    assert.ok(fat.isSound, `boot partition, ${where}: ${fat.said}`);
  }
  cut.close();

  // Were nothing of it kept in its order, this would be seen.
  const loose = CardState.of(log, base, state);
  const unordered = log.entries.map((entry) => ({ ...entry, isFlush: false }));
  let broken = 0;
  for (const crash of crashStates(unordered, { random, count: 8, after: log.entries.at(-1)!.end / 2 })) {
    loose.moveTo(crash);
    takeOut(state, partitionOf(state, 4), part);
    if (!mendExt4(part).isSound) broken += 1;
  }
  assert.ok(broken > 0);
  loose.close();
  log.close();
});

test.after(async () => {
  await machine?.stop();
  cleanUp();
});
test.run();
