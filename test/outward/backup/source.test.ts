import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkSource, PIECE } from '../../../src/outward/backup/source.js';
import { endOf } from '../../kit/backup.js';
import { segment } from '../../kit/damage.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { FOLDER, NOON, openLedger, ReceiptMaker } from '../../kit/ledger.js';
import { seededRandom } from '../../kit/random.js';
import { inEnglish } from '../../kit/inEnglish.js';

const BLOCK = 4096;

/** A box whose log continues in a second segment, and the data of its backup. */
async function twoSegments() {
  const disk = new MemoryDisk(new Map([[FOLDER, 'folder']]));
  const ledger = await openLedger(disk);
  await ledger.runIdleWork();
  const maker = new ReceiptMaker(seededRandom());
  while (ledger.end.segment === 1) assert.ok((await ledger.issue(maker.next(ledger))).ok);
  const about = {
    version: '1.0',
    boxId: ledger.boxId.toString('hex'),
    end: endOf(ledger),
    now: NOON,
    isDamaged: false,
  };
  await ledger.close();
  return { disk, source: { disk, folder: FOLDER, ...about } };
}

/** Offset of the last byte of the first segment that is not zero. */
const lastByteOf = (disk: MemoryDisk): number =>
  (disk.contents().get(segment(1)) as Buffer).findLastIndex((byte) => byte !== 0);

test('of zeros behind the last record a backup has less than two blocks, wherever the pieces begin in which they are read', async () => {
  const { disk, source } = await twoSegments();
  const last = lastByteOf(disk);
  const wanted = (Math.floor(last / BLOCK) + 2) * BLOCK;
  // The last byte is alone in its piece, near its end, within it, and three pieces before the end of the file.
  for (const more of [PIECE, 16, 2 * BLOCK + 1, 3 * PIECE + 5]) {
    disk.damage(segment(1), (bytes) => Buffer.concat([bytes.subarray(0, last + 1), Buffer.alloc(more - 1)]));
    const { faults, segments } = await checkSource(source);
    assert.equal(inEnglish(faults), []);
    assert.equal(segments[0], { name: 'log/000001.seg', size: Math.min(last + more, wanted) }, `${more} bytes`);
  }
});

test('of the segment in which the log ends, a backup has what lies before its end, and of later ones nothing', async () => {
  const { disk, source } = await twoSegments();
  disk.damage(segment(2), (bytes) => Buffer.concat([bytes, Buffer.alloc(50_000, 7)]));
  const inFirst = { ...source, end: { ...source.end, segment: 1, offset: 20_000 } };
  assert.equal((await checkSource(source)).segments.at(-1), { name: 'log/000002.seg', size: source.end.offset });
  assert.equal(
    (await checkSource(inFirst)).segments.map(({ name, size }) => [name, size]),
    [['log/000001.seg', 20_000]],
  );
});

test('a log that is whole but is not the one that the box has stored is a fault, and of a damaged one only the damage is told', async () => {
  const { disk, source } = await twoSegments();
  const { sequence } = source.end;
  const other = { ...source, end: { ...source.end, hash: '0'.repeat(64) } };
  assert.equal(inEnglish((await checkSource(other)).faults), [`record ${sequence} is not the one that the box stored`]);
  const isMissing = ['records are missing that the box has stored'];
  assert.equal(inEnglish((await checkSource({ ...source, isDamaged: true })).faults), isMissing);
  assert.equal(inEnglish((await checkSource({ ...other, isDamaged: true })).faults), isMissing);
  disk.damage(segment(1), (bytes) => bytes.fill(bytes.readUInt8(13_000) ^ 1, 13_000, 13_001));
  for (const damaged of [source, other, { ...other, isDamaged: true }]) {
    const { faults } = await checkSource(damaged);
    assert.is(faults.length, 1);
    assert.match(String(inEnglish(faults[0] ?? '')), / missing in segment 1 at /);
  }
});

test.run();
