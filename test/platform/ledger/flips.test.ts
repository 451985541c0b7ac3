import { english } from '../../../src/base/index.js';
// proof: flips
// time limit: 200 s
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { decodeRecord, RECORD_TYPES, type RecordType } from '../../../src/platform/ledger/record.js';
import { DATA_START } from '../../../src/platform/ledger/segment.js';
import { verifyLedger } from '../../../src/platform/ledger/verify.js';
import { cases, shareOf } from '../../kit/cases.js';
import { missing, readable, segment, VIEWS } from '../../kit/damage.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import type { State } from '../../kit/disk/powerCut.js';
import { EveryKind } from '../../kit/everyKind.js';
import { FOLDER, openLedger, ReceiptMaker, viewsOf } from '../../kit/ledger.js';
import { readLog } from '../../kit/log.js';
import { noSql } from '../../kit/noSql.js';
import { seededRandom } from '../../kit/random.js';
import { inEnglish } from '../../kit/inEnglish.js';

/** FLIPS=all turns over each bit of every byte, not one of them. */
const BITS = process.env['FLIPS'] === 'all' ? [0, 1, 2, 3, 4, 5, 6, 7] : undefined;
/** Every so many flips the whole ledger is started, read, and verified. */
const WHOLE_EACH = cases('WHOLE_EACH', { ci: 31, all: 61 });

const random = seededRandom();

interface Placed {
  readonly path: string;
  readonly segment: number;
  readonly offset: number;
  readonly length: number;
  readonly sequence: number;
  readonly type: RecordType;
}

let state: State;
let receipts: ReturnType<EveryKind['history']['receipts']>;
let records: Placed[];

test.before(async () => {
  const disk = new MemoryDisk(new Map([[FOLDER, 'folder']]));
  const life = new EveryKind(disk, random);
  await life.run();
  state = disk.contents();
  receipts = life.history.receipts();
  records = [...state.keys()]
    .filter((path) => path.endsWith('.seg'))
    .sort()
    .flatMap(recordsOf);
  const types = new Set(records.map(({ type }) => type));
  assert.equal(
    RECORD_TYPES.filter((type) => !types.has(type)),
    [],
  );
});

function recordsOf(path: string): Placed[] {
  const bytes = state.get(path);
  if (!(bytes instanceof Buffer)) return [];
  const segment = Number(path.slice(-10, -4));
  const found: Placed[] = [];
  for (let offset = DATA_START; ;) {
    const record = decodeRecord(bytes, offset, segment);
    if (record === undefined) return found;
    const { sequence, type } = record.head;
    assert.ok(type !== 'later');
    found.push({ path, segment, offset, length: record.length, sequence, type });
    offset += record.length;
  }
}

/** The ledger with one bit turned over. */
function flipped(path: string, at: number, bit: number, withViews: boolean): MemoryDisk {
  const disk = new MemoryDisk(state);
  if (!withViews) disk.forget(VIEWS);
  disk.damage(path, (bytes) => {
    bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << bit), at);
    return bytes;
  });
  return disk;
}

const bitsOfOne = (): readonly number[] => BITS ?? [random.int(0, 7)];

test('a flip in any byte of a record of any type is reported, with that record and no other', async () => {
  const last = records.at(-1);
  const bytes = records.flatMap((record) => Array.from({ length: record.length }, (_, at) => ({ record, at })));
  let flips = 0;
  for (const { record, at } of shareOf(bytes)) {
    for (const bit of bitsOfOne()) {
      flips += 1;
      const when = `bit ${bit} at ${at} of record ${record.sequence} (${record.type}), SEED=${random.seed}`;
      const disk = flipped(record.path, record.offset + at, bit, false);
      const ledger = await openLedger(disk, { sql: noSql, readOnly: true });
      // Behind the last one there is nothing that could bear witness for it: it is a seal, and holds nothing.
      if (record !== last) assert.equal(missing(ledger), [record.sequence], when);
      else assert.is(ledger.end.sequence, record.sequence - 1, when);
      await ledger.close();
      if (flips % WHOLE_EACH === 0 && record !== last) await checkWhole(disk, record, when);
    }
  }
  assert.is(last?.type, 'seal');
  assert.ok(flips > 0);
  process.stdout.write(`${flips} flips in ${records.length} records\n`);
});

/** What is left is served, nothing new is promised, and the verification names the record. */
async function checkWhole(disk: MemoryDisk, { sequence, type }: Placed, when: string): Promise<void> {
  const { faults } = await verifyLedger({ disk, folder: FOLDER });
  assert.ok(
    faults.some((fault) => english(fault).startsWith(`record ${sequence} missing`)),
    `${when}: ${faults.map(english).join()}`,
  );
  const ledger = await openLedger(disk);
  assert.is(ledger.failure, 'damaged', when);
  assert.equal(await ledger.put({ type: 'setting', name: 'a', value: '1' }), { ok: false, error: 'damaged' });
  const left = await readable(ledger, receipts);
  assert.is(left.length, receipts.length - (type === 'result' ? 1 : 0), when);
  await ledger.close();
}

test('with saved views a damaged receipt is reported when it is read or verified, and all others are served', async () => {
  for (const record of shareOf(records.filter(({ type }) => type === 'result'))) {
    const at = record.offset + random.int(0, record.length - 1);
    const when = `byte ${at - record.offset} of record ${record.sequence}, SEED=${random.seed}`;
    const disk = flipped(record.path, at, random.int(0, 7), true);
    const ledger = await openLedger(disk);
    const left = await readable(ledger, receipts);
    assert.is(left.length, receipts.length - 1, when);
    assert.equal(missing(ledger), [record.sequence], when);
    assert.is(ledger.failure, 'damaged', when);
    await ledger.close();
    const { faults } = await verifyLedger({ disk, folder: FOLDER });
    assert.ok(
      faults.some((fault) => english(fault).startsWith(`record ${record.sequence} missing`)),
      `${when}: ${faults.map(english).join()}`,
    );
  }
});

