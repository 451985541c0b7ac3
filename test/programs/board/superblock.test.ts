import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { DATA_MB, makeData } from '../../kit/image/card.js';
import { dumpFolder, FILESYSTEM_NEEDS, mendExt4, SUPERBLOCK } from '../../kit/image/filesystem.js';
import { missingPackages } from '../../kit/image/programs.js';
import { cleanUp, temporaryFolder } from '../../kit/process.js';
import { seededRandom } from '../../kit/random.js';

const random = seededRandom();
/** Copies of the superblock stand at the beginning of the second and the fourth group of blocks. */
const GROUP_BYTES = 8 * 1024 ** 2;
const missing = missingPackages(FILESYSTEM_NEEDS);
if (missing.length > 0) console.log(`skipped: Debian packages: ${missing.join(' ')}`);

function it(name: string, work: () => void): void {
  if (missing.length === 0) test(name, work);
  else test.skip(name, work);
}

/** A file system with a receipt in it, made as the image makes that of its data, and grown to this size. */
function dataPartition(megabytes = DATA_MB): { path: string; folder: string } {
  const folder = temporaryFolder();
  const path = join(folder, 'data.img');
  mkdirSync(join(folder, 'tree/kasirbox'), { recursive: true });
  writeFileSync(join(folder, 'tree/kasirbox/ledger'), 'a receipt\n');
  makeData(join(folder, 'tree'), path);
  if (megabytes > DATA_MB) {
    truncateSync(path, megabytes * 1024 ** 2);
    execFileSync('resize2fs', [path], { stdio: 'pipe' });
  }
  return { path, folder };
}

function superblock(path: string): number | null {
  return spawnSync(SUPERBLOCK, [path], { stdio: 'pipe', timeout: 60_000 }).status;
}

/** Writes something else into one of the two sectors of a superblock, which begins at this byte. */
function tear(path: string, sector: number, begin = 1024): void {
  const file = openSync(path, 'r+');
  writeSync(file, random.bytes(512), 0, 512, begin + sector * 512);
  closeSync(file);
}

/** Sound after what a start does to it, with the receipt in it? */
function keepsItsReceipt(path: string, folder: string): void {
  const { isSound, said } = mendExt4(path);
  assert.ok(isSound, said);
  dumpFolder(path, '/kasirbox', join(folder, 'dump'));
  assert.is(readFileSync(join(folder, 'dump/kasirbox/ledger'), 'utf8'), 'a receipt\n');
}

for (const [what, megabytes] of [
  ['as it is flashed', DATA_MB],
  ['grown to its card', 400],
] as const) {
  for (const sector of [0, 1]) {
    it(`a superblock is put back when its sector ${sector} is torn, ${what}`, () => {
      const { path, folder } = dataPartition(megabytes);
      tear(path, sector);
      assert.is.not(
        spawnSync('e2fsck', ['-f', '-p', path], { stdio: 'pipe' }).status,
        0,
        'fsck alone does not repair it',
      );
      assert.is(superblock(path), 0);
      keepsItsReceipt(path, folder);
    });

    it(`also where its first copy is torn with it: sector ${sector}, ${what}`, () => {
      const { path, folder } = dataPartition(megabytes);
      tear(path, sector);
      tear(path, sector, GROUP_BYTES);
      assert.is(superblock(path), 0);
      keepsItsReceipt(path, folder);
    });
  }
}

it('where it and its copies have a wrong sum, as Linux leaves them while it grows, it is made whole', () => {
  const { path, folder } = dataPartition();
  const file = openSync(path, 'r+');
  // The sum is the last number; the superblock itself is 1 KB behind the beginning.
  for (const begin of [1024, GROUP_BYTES, 3 * GROUP_BYTES]) writeSync(file, random.bytes(4), 0, 4, begin + 1020);
  closeSync(file);
  assert.is(superblock(path), 0);
  keepsItsReceipt(path, folder);
});

it('damage elsewhere is left to fsck: only a torn superblock is worth a repair of all that may be lost by it', () => {
  const { path } = dataPartition();
  const file = openSync(path, 'r+');
  // The table of inodes, among them that of the journal: dumpe2fs reports its wrong sum too, and fails.
  const [block] =
    /(?<=at block )\d+/.exec(execFileSync('debugfs', ['-R', 'imap <8>', path], { stdio: 'pipe' }).toString()) ?? [];
  writeSync(file, random.bytes(64 * 1024), 0, 64 * 1024, Number(block) * 4096);
  closeSync(file);
  assert.is.not(spawnSync('dumpe2fs', ['-h', path], { stdio: 'pipe' }).status, 0);
  const before = readFileSync(path);
  assert.is(superblock(path), 0);
  assert.ok(readFileSync(path).equals(before));
});

it('a sound partition stays as it is, and what is no file system is refused', () => {
  const { path } = dataPartition();
  const before = readFileSync(path);
  assert.is(superblock(path), 0);
  assert.ok(readFileSync(path).equals(before));
  writeFileSync(path, random.bytes(1024 * 1024));
  assert.is(superblock(path), 1);
});

test.after(cleanUp);
test.run();
