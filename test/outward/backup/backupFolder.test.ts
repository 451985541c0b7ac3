import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'uvu';
import * as assert from 'uvu/assert';
import { nodeDisk } from '../../../src/base/nodeDisk.js';
import { BackupCode } from '../../../src/outward/backup/backupCode.js';
import {
  backupFolderContent,
  FolderProbe,
  ofCurrentLedger,
  storedBackupName,
} from '../../../src/outward/backup/backupFolder.js';
import { backupInto } from '../../../src/outward/backup/backupInto.js';
import { newFolder } from '../../kit/folder.js';
import { inEnglish } from '../../kit/inEnglish.js';

const BOX = '1a2b3c4d'.repeat(4);
const AT = Date.UTC(2026, 10, 21, 13, 5, 9);
const NAME = 'kasirbox-1a2b3c4d-20261121T130509Z-1234.age';

test('the name of a backup has box, time and last record, and can be parsed', () => {
  assert.is(storedBackupName(BOX, AT + 500, 1234), NAME);
  assert.equal(backupFolderContent('/stick', [NAME], BOX), {
    backups: [{ file: `/stick/${NAME}`, at: AT, sequence: 1234 }],
    leftovers: [],
  });
});

test('a file with a similar name is not a backup of the box, and stays', () => {
  const others = [
    'kasirbox-00000000-20261121T130509Z-1234.age', // of another box
    `${NAME}x`,
    `${NAME}.bak`,
    `old ${NAME}`,
    NAME.replace('.age', ''),
    NAME.replace('1234', ''),
    NAME.replace('1234', '1'.repeat(16)),
    NAME.replace('20261121', '20261321'), // there is no such month
    NAME.toUpperCase(),
    'readme.txt',
    '',
  ];
  assert.equal(backupFolderContent('/stick', others, BOX), { backups: [], leftovers: [] });
});

test('an unfinished backup is recognized, whatever its time', () => {
  const names = [`${NAME}.tmp`, `${NAME}.7f.tmp`, `${NAME.replace('20261121', '20261321')}.tmp`];
  assert.equal(
    backupFolderContent('/stick', names, BOX).leftovers,
    names.map((name) => `/stick/${name}`),
  );
});

test('the backup with the highest record comes first, and of two with the same the later one', () => {
  const made: readonly (readonly [number, number])[] = [
    [AT, 7],
    [AT + 1000, 900],
    [AT + 2000, 7],
    [AT + 3000, 80],
  ];
  const { backups } = backupFolderContent(
    '/stick',
    made.map(([at, sequence]) => storedBackupName(BOX, at, sequence)),
    BOX,
  );
  assert.equal(
    backups.map(({ at, sequence }) => [(at - AT) / 1000, sequence]),
    [
      [1, 900],
      [3, 80],
      [2, 7],
      [0, 7],
    ],
  );
  assert.equal(
    ofCurrentLedger(backups, 80).map(({ sequence }) => sequence),
    [80, 7, 7],
  );
});

const folderProbeTest = suite('folderProbe');

const FOLDER_PROBE_BOX = 'ab'.repeat(16);
/** A memory file system of every Linux: another disk than that of the test's folders. */
const stick = mkdtempSync('/dev/shm/kasirbox-test-');
folderProbeTest.after(() => rmSync(stick, { recursive: true }));

function made(): string {
  const folder = newFolder();
  mkdirSync(folder);
  return folder;
}

folderProbeTest('a missing folder is distinguished from an unreadable one', async () => {
  const folder = made();
  const probe = new FolderProbe({ folder, boxId: FOLDER_PROBE_BOX, noDisks: [] });
  assert.equal(await probe.run(join(folder, 'none')), { state: 'absent' });
  writeFileSync(join(folder, 'file'), '');
  assert.equal(await probe.run(join(folder, 'file')), { state: 'absent' }, 'a file is no folder');
  const lost = new FolderProbe({ folder: join(folder, 'none'), boxId: FOLDER_PROBE_BOX, noDisks: [] });
  assert.equal(await lost.run(stick), { state: 'silent' }, 'whether it is another disk is not known');
});

folderProbeTest('a folder on the disk of the data, or in memory, is no place for a backup', async () => {
  const folder = made();
  const options = { folder, boxId: FOLDER_PROBE_BOX };
  assert.equal(await new FolderProbe(options).run(made()), { state: 'same-disk' });
  assert.equal(await new FolderProbe(options).run(stick), { state: 'same-disk' }, 'lost when the power goes');
  assert.is((await new FolderProbe({ ...options, noDisks: [] }).run(stick)).state, 'ready');
});

folderProbeTest('while one probe of a folder hangs, neither a second one nor a backup is started', async () => {
  const folder = made();
  const probe = new FolderProbe({ folder, boxId: FOLDER_PROBE_BOX, noDisks: [] });
  const first = probe.run(stick);
  assert.equal(await probe.run(stick), { state: 'silent' });
  const end = { segment: 1, offset: 0, sequence: 0, epoch: 0, hash: '0'.repeat(64) };
  const about = { boxId: FOLDER_PROBE_BOX, end, isDamaged: false, version: '1', now: 0 };
  const source = { disk: nodeDisk, folder, ...about };
  const backup = await backupInto(stick, 3, source, BackupCode.make(), undefined, probe);
  assert.equal(inEnglish(backup), { ok: false, error: `${stick} cannot be read` });
  assert.is((await first).state, 'ready');
  assert.is((await probe.run(stick)).state, 'ready', 'the next one is begun');
});

folderProbeTest('an aborted probe has an answer at once', async () => {
  const giveUp = new AbortController();
  const probe = new FolderProbe({ folder: made(), boxId: FOLDER_PROBE_BOX, noDisks: [] });
  const looking = probe.run(stick, giveUp.signal);
  giveUp.abort();
  assert.equal(await looking, { state: 'silent' });
});

folderProbeTest.run();

test.run();
