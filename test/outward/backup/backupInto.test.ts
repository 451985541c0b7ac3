import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { backupInto } from '../../../src/outward/backup/backupInto.js';
import { FolderProbe } from '../../../src/outward/backup/folderProbe.js';
import { BackupCode } from '../../../src/outward/backup/backupCode.js';
import { nodeDisk } from '../../../src/base/nodeDisk.js';
import { endOf } from '../../kit/backup.js';
import { newFolder } from '../../kit/folder.js';
import { NOON, openLedger } from '../../kit/ledger.js';
import { seededRandom } from '../../kit/random.js';

/** A memory file system of every Linux: another disk than that of the test's folders. */
const stick = mkdtempSync('/dev/shm/kasirbox-test-');
test.after(() => rmSync(stick, { recursive: true }));

test('a backup of some megabytes is read back to its end before it counts', async () => {
  const folder = newFolder();
  const MB = 1024 * 1024;
  const ledger = await openLedger(nodeDisk, {
    folder,
    sizes: { segmentBytes: 8 * MB, prefillBytes: MB, snapshotRecords: 100 },
  });
  const random = seededRandom();
  for (let count = 0; count < 12; count += 1) {
    const value = random.bytes(MB / 4).toString('base64');
    assert.ok((await ledger.put({ type: 'rates', environment: 'sandbox', value })).ok);
  }
  const boxId = ledger.boxId.toString('hex');
  const source = { disk: nodeDisk, folder, version: '1', boxId, end: endOf(ledger), now: NOON, isDamaged: false };
  await ledger.close();
  const probe = new FolderProbe({ folder, boxId, noDisks: [] });
  const done = await backupInto(stick, 3, source, BackupCode.make(), undefined, probe);
  assert.ok(done.ok);
  assert.is(readdirSync(stick).length, 1);
});

test.run();
