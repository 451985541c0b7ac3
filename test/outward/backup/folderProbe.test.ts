import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { backupInto } from '../../../src/outward/backup/backupInto.js';
import { FolderProbe } from '../../../src/outward/backup/folderProbe.js';
import { BackupCode } from '../../../src/outward/backup/backupCode.js';
import { nodeDisk } from '../../../src/base/nodeDisk.js';
import { newFolder } from '../../kit/folder.js';
import { inEnglish } from '../../kit/inEnglish.js';

const BOX = 'ab'.repeat(16);
/** A memory file system of every Linux: another disk than that of the test's folders. */
const stick = mkdtempSync('/dev/shm/kasirbox-test-');
test.after(() => rmSync(stick, { recursive: true }));

function made(): string {
  const folder = newFolder();
  mkdirSync(folder);
  return folder;
}

test('a folder that is not there is told apart from one that cannot be looked at', async () => {
  const folder = made();
  const probe = new FolderProbe({ folder, boxId: BOX, noDisks: [] });
  assert.equal(await probe.run(join(folder, 'none')), { state: 'absent' });
  writeFileSync(join(folder, 'file'), '');
  assert.equal(await probe.run(join(folder, 'file')), { state: 'absent' }, 'a file is no folder');
  const lost = new FolderProbe({ folder: join(folder, 'none'), boxId: BOX, noDisks: [] });
  assert.equal(await lost.run(stick), { state: 'silent' }, 'whether it is another disk is not known');
});

test('a folder on the disk of the data, or in memory, is no place for a backup', async () => {
  const folder = made();
  const options = { folder, boxId: BOX };
  assert.equal(await new FolderProbe(options).run(made()), { state: 'same-disk' });
  assert.equal(await new FolderProbe(options).run(stick), { state: 'same-disk' }, 'lost when the power goes');
  assert.is((await new FolderProbe({ ...options, noDisks: [] }).run(stick)).state, 'ready');
});

test('while one look at a folder has no end, no second one is begun, and no backup either', async () => {
  const folder = made();
  const probe = new FolderProbe({ folder, boxId: BOX, noDisks: [] });
  const first = probe.run(stick);
  assert.equal(await probe.run(stick), { state: 'silent' });
  const end = { segment: 1, offset: 0, sequence: 0, epoch: 0, hash: '0'.repeat(64) };
  const about = { boxId: BOX, end, isDamaged: false, version: '1', now: 0 };
  const source = { disk: nodeDisk, folder, ...about };
  const backup = await backupInto(stick, 3, source, BackupCode.make(), undefined, probe);
  assert.equal(inEnglish(backup), { ok: false, error: `${stick} cannot be read` });
  assert.is((await first).state, 'ready');
  assert.is((await probe.run(stick)).state, 'ready', 'the next one is begun');
});

test('a look that is given up has an answer at once', async () => {
  const giveUp = new AbortController();
  const probe = new FolderProbe({ folder: made(), boxId: BOX, noDisks: [] });
  const looking = probe.run(stick, giveUp.signal);
  giveUp.abort();
  assert.equal(await looking, { state: 'silent' });
});

test.run();
