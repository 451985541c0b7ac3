import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { LogWalk, type WalkStep } from '../../../../src/platform/ledger/events/logWalk.js';
import { SegmentFiles } from '../../../../src/platform/ledger/files.js';
import { startOfLog } from '../../../../src/platform/ledger/scan.js';
import { DATA_START } from '../../../../src/platform/ledger/segment.js';
import { segment } from '../../../kit/damage.js';
import { MemoryDisk } from '../../../kit/disk/memory.js';
import { wrapped } from '../../../kit/disk/wrapped.js';
import { FOLDER, openLedger, ReceiptMaker } from '../../../kit/ledger.js';
import { seededRandom } from '../../../kit/random.js';

const random = seededRandom();
const MB = 1024 * 1024;

/** A log of several segments, with records of all lengths, and where it ends. */
async function logOf(disk: MemoryDisk) {
  const ledger = await openLedger(disk);
  const maker = new ReceiptMaker(random);
  for (let count = 0; ledger.end.segment < 4; count += 1) {
    assert.ok((await ledger.issue(maker.next(ledger))).ok);
    const value = random.bytes(random.pick([0, 10, 1000, 3000])).toString('base64');
    assert.ok((await ledger.put({ type: 'setting', name: 'shop', value: JSON.stringify(value) })).ok);
    if (count % 10 === 0) await ledger.runIdleWork();
  }
  await ledger.close();
  const { sequence, segment: last } = ledger.end;
  return { ...startOfLog(last), sequence };
}

/** What a walk passes, and the most bytes that it read at once. */
async function walk(disk: MemoryDisk, end: Awaited<ReturnType<typeof logOf>>, window?: number) {
  let most = 0;
  const watched = wrapped(disk, {
    file: (inner) => ({
      read(position, length) {
        most = Math.max(most, length);
        return inner.read(position, length);
      },
    }),
  });
  const files = new SegmentFiles(watched, `${FOLDER}/log`);
  const walking = new LogWalk(files, end, { segment: 1, offset: DATA_START, sequence: 1 }, window);
  const steps: WalkStep[] = [];
  for (let more = await walking.next(); more !== undefined; more = await walking.next()) steps.push(...more);
  await files.close();
  const shown = steps.map((step) =>
    step.kind === 'record' ? step.record.sequence : `${step.firstSequence}-${step.lastSequence}`,
  );
  const ends = steps.flatMap((step) =>
    step.kind === 'record' && step.record.segment.number === 1 ? step.record.offset : [],
  );
  return { shown, most, ends };
}

test('through windows of any size a walk passes each record once, in order', async () => {
  const disk = new MemoryDisk();
  const end = await logOf(disk);
  const all = Array.from({ length: end.sequence }, (_, at) => at + 1);
  // Some end in the first bytes of a record.
  const cut = (await walk(disk, end)).ends
    .slice(1, 5)
    .flatMap((offset) => [8, 16, 24].map((more) => offset - DATA_START + more));
  for (const window of [64, 200, 512, 4096, 8192, ...cut, undefined])
    assert.equal((await walk(disk, end, window)).shown, all, `${window} bytes`);
});

test('where a length was turned into gigabytes no more is read than the file has, and the walk goes on behind it', async () => {
  for (const window of [512, undefined]) {
    const disk = new MemoryDisk();
    const end = await logOf(disk);
    disk.damage(segment(2), (bytes) => {
      // Behind the magic.
      bytes.writeUInt32LE(0x7fff_fff8, DATA_START + 4);
      return bytes;
    });
    const { shown, most } = await walk(disk, end, window);
    const gaps = shown.filter((step) => typeof step === 'string');
    assert.is(gaps.length, 1);
    assert.is(shown.length, end.sequence);
    assert.ok(most <= MB, `${most} bytes at once`);
  }
});

test.run();
