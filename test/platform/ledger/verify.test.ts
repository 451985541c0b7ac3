import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { crc32 } from 'node:zlib';
import { DiskError } from '../../../src/base/disk.js';
import type { Damage } from '../../../src/platform/ledger/recovery.js';
import { BLOCK, DATA_START } from '../../../src/platform/ledger/segment.js';
import { type Verification, verifyLedger } from '../../../src/platform/ledger/verify.js';
import { segment, VIEWS, written } from '../../kit/damage.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import type { State } from '../../kit/disk/powerCut.js';
import { wrapped } from '../../kit/disk/wrapped.js';
import { intent } from '../../kit/everyKind.js';
import { FOLDER, NOON, openLedger, ReceiptMaker } from '../../kit/ledger.js';
import { readLog } from '../../kit/log.js';
import { seededRandom } from '../../kit/random.js';
import { inEnglish } from '../../kit/inEnglish.js';

const random = seededRandom();
const LOG = `${FOLDER}/log`;
let state: State;
let records = 0;

test.before(async () => {
  ({ state } = await written(random, 60));
  records = readLog(state).length;
});

function verify(disk: MemoryDisk, upTo?: number): Promise<Verification> {
  return verifyLedger({ disk, folder: FOLDER, ...(upTo !== undefined && { upTo }) });
}

/** The sequence behind which the newest snapshot was made. */
function promised(disk: MemoryDisk): number {
  const names = [...disk.contents().keys()].filter((path) => path.endsWith('.snap')).sort();
  return Number(names.at(-1)?.slice(-17, -5));
}

/** Zeros all segments but the first behind their headers. */
function cutShort(disk: MemoryDisk): number {
  const later = [...disk.contents().keys()].filter((path) => path.endsWith('.seg') && path !== segment(1));
  for (const path of later) disk.damage(path, (bytes) => bytes.fill(0, DATA_START));
  return readLog(disk.contents()).length;
}

test('a ledger in good order has no fault, with its views and without', async () => {
  const disk = new MemoryDisk(state);
  const before = disk.contents();
  for (const lost of [undefined, VIEWS]) {
    if (lost !== undefined) disk.forget(lost);
    const { faults, sequence } = await verify(disk);
    assert.equal(inEnglish([faults, sequence]), [[], records]);
  }
  disk.forget(VIEWS);
  for (const [path, content] of disk.contents()) assert.equal(content, before.get(path), 'nothing is written');
});

test('records that the saved views were made from and that are gone from the end of the log are named', async () => {
  const disk = new MemoryDisk(state);
  const left = cutShort(disk);
  assert.ok(left < promised(disk));
  const { faults, sequence } = await verify(disk);
  assert.is(sequence, left);
  assert.equal(inEnglish(faults), [
    `records ${left + 1} to ${promised(disk)} missing at the end of the log: saved views show that they existed`,
  ]);
});

test('a ledger whose end is gone opens as damaged where the saved views hold records of that end', async () => {
  const disk = new MemoryDisk(state);
  const left = cutShort(disk);
  const end = promised(disk);
  const ledger = await openLedger(disk);
  assert.is(ledger.failure, 'damaged');
  assert.equal(
    ledger.damage.map(({ firstMissing, lastMissing }) => [firstMissing, lastMissing]),
    [[left + 1, end]],
  );
  await ledger.close();
});

test('a missing log with its views still there is a fault that names the missing records', async () => {
  const disk = new MemoryDisk(state);
  disk.forget(LOG);
  const { faults, sequence } = await verify(disk);
  assert.is(sequence, 0);
  assert.equal(inEnglish(faults), [
    `${LOG} has no segment, but the box has written there`,
    `records 1 to ${promised(disk)} missing at the end of the log: saved views show that they existed`,
  ]);
});

test('a log that is gone with its views is a fault too', async () => {
  const disk = new MemoryDisk(state);
  disk.forget(LOG);
  disk.forget(VIEWS);
  assert.equal(inEnglish((await verify(disk)).faults), [`${LOG} has no segment, but the box has written there`]);
});

