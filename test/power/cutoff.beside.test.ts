// proof: cutoff
// time limit: 1200 s
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cases } from '../kit/cases.js';
import { LoopDisk } from '../kit/loop/disk.js';
import { BoxProcess, cleanUp, kasirbox } from '../kit/process.js';
import { seededRandom } from '../kit/random.js';
import { Observer } from '../kit/observer/observer.js';
import { Turns } from '../kit/turns.js';

/**
 * The box on an ext4 of its own that is cut off from its disk, or whose disk is copied as it is at a moment. Unlike a
 * kill this loses all that was written and not flushed, the journal of the file system too. What was flushed ext4
 * keeps: any loss is the box's. CUTS in the environment sets how often, for a run of this file alone.
 */
const CUTS = cases('CUTS', { ci: 1, all: 14 });
const COPIES = cases('COPIES', { ci: 1, all: Math.ceil(CUTS * 1.5) });
/** Requests that a box without a disk is asked at least. */
const REFUSALS = 10;

const random = seededRandom();
const unavailable = LoopDisk.unavailable();
if (unavailable !== undefined) process.stdout.write(`skipped: ${unavailable}\n`);
const disks = new Set<LoopDisk>();
test.after(() => {
  cleanUp();
  for (const disk of disks) disk.remove();
});

/** Each starts several boxes on disks of their own. */
const turns = new Turns(2);

function onLoop(name: string, work: () => Promise<void>): void {
  turns.test(name, unavailable === undefined ? work : undefined);
}

function newDisk(): LoopDisk {
  const disk = LoopDisk.make();
  disks.add(disk);
  return disk;
}

function dataOf({ folder }: LoopDisk): string {
  return join(folder, 'data');
}

async function verifyLedger(disk: LoopDisk): Promise<void> {
  const { code, stdout, stderr } = await kasirbox(['ledger', 'verify', '--data', dataOf(disk)]);
  assert.is(code, 0, stdout + stderr);
}

/** The disk goes away under load. The box refuses everything from then on, says so, and stops when it is asked to. */
async function cutUnderLoad(box: BoxProcess, disk: LoopDisk, observer: Observer): Promise<void> {
  let refusals: number | undefined;
  const load = observer.load(box, { mayRefuse: () => refusals !== undefined && (refusals += 1) > 0 });
  await Promise.race([load, observer.moment()]);
  refusals = 0;
  await disk.cut();
  while (refusals < REFUSALS) await Promise.race([load, delay(1)]);
  const { ready, problems } = await observer.status(box);
  assert.is(ready, false);
  assert.is(problems.length, 1, 'it says what is wrong');
  const isAsked = random.oneIn(2);
  box.signal(isAsked ? 'SIGTERM' : 'SIGKILL');
  const { code, stdout, stderr } = await box.promisedEnd();
  await load;
  assert.is(code, isAsked ? 0 : null, stderr);
  assert.is(stderr, '');
  const lines = stdout.split('\n').filter((line) => /"event":"ledger\./.test(line));
  assert.ok(lines.length < 12, `it says so once, not again and again:\n${lines.join('\n')}`);
}

/** The disk goes away during recovery. The box ends with a reason, or comes up and refuses. */
async function cutAtStart(disk: LoopDisk): Promise<void> {
  const box = BoxProcess.spawn({ folder: dataOf(disk) });
  const up = box.comesUp();
  await Promise.race([up, delay(random.int(50, 500))]);
  await disk.cut();
  if (await up) {
    await box.stop('SIGKILL');
  } else {
    const { code, stderr } = await box.end();
    assert.is(code, 1);
    assert.match(stderr, /EIO|i\/o error/, 'it tells why');
  }
}

/** What the device of a box holds at a moment at which it sells, and what its clients know then. */
async function copyUnderLoad(box: BoxProcess, disk: LoopDisk, observer: Observer): Promise<[LoopDisk, Observer]> {
  // Nothing is flushed by this: pages that are written and not flushed stay where they are.
  box.signal('SIGSTOP');
  const known = observer.frozen();
  try {
    for (;;) {
      const copy = disk.copy();
      if (copy !== undefined) return [copy, known];
      await delay(1);
    }
  } finally {
    box.signal('SIGCONT');
  }
}

onLoop(`a disk that is cut off ${CUTS} times loses nothing that was answered, and the box says so`, async () => {
  const began = performance.now();
  const disk = newDisk();
  let box = await BoxProcess.start({ folder: dataOf(disk) });
  const observer = await Observer.of(box, random);
  for (let cut = 1; cut <= CUTS; cut += 1) {
    await cutUnderLoad(box, disk, observer);
    disk.remount();
    if (random.oneIn(3)) {
      await cutAtStart(disk);
      disk.remount();
    }
    box = await BoxProcess.start({ folder: dataOf(disk) });
    await observer.compare(box, cut % 5 === 0);
  }
  await observer.settle(box);
  await observer.compare(box, true);
  assert.is((await box.stop()).code, 0);
  await verifyLedger(disk);
  const { answered, found } = observer.receipts;
  const seconds = Math.round((performance.now() - began) / 1000);
  process.stdout.write(`${CUTS} cuts in ${seconds} s: ${answered} receipts answered, ${found} stored\n`);
  assert.ok(answered > CUTS, 'there was load');
});

onLoop(`${COPIES} copies of the disk of a box that sells have all that was answered before`, async () => {
  const began = performance.now();
  const disk = newDisk();
  const box = await BoxProcess.start({ folder: dataOf(disk) });
  const observer = await Observer.of(box, random);
  let more = 0;
  for (let made = 1; made <= COPIES; made += 1) {
    let isOver = false;
    const load = observer.load(box, { isOver: () => isOver });
    await Promise.race([load, observer.moment()]);
    const [copy, known] = await copyUnderLoad(box, disk, observer);
    isOver = true;
    await load;
    disks.add(copy);
    copy.mount();
    const second = await BoxProcess.start({ folder: dataOf(copy) });
    const { answered } = known.receipts;
    await known.compare(second);
    more += known.receipts.found - answered;
    await known.settle(second);
    await second.stop('SIGKILL');
    copy.remove();
    disks.delete(copy);
  }
  await observer.compare(box);
  assert.is((await box.stop()).code, 0);
  const { answered } = observer.receipts;
  const seconds = Math.round((performance.now() - began) / 1000);
  process.stdout.write(`${COPIES} copies in ${seconds} s: ${answered} receipts answered; copies had ${more} more\n`);
  assert.ok(answered > COPIES, 'there was load');
});

test.run();
