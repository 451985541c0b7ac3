import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { newFolder } from '../../kit/folder.js';
import { OVERLAY, Programs, rootTest } from './programs.js';

const SCRIPT = 'usr/lib/kasirbox/stick';
const SAFE = 'nosuid,nodev,noexec,nosymfollow,noatime';

/** A board whose `mount` is a stand-in; what `blkid` says of a stick is given. */
function board(blkid: string, mount = ':') {
  const media = join(newFolder());
  mkdirSync(media);
  const programs = new Programs({ blkid, mount, umount: ':', mountpoint: '[ -d "$2" ]' });
  const stick = (verb: string, name: string) => programs.run(SCRIPT, verb, name, media);
  return { media, stick, mounts: () => programs.callsOf('mount', 'umount') };
}

test('a stick is mounted under the name that the kernel gives it, for the box where its file system has no owners', () => {
  const ours = 'uid=kasirbox,gid=kasirbox,umask=077';
  for (const [kind, options] of [
    ['vfat', `${SAFE},${ours},utf8,flush,errors=remount-ro`],
    ['exfat', `${SAFE},${ours},errors=remount-ro`],
    ['ext4', `${SAFE},errors=remount-ro`],
  ]) {
    const { media, stick, mounts } = board(`echo ${kind}`);
    assert.equal(stick('mount', 'sdb1'), { code: 0, said: '' });
    assert.equal(mounts(), [`mount -t ${kind} -o ${options} /dev/sdb1 ${media}/sdb1`]);
    assert.equal(readdirSync(media), ['sdb1']);
    assert.equal(stick('let-go', 'sdb1'), { code: 0, said: '' });
    assert.is(mounts().at(-1), `umount --lazy ${media}/sdb1`);
    assert.equal(readdirSync(media), []);
    assert.is(stick('let-go', 'sdb1').code, 0, 'a stick that is away is let go again');
  }
});

test('what is no file system of a stick, or none at all, is not mounted', () => {
  for (const blkid of ['echo ntfs', 'echo btrfs', 'echo squashfs', 'exit 2', 'echo "ext4,suid"']) {
    const { media, stick, mounts } = board(blkid);
    assert.is(stick('mount', 'sda1').code, 1, blkid);
    assert.equal(mounts(), []);
    assert.equal(readdirSync(media), []);
  }
});

test('a write-protected stick is mounted to be read, and one that cannot be mounted leaves no folder', () => {
  const locked = board('echo vfat', 'case $4 in ro,*) ;; *) exit 32 ;; esac');
  assert.is(locked.stick('mount', 'sda').code, 0);
  assert.match(locked.mounts().at(-1) ?? '', new RegExp(`^mount -t vfat -o ro,${SAFE},uid=kasirbox`));
  const broken = board('echo ext4', 'exit 32');
  assert.is(broken.stick('mount', 'sda1').code, 1);
  assert.is(broken.mounts().length, 2);
  assert.equal(readdirSync(broken.media), []);
});

test('only the names of a few sticks are taken', () => {
  const { stick, mounts } = board('echo vfat');
  for (const name of ['sdi1', 'sda5', 'sda11', 'mmcblk0p4', 'vda1', '../etc', 'sda1/..', 'sda1 sdb1', '']) {
    assert.is(stick('mount', name).code, 1, name);
  }
  assert.is(stick('format', 'sda1').code, 2);
  assert.equal(mounts(), []);
});

rootTest('udev has nothing to complain of in the rules', ['udevadm', 'unshare'], () => {
  const rules = join(OVERLAY, 'etc/udev/rules.d');
  const script = 'mount --bind "$1" /etc/udev/rules.d && udevadm test --action=add /sys/class/mem/null 2>&1';
  const { stdout, stderr, status } = spawnSync('unshare', ['--mount', 'sh', '-c', script, 'sh', rules], {
    encoding: 'utf8',
  });
  if (stderr.includes('unshare')) return;
  assert.is(status, 0, stdout + stderr);
  for (const name of readdirSync(rules)) {
    assert.match(stdout, new RegExp(`Reading rules file: \\S*/${name}`));
    const complaints = stdout.split('\n').filter((line) => line.includes(name) && !line.startsWith('Reading'));
    assert.equal(complaints, []);
  }
});

test.run();