interface ByteOf {
  readonly path: string;
  readonly at: number;
}

/** Bytes of files that are turned over: all of a short one, and of the beginning of a long one; then some. */
function places(paths: readonly string[], end = Infinity): readonly ByteOf[] {
  return paths.flatMap((path) => {
    const bytes = state.get(path);
    const length = Math.min(end, bytes instanceof Buffer ? bytes.length : 0);
    const all = Array.from({ length }, (_, at) => ({ path, at }));
    return all.filter(({ at }) => at < 56 || at % 997 === 0 || at === length - 1);
  });
}

const pathsOf = (ending: string): string[] => [...state.keys()].filter((path) => path.endsWith(ending)).sort();

test('a flip in the header or the dictionary of a segment is reported with all records that it costs, or costs none', async () => {
  let told = 0;
  const all = places(pathsOf('.seg'), DATA_START);
  const tried = shareOf(all);
  for (const { path, at } of tried) {
    const when = `byte ${at} of ${path}, SEED=${random.seed}`;
    const disk = flipped(path, at, random.int(0, 7), false);
    const { faults } = await verifyLedger({ disk, folder: FOLDER });
    const ledger = await openLedger(disk);
    const left = await readable(ledger, receipts);
    const holdsRecords = records.some((record) => record.path === path);
    if (ledger.damage.length === 0) {
      assert.equal(inEnglish([left.length, faults]), [receipts.length, []], when);
    } else {
      told += 1;
      assert.ok(holdsRecords && faults.length > 0, when);
      assert.is(ledger.failure, 'damaged', when);
      const gone = records.filter((record) => record.path === path);
      const isNamed = gone.every(({ sequence }) => missing(ledger).includes(sequence));
      const isFileNamed = ledger.damage.some(({ segment }) => path.endsWith(`${segment}.seg`));
      assert.ok(isNamed || isFileNamed, when);
      const elsewhere = records.filter((record) => record.type === 'result' && record.path !== path);
      assert.is(left.length, elsewhere.length, when);
    }
    await ledger.close();
  }
  assert.ok(tried.length > 0);
  if (tried.length === all.length) assert.ok(told > 50);
});

test('a flip in a saved view heals by itself: nothing is missing, and the next start finds it whole', async () => {
  const whole = await openLedger(new MemoryDisk(state));
  const views = await viewsOf(whole);
  await whole.close();
  for (const { path, at } of shareOf(places([...pathsOf('.snap'), ...pathsOf('.idx')]))) {
    const when = `byte ${at} of ${path}, SEED=${random.seed}`;
    const disk = flipped(path, at, random.int(0, 7), true);
    for (let start = 1; start <= 2; start += 1) {
      const ledger = await openLedger(disk);
      assert.is(ledger.failure, undefined, when);
      assert.equal(await viewsOf(ledger), views, when);
      assert.is((await readable(ledger, receipts)).length, receipts.length, when);
      await ledger.close();
    }
  }
});

test('a flip in the id of the box is reported, or repaired, and costs nothing', async () => {
  let told = 0;
  const all = places(pathsOf('box.id')).flatMap((byte) => [0, 1, 2, 3, 4, 5, 6, 7].map((bit) => ({ ...byte, bit })));
  const tried = shareOf(all);
  for (const { path, at, bit } of tried) {
    const when = `bit ${bit} of byte ${at} of ${path}`;
    const disk = flipped(path, at, bit, true);
    const log = new Map([...disk.contents()].filter(([name]) => name.endsWith('.seg')));
    const { faults } = await verifyLedger({ disk, folder: FOLDER });
    const ledger = await openLedger(disk);
    assert.is(ledger.damage.length > 0, faults.length > 0, when);
    if (ledger.damage.length === 0) assert.is((await readable(ledger, receipts)).length, receipts.length, when);
    else {
      told += 1;
      assert.is(ledger.failure, 'damaged', when);
      for (const [name, bytes] of log) assert.equal(disk.contents().get(name), bytes, `${when}: nothing is written`);
    }
    await ledger.close();
  }
  assert.ok(tried.length > 0);
  if (tried.length === all.length) assert.ok(told > 0);
});

test('without a seal after it only the last record may look torn', async () => {
  const disk = new MemoryDisk(new Map([[FOLDER, 'folder']]));
  const ledger = await openLedger(disk);
  const maker = new ReceiptMaker(random);
  for (let i = 0; i < 3; i += 1) await ledger.issue(maker.next(ledger));
  const log = readLog(disk.contents());
  const state = disk.contents();
  const bytes = state.get(segment(1)) as Buffer;
  const end = bytes.findLastIndex((byte) => byte !== 0) + 1;
  const bytesTried = Array.from({ length: Math.ceil((end - DATA_START) / 7) }, (_, index) => DATA_START + 7 * index);
  for (const at of shareOf(bytesTried)) {
    const copy = new MemoryDisk(state);
    copy.damage(segment(1), (content) => Buffer.from(content.fill((content[at] ?? 0) ^ 255, at, at + 1)));
    const left = readLog(copy.contents()).length;
    const opened = await openLedger(copy, { sql: noSql });
    assert.is(opened.damage.length > 0, left < log.length - 1, `the flip at ${at}`);
  }
});

test.run();
