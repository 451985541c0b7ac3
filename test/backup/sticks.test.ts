import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findSticks } from '../../src/backup/index.js';
import { cleanUp, temporaryFolder } from '../kit/process.js';

test.after(cleanUp);

test('disks below the folders for sticks are found with their labels and sizes', async () => {
  const folder = temporaryFolder();
  const [media, labels] = [join(folder, 'media'), join(folder, 'labels')];
  for (const name of ['sda1', 'my stick', 'auto', 'gone']) mkdirSync(join(media, name), { recursive: true });
  mkdirSync(labels);
  symlinkSync('../../sda1', join(labels, 'KOPIJE\\x20\\xd0\\x9f'));
  symlinkSync('../../sdb1', join(labels, 'ДРУГИ'));
  const line = (path: string, options: string, kind: string, device: string): string =>
    `36 35 98:0 / ${path.replaceAll(' ', '\\040')} ${options} shared:1 - ${kind} ${device} rw`;
  const mounts = join(folder, 'mountinfo');
  writeFileSync(
    mounts,
    [
      line('/', 'rw', 'ext4', '/dev/mmcblk0p2'),
      line(media, 'rw', 'tmpfs', 'tmpfs'),
      line(join(media, 'sda1'), 'rw,nosuid', 'vfat', '/dev/sda1'),
      line(join(media, 'my stick'), 'ro,nosuid', 'exfat', '/dev/sdb1'),
      line(join(media, 'auto'), 'rw', 'autofs', 'systemd-1'),
      line(join(media, 'not there'), 'rw', 'vfat', '/dev/sdc1'),
      '',
    ].join('\n'),
  );
  const found = await findSticks({ mounts, labels, below: [media] });
  assert.equal(
    found.map(({ folder: path, label, isReadOnly }) => [path.slice(media.length + 1), label, isReadOnly]),
    [
      ['my stick', 'ДРУГИ', true],
      ['not there', null, false],
      ['sda1', 'KOPIJE П', false],
    ],
  );
  assert.equal(
    found.map(({ size, free }) => size !== null && free !== null && size >= free && free > 0),
    [true, false, true],
    'one that does not answer has no size',
  );
});

test('a box without sticks has none to offer', async () => {
  assert.equal(await findSticks({ below: [join(temporaryFolder(), 'media')] }), []);
});

test.run();