test('the only segment with a broken header is a fault, not a file whose making was cut short', async () => {
  const { state: small } = await written(random, 3);
  const disk = new MemoryDisk(small);
  disk.damage(segment(1), (bytes) => bytes.fill(0xff, 20, 24));
  assert.equal(inEnglish((await verify(disk)).faults[0]), 'the header of segment 1 cannot be read');
});

test('views of another history of the box than the log has are a fault', async () => {
  const disk = new MemoryDisk();
  await (await openLedger(disk)).close();
  const boxId = disk.contents().get(`${FOLDER}/box.id`);
  assert.ok(boxId instanceof Buffer);
  const root = disk.contents();
  const grown = async (name: string): Promise<MemoryDisk> => {
    const branch = new MemoryDisk(root);
    const ledger = await openLedger(branch);
    for (let i = 0; i < 20; i += 1) await ledger.put({ type: 'setting', name, value: String(i) });
    await ledger.runIdleWork();
    await ledger.close();
    return branch;
  };
  const [mine, other] = [await grown('a'), await grown('b')];
  for (const [path, content] of other.contents()) {
    if (path.endsWith('.snap')) mine.damage(path, () => content as Buffer);
  }
  const { faults } = await verify(mine);
  assert.equal(inEnglish(faults), [`record ${promised(mine)} is not the one that the saved views were made from`]);
});

test('a snapshot that a running service made meanwhile is not held against what was there when the reading began', async () => {
  const disk = new MemoryDisk(state);
  const upTo = promised(disk) - 1;
  assert.equal(inEnglish((await verify(disk, upTo)).faults), []);
  const left = cutShort(disk);
  assert.equal(inEnglish((await verify(disk, upTo)).faults), [
    `records ${left + 1} to ${upTo} missing at the end of the log: the service had confirmed them`,
  ]);
});

test('segments of another box than the folder is are a fault', async () => {
  const disk = new MemoryDisk(state);
  const { state: other } = await written(random, 3);
  disk.damage(`${FOLDER}/box.id`, () => other.get(`${FOLDER}/box.id`) as Buffer);
  assert.is(inEnglish((await verify(disk)).faults[0]), 'segment 1 is from another box');
});

test('a last segment whose making was cut short is no fault, and one with bytes behind such a header is', async () => {
  const disk = new MemoryDisk(state);
  const last = Math.max(...[...state.keys()].map((path) => Number(/(\d+)\.seg$/.exec(path)?.[1] ?? 0)));
  const withLast = (bytes: Buffer): MemoryDisk => new MemoryDisk(disk.contents().set(segment(last + 1), bytes));
  assert.equal(inEnglish((await verify(withLast(Buffer.alloc(2 * DATA_START)))).faults), []);
  const written = Buffer.alloc(2 * DATA_START).fill(1, DATA_START + 100, DATA_START + 101);
  assert.equal(inEnglish((await verify(withLast(written))).faults), [
    `the header of segment ${last + 1} cannot be read`,
  ]);
});

test('a record whose content cannot be read is named by number, type and place, and told as damage', async () => {
  const disk = new MemoryDisk();
  const ledger = await openLedger(disk);
  await ledger.put({ type: 'setting', name: 'simplifiedCash', value: 'true' });
  const { start, offset, sequence } = ledger.end;
  // As faulty memory would have it: the sum is taken over what was already wrong.
  disk.damage(segment(1), (bytes) => {
    bytes.fill(0, bytes.indexOf('{"name"', start), bytes.indexOf('{"name"', start) + 1);
    bytes.writeUInt32LE(crc32(bytes.subarray(start + 12, offset), 1), start + 8);
    return bytes;
  });
  const damage: Damage[] = [];
  const onDamage = (found: Damage): void => void damage.push(found);
  const { faults, counts } = await verifyLedger({ disk, folder: FOLDER, onDamage });
  assert.equal(inEnglish(faults), [
    `record ${sequence} (setting) in segment 1 at ${start}: its content cannot be read`,
  ]);
  assert.equal(damage, [{ segment: 1, offset: start, firstMissing: sequence, lastMissing: sequence }]);
  assert.equal([counts.open, counts.setting], [1, 0]);
});

