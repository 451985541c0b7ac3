import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cleanUp, temporaryFolder } from '../process.js';
import { Random, seededRandom } from '../random.js';
import { CardState } from './cardState.js';
import { type CrashState, crashStates } from './crashStates.js';
import { LogWriter } from './logWriter.js';
import { SECTOR, WriteLog } from './writeLog.js';

const random = seededRandom();
const CARD_SECTORS = 256;

interface Scene {
  readonly log: WriteLog;
  readonly base: string;
  readonly folder: string;
}

/** A card of random bytes, and a log that `work` writes. */
function scene(work: (writer: LogWriter) => void): Scene {
  const folder = temporaryFolder();
  const [path, base] = [join(folder, 'log.img'), join(folder, 'base.img')];
  writeFileSync(base, random.bytes(CARD_SECTORS * SECTOR));
  const writer = new LogWriter(path);
  work(writer);
  writer.close();
  return { log: WriteLog.open(path), base, folder };
}

function writeAnything(writer: LogWriter, times: number): void {
  for (let n = 0; n < times; n += 1) {
    const count = random.int(1, 8);
    const start = random.int(0, CARD_SECTORS - count) * SECTOR;
    if (random.oneIn(6)) writer.flush();
    else if (random.oneIn(8)) writer.discard(start, count * SECTOR);
    else writer.write(start, random.bytes(count * SECTOR), random.oneIn(8));
  }
}

/** The same, written down from the beginning and without thinking. */
function fromScratch({ log, base }: Scene, { through, tail }: CrashState): Buffer {
  const card = readFileSync(base);
  const whole = log.entries.slice(0, through).map((entry) => ({ entry, from: 0, length: entry.length }));
  for (const { entry, from, length } of [...whole, ...tail]) {
    const bytes = Buffer.alloc(length);
    log.read(entry, from, bytes);
    bytes.copy(card, entry.start + from);
  }
  return card;
}

test('a log has what was written where, and ends before an incomplete entry', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'log.img');
  const writer = new LogWriter(path);
  const [one, two] = [random.bytes(SECTOR), random.bytes(3 * SECTOR)];
  writer.write(0, one);
  writer.flush();
  writer.discard(4 * SECTOR, 2 * SECTOR);
  const before = writer.bytes;
  writer.write(10 * SECTOR, two, true);
  writer.close();
  const log = WriteLog.open(path);
  assert.equal(
    log.entries.map(({ start, length, isFlush, isForced, end }) => [start, length, isFlush, isForced, end]),
    [
      [0, SECTOR, false, false, 3 * SECTOR],
      [0, 0, true, false, 4 * SECTOR],
      [4 * SECTOR, 2 * SECTOR, false, false, 5 * SECTOR],
      [10 * SECTOR, 3 * SECTOR, false, true, 9 * SECTOR],
    ],
  );
  const read = Buffer.alloc(2 * SECTOR);
  log.read(log.entries[3]!, SECTOR, read);
  assert.equal(read, two.subarray(SECTOR));
  log.close();

  truncateSync(path, writer.bytes - 1);
  const cut = WriteLog.open(path);
  assert.is(cut.entries.length, 3);
  cut.close();
  truncateSync(path, before);
  truncateSync(path, before + 20 * SECTOR);
  const killed = WriteLog.open(path);
  assert.is(killed.entries.length, 3, 'zeros where an entry was about to be written');
  killed.close();
  writeFileSync(path, random.bytes(4096));
  assert.throws(() => WriteLog.open(path), /no log of writes/);
});

test('a card that goes from state to state is what it would be when made from the beginning', () => {
  const it = scene((writer) => writeAnything(writer, 400));
  const state = CardState.of(it.log, it.base, join(it.folder, 'card'));
  const kinds = new Set<string>();
  for (const crash of crashStates(it.log.entries, { random, count: 150 })) {
    state.moveTo(crash);
    kinds.add(crash.kind);
    assert.ok(readFileSync(state.part(0)).equals(fromScratch(it, crash)), `${crash.kind} behind ${crash.through}`);
  }
  assert.is(kinds.size, 4);
  state.close();
  it.log.close();
});

test('what was flushed or forced is in every state, in what is torn only whole sectors, and a seed gives the same states', () => {
  const { log } = scene((writer) => writeAnything(writer, 300));
  const chosen = (seed: number) => [...crashStates(log.entries, { random: new Random(seed), count: 100 })];
  const seed = random.int(0, 1_000_000);
  assert.equal(chosen(seed), chosen(seed));
  assert.not.equal(chosen(seed), chosen(seed + 1));
  for (const { through, tail, loggedBytes, kind } of chosen(seed)) {
    const flushed = log.entries.filter(({ isFlush, end }) => isFlush && end <= loggedBytes).at(-1);
    assert.is(log.entries[through - 1], flushed);
    assert.ok(tail.every(({ from, length }) => from % SECTOR === 0 && length % SECTOR === 0));
    assert.ok(tail.every(({ entry }) => entry.end > (flushed?.end ?? 0) && entry.end <= loggedBytes));
    if (kind === 'flushed') assert.ok(tail.every(({ entry }) => entry.isForced));
  }
  const half = log.entries[150]!.end;
  const late = [...crashStates(log.entries, { random, count: 20, after: half })];
  assert.ok(late.every(({ loggedBytes }) => loggedBytes > half));
  log.close();
});

/** Records one after the other, each answered; how many states have lost an answered one? */
function lost(flushes: boolean): number {
  const answers: number[] = [];
  const it = scene((writer) => {
    for (let n = 0; n < 100; n += 1) {
      const record = Buffer.alloc(SECTOR);
      record.write(`record ${n};`);
      writer.write(n * SECTOR, record);
      if (flushes || n % 30 === 29) writer.flush();
      answers.push(writer.bytes);
    }
  });
  const state = CardState.of(it.log, it.base, join(it.folder, 'card'));
  let bad = 0;
  for (const crash of crashStates(it.log.entries, { random, count: 60 })) {
    state.moveTo(crash);
    const card = readFileSync(state.part(0));
    const answered = answers.filter((bytes) => bytes <= crash.loggedBytes).length;
    const has = (n: number): boolean => card.toString('latin1', n * SECTOR).startsWith(`record ${n};`);
    if (!Array.from({ length: answered }, (_, n) => n).every(has)) bad += 1;
  }
  state.close();
  it.log.close();
  return bad;
}

test('who flushes before an answer loses nothing that was answered; who does not is found out', () => {
  assert.is(lost(true), 0);
  assert.ok(lost(false) > 10);
});

test.after(cleanUp);
test.run();
