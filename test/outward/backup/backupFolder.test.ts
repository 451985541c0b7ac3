import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { backupFolderContent, ofCurrentLedger, storedBackupName } from '../../../src/outward/backup/backupFolder.js';

const BOX = '1a2b3c4d'.repeat(4);
const AT = Date.UTC(2026, 10, 21, 13, 5, 9);
const NAME = 'kasirbox-1a2b3c4d-20261121T130509Z-1234.age';

test('the name of a backup tells box, time and last record, and is read as it was made', () => {
  assert.is(storedBackupName(BOX, AT + 500, 1234), NAME);
  assert.equal(backupFolderContent('/stick', [NAME], BOX), {
    backups: [{ file: `/stick/${NAME}`, at: AT, sequence: 1234 }],
    leftovers: [],
  });
});

test('what is not quite such a name is no backup of the box, and is left alone', () => {
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

test('what was not finished is told apart, whatever its time', () => {
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

test.run();
