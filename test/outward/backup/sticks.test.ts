import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { StickFinder } from '../../../src/outward/backup/index.js';
import { cleanUp, temporaryFolder } from '../../kit/process.js';

test.after(cleanUp);

test('disks below the folders for sticks are found with their labels and sizes', async () => {
  const folder = temporaryFolder();
  const [media, labels] = [join(folder, 'media'), join(folder, 'labels')];
  for (const name of ['sda1', 'my stick', 'auto', 'gone']) mkdirSync(join(media, name), { recursive: true });
  mkdirSync(labels);
  symlinkSync('../../sda1', join(labels, 'КОПИЈЕ\\x20\\xd0\\x9f'));
  symlinkSync('../../sdb1', join(labels, 'ДРУГИ'));
  const line = (path: string, options: string, kind: string, source: string, device: string, more = 'rw'): string =>
    `36 35 ${device} / ${path.replaceAll(' ', '\\040')} ${options} shared:1 - ${kind} ${source} ${more}`;
  const mounts = join(folder, 'mountinfo');
  writeFileSync(
    mounts,
    [
      line('/', 'rw', 'ext4', '/dev/mmcblk0p2', '179:2'),
      line(media, 'rw', 'tmpfs', 'tmpfs', '0:39'),
      line(join(media, 'sda1'), 'rw,nosuid', 'vfat', '/dev/sda1', '8:1'),
      line(join(media, 'my stick'), 'ro,nosuid', 'exfat', '/dev/sdb1', '8:17'),
      line(join(media, 'auto'), 'rw', 'autofs', 'systemd-1', '0:41'),
      line(join(media, 'not there'), 'rw', 'vfat', '/dev/sdc1', '8:33'),
      line(join(media, 'memory'), 'rw', 'tmpfs', 'tmpfs', '0:40'),
      line(join(media, 'network'), 'rw', 'nfs4', 'nas:/copies', '0:42'),
      line(join(media, 'data'), 'rw', 'ext4', '/dev/sdd1', '8:49'),
      line(join(media, 'failing'), 'rw', 'vfat', '/dev/sde1', '8:65', 'ro,errors=remount-ro'),
      '',
    ].join('\n'),
  );
  const found = await new StickFinder({ mounts, labels, below: [media], data: join(media, 'data', 'kasirbox') }).find();
  assert.equal(
    found.map(({ folder: path, label, isReadOnly }) => [path.slice(media.length + 1), label, isReadOnly]),
    [
      ['failing', null, true],
      ['my stick', 'ДРУГИ', true],
      ['not there', null, false],
      ['sda1', 'КОПИЈЕ П', false],
    ],
  );
  assert.equal(
    found.map(({ size, free }) => size !== null && free !== null && size >= free && free > 0),
    [false, true, false, true],
    'one that does not answer has no size',
  );
});

test('a box without sticks offers none', async () => {
  assert.equal(await new StickFinder({ below: [join(temporaryFolder(), 'media')] }).find(), []);
});

test.run();
