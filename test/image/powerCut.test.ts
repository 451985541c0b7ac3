// time limit: 600 s
import { execFileSync } from 'node:child_process';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Answered } from '../kit/image/answered.js';
import { CardState } from '../kit/image/cardState.js';
import { crashStates } from '../kit/image/crashStates.js';
import { FILESYSTEM_NEEDS, mendExt4, partitionOf, takeOut } from '../kit/image/filesystem.js';
import { ImageMachine, MACHINE_NEEDS } from '../kit/image/machine.js';
import { madeCard, WORK } from '../kit/image/made.js';
import { claim, prepareClaim, Till } from '../kit/image/owner.js';
import { missingPackages } from '../kit/image/programs.js';
import { environmentOf, startOf } from '../kit/image/starter.js';
import { WriteLog } from '../kit/image/writeLog.js';
import { cleanUp, temporaryFolder } from '../kit/process.js';
import { seededRandom } from '../kit/random.js';

/** The image that `scripts/image` has made last: from the flashed card to a box that answers, and its power cut at any moment. */
const LIMIT = 500_000;
const READY = 400_000;
/** Larger than the image, so that the data partition grows. */
const CARD_BYTES = 2 * 1024 ** 3;
const STATES = Number(process.env['POWER_CUTS'] ?? 40);
const SALES = 20;

const flashed = madeCard();
const missing = missingPackages({ ...MACHINE_NEEDS, ...FILESYSTEM_NEEDS });
const reason =
  missing.length > 0
    ? `Debian packages: ${missing.join(' ')}`
    : flashed === undefined
      ? `an image: scripts/image makes ${WORK}`
      : undefined;
if (reason !== undefined) console.log(`skipped: the image needs ${reason}`);

function it(name: string, work: () => Promise<void>): void {
  if (reason === undefined) test(name, work);
  else test.skip(name, work);
}

const random = seededRandom();
const folder = temporaryFolder();
const [card, base, noted, state, part] = ['card.img', 'base.img', 'log.img', 'state.img', 'part.img'].map((name) =>
  join(folder, name),
) as [string, string, string, string, string];
let machine: ImageMachine | undefined;
const answered = new Answered(noted, folder);

it('a flashed card starts to answer, takes its first owner, and writes to no slot', async () => {
  execFileSync('cp', ['--sparse=always', flashed ?? '', card]);
  truncateSync(card, CARD_BYTES);
  prepareClaim(card);
  const start = startOf(card, join(folder, 'start'));
  assert.is(start.who, 'A');
  assert.is(environmentOf(card).get('BOOT_A_LEFT'), '2');
  execFileSync('cp', ['--sparse=always', card, base]);
  writeFileSync(noted, '');
  machine = await ImageMachine.boot({ card, start, limit: LIMIT, writeLog: noted });
  await machine.ready(READY);

  const till = await Till.open(machine, await claim(machine));
  for (let n = 1; n <= SALES; n += 1) await answered.sell(till);
  await machine.stop();

  const log = WriteLog.open(noted);
  const written = log.entries.filter(({ length }) => length > 0);
  for (const slot of [2, 3]) {
    const { start: from, size } = partitionOf(card, slot);
    const into = written.filter((entry) => entry.start < from + size && entry.start + entry.length > from);
    assert.equal(into, [], `slot partition ${slot} was written to`);
  }
  const megabytes = written.reduce((sum, { length }) => sum + length, 0) / 1024 ** 2;
  console.log(`${log.entries.length} entries, ${megabytes.toFixed(1)} MB written`);
  log.close();
});

it('whenever the power is cut, the file systems are sound, and nothing that was answered is lost', async () => {
  const log = WriteLog.open(noted);
  const cut = CardState.of(log, base, state);
  let asked = 0;
  // Most of the log is the first start; half of the cuts come when something was answered.
  const early = crashStates(log.entries, { random, count: Math.ceil(STATES / 2) });
  const late = crashStates(log.entries, { random, count: Math.floor(STATES / 2), after: answered.firstBytes });
  for (const crash of [...early, ...late].sort((one, other) => one.loggedBytes - other.loggedBytes)) {
    cut.moveTo(crash);
    if ((await answered.check(state, crash)) > 0) asked += 1;
  }
  console.log(`${STATES} power cuts, ${asked} of them behind an answer`);
  cut.close();
  log.close();
});

it('a card that forgets what was flushed would be found out', () => {
  const log = WriteLog.open(noted);
  const cut = CardState.of(log, base, state);
  const forgetful = log.entries.map((entry) => ({ ...entry, isFlush: false }));
  const after = log.entries.at(-1)!.end / 2;
  const states = [...crashStates(forgetful, { random, count: 60, after })];
  const dropped = states.filter(({ kind }) => kind === 'dropped');
  const isBroken = dropped.slice(0, 4).some((crash) => {
    cut.moveTo(crash);
    takeOut(state, partitionOf(state, 4), part);
    return !mendExt4(part).isSound;
  });
  assert.ok(isBroken);
  cut.close();
  log.close();
  return Promise.resolve();
});

test.after(async () => {
  await machine?.stop();
  cleanUp();
});
test.run();
