import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BackupCode } from '../../../src/outward/backup/backupCode.js';
import { checkSource } from '../../../src/outward/backup/source.js';
import { writeBackup } from '../../../src/outward/backup/write.js';
import { DiskError } from '../../../src/base/disk.js';
import { endOf } from '../../kit/backup.js';
import { segment } from '../../kit/damage.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { FOLDER, NOON, openLedger, ReceiptMaker } from '../../kit/ledger.js';
import { seededRandom } from '../../kit/random.js';

const MB = 1024 * 1024;

/** What goes into a backup of a log of two segments, which is more than what is read of one at a time. */
async function twoSegments() {
  const disk = new MemoryDisk(new Map([[FOLDER, 'folder']]));
  const random = seededRandom();
  const ledger = await openLedger(disk, { sizes: { segmentBytes: MB, prefillBytes: MB / 8, snapshotRecords: 100 } });
  const maker = new ReceiptMaker(random);
  while (ledger.end.segment === 1) {
    await ledger.runIdleWork();
    assert.ok((await ledger.issue(maker.next(ledger))).ok);
    const value = random.bytes(50_000).toString('base64');
    assert.ok((await ledger.put({ type: 'rates', environment: 'sandbox', value })).ok);
  }
  const about = {
    version: '1.0',
    boxId: ledger.boxId.toString('hex'),
    end: endOf(ledger),
    now: NOON,
    isDamaged: false,
  };
  await ledger.close();
  const told: (readonly [number, number])[] = [];
  const progress = (done: number, all: number): void => void told.push([done, all]);
  return { disk, told, source: await checkSource({ disk, folder: FOLDER, progress, ...about }) };
}

test('how much of the log is written is told piece by piece, up to all of it', async () => {
  const { told, source } = await twoSegments();
  await writeBackup(source, BackupCode.make(), new WritableStream());
  const all = source.segments.reduce((sum, { size }) => sum + size, 0);
  assert.ok(told.length > source.segments.length);
  assert.ok(told.every(([done], at) => done > (told[at - 1]?.[0] ?? 0)));
  assert.ok(told.every(([, total]) => total === all));
  assert.is(told.at(-1)?.[0], all);
});

test('each segment is closed again, also one that was cut meanwhile, which ends the backup', async () => {
  const { disk, source } = await twoSegments();
  const seen: string[] = [];
  disk.before = (operation) => {
    if (operation === 'open' || operation === 'close') seen.push(operation);
  };
  await writeBackup(source, BackupCode.make(), new WritableStream());
  assert.equal(seen, ['open', 'close', 'open', 'close']);
  seen.length = 0;
  disk.damage(segment(1), (bytes) => bytes.subarray(0, 300_000));
  const cut = await writeBackup(source, BackupCode.make(), new WritableStream()).catch((error: unknown) => error);
  assert.is(cut instanceof DiskError && cut.code, 'EIO');
  assert.equal(seen, ['open', 'close']);
});

test.run();