test('of orders that were not signed, those that a person decided are told as decisions, with the reason', async () => {
  const disk = new MemoryDisk();
  const ledger = await openLedger(disk);
  const [byBox, byPerson] = ['a', 'b'].map((digit) => digit.repeat(32)) as [string, string];
  await ledger.put({ type: 'abort', requestId: byBox, cause: { by: 'counter' } });
  await ledger.put({ type: 'abort', requestId: byPerson, cause: { by: 'person', reason: 'the roll was empty' } });
  await ledger.close();
  const told: unknown[] = [];
  await verifyLedger({ disk, folder: FOLDER, onAudit: (entry, time) => told.push([entry, time]) });
  const decision = { event: 'pfr.settle', requestId: byPerson, number: null, reason: 'the roll was empty' };
  assert.equal(told, [[decision, NOON]]);
});

test('an intent that cannot be read is a fault while it is open, and none once it was ended', async () => {
  for (const [ending, count] of [
    ['nothing', 1],
    ['abort', 0],
    ['abort of another', 1],
    ['receipt', 0],
  ] as const) {
    const disk = new MemoryDisk();
    const ledger = await openLedger(disk);
    const requestId = 'f'.repeat(32);
    const { start: before } = ledger.end;
    assert.ok((await ledger.put({ type: 'intent', intent: intent(requestId, NOON) })).ok);
    const { start, offset, sequence } = ledger.end;
    assert.ok(start > before);
    if (ending === 'receipt')
      assert.ok((await ledger.issue({ ...new ReceiptMaker(random).next(ledger), attempt: { requestId } })).ok);
    else if (ending !== 'nothing') {
      const ended = ending === 'abort' ? requestId : 'e'.repeat(32);
      assert.ok((await ledger.put({ type: 'abort', requestId: ended, cause: { by: 'counter' } })).ok);
    }
    await ledger.close();
    // As faulty memory would have it: the sum and the hashes are taken over what was already wrong.
    disk.damage(segment(1), (bytes) => {
      bytes.fill(0xff, offset - 40, offset - 8);
      bytes.writeUInt32LE(crc32(bytes.subarray(start + 12, offset), 1), start + 8);
      return bytes;
    });
    const unreadable = `record ${sequence} (intent) in segment 1 at ${start}: its content cannot be read`;
    const faults = inEnglish((await verify(disk)).faults) as string[];
    assert.is(faults.filter((fault) => fault === unreadable).length, count, ending);
  }
});

test('a place that the disk does not give back is named with the record before it', async () => {
  const disk = new MemoryDisk();
  const ledger = await openLedger(disk);
  assert.ok((await ledger.put({ type: 'setting', name: 'simplifiedCash', value: 'true' })).ok);
  await ledger.close();
  const { offset } = ledger.end;
  const sequence = readLog(disk.contents()).length;
  const bad = Math.ceil(offset / BLOCK + 1) * BLOCK; // behind the seal;
  const failing = wrapped(disk, {
    file: (inner, path) => ({
      async read(position, length) {
        const covers = path === segment(1) && position < bad + BLOCK && bad < position + length;
        if (covers) throw new DiskError('EIO', 'read', path);
        return inner.read(position, length);
      },
    }),
  });
  const { faults, sequence: read } = await verifyLedger({ disk: failing, folder: FOLDER });
  assert.is(read, sequence);
  assert.equal(inEnglish(faults), [
    `segment 1 cannot be read at ${bad}, after record ${sequence}: it is not known whether there were records`,
  ]);
});

test.run();
