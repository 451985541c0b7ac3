import { execFileSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cleanUp, temporaryFolder } from '../process.js';
import { checkFat, dumpFolder, FILESYSTEM_NEEDS, mendExt4, partitionOf, readFat, takeOut } from './filesystem.js';
import { masterBootRecord } from './partitions.js';
import { missingPackages } from './programs.js';

const MB = 1024 * 1024;
const FAT = { start: MB, size: 8 * MB, type: 0x0c };
const DATA = { start: 16 * MB, size: 8 * MB, type: 0x83 };

const missing = missingPackages(FILESYSTEM_NEEDS);
if (missing.length > 0) console.log(`skipped: this needs ${missing.join(' ')}`);

function it(name: string, work: () => void): void {
  if (missing.length === 0) test(name, work);
  else test.skip(name, work);
}

/** A card with a FAT partition and an ext4 one. */
function makeCard(folder: string): string {
  const [card, fat, data, tree] = ['card.img', 'fat.img', 'data.img', 'tree'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ];
  mkdirSync(join(tree, 'kasirbox/deep'), { recursive: true });
  writeFileSync(join(tree, 'kasirbox/deep/ledger'), 'a receipt\n');
  execFileSync('mkfs.vfat', ['-C', fat, String(FAT.size / 1024)], { stdio: 'pipe' });
  execFileSync('mcopy', ['-i', fat, '-', '::uboot.env'], { input: Buffer.alloc(16384, 'env'), stdio: 'pipe' });
  execFileSync('mke2fs', ['-q', '-t', 'ext4', '-d', tree, '-F', data, '8M'], { stdio: 'pipe' });
  const file = openSync(card, 'w');
  writeSync(file, masterBootRecord(1, [FAT, DATA]));
  writeSync(file, readFileSync(fat), 0, FAT.size, FAT.start);
  writeSync(file, readFileSync(data), 0, DATA.size, DATA.start);
  closeSync(file);
  return card;
}

function overwrite(path: string, at: number, bytes: Buffer): void {
  const file = openSync(path, 'r+');
  writeSync(file, bytes, 0, bytes.length, at);
  closeSync(file);
}

it('an ext4 partition of an image is taken out, looked into, and found broken where it is', () => {
  const folder = temporaryFolder();
  const card = makeCard(folder);
  const before = readFileSync(card);
  assert.equal(partitionOf(card, 2), DATA);
  assert.throws(() => partitionOf(card, 3), /no partition 3/);
  const part = join(folder, 'part.img');
  takeOut(card, partitionOf(card, 2), part);
  assert.is(statSync(part).size, DATA.size);
  assert.ok(statSync(part).blocks * 512 < DATA.size / 2, 'its empty parts take room');
  assert.ok(readFileSync(part).equals(before.subarray(DATA.start, DATA.start + DATA.size)));
  const { isSound, said } = mendExt4(part);
  assert.ok(isSound, said);
  dumpFolder(part, '/kasirbox', join(folder, 'a dump'));
  assert.is(readFileSync(join(folder, 'a dump/kasirbox/deep/ledger'), 'utf8'), 'a receipt\n');
  assert.throws(() => dumpFolder(part, '/nothing', join(folder, 'another dump')), /not found/);
  overwrite(part, 64 * 1024, Buffer.alloc(2 * MB, 0x5a));
  assert.not.ok(mendExt4(part).isSound);
  assert.ok(readFileSync(card).equals(before), 'the image has changed');
});

it('what a power cut leaves of the journal is no fault', () => {
  const folder = temporaryFolder();
  const card = makeCard(folder);
  const part = join(folder, 'part.img');
  takeOut(card, DATA, part);
  const commands = join(folder, 'commands');
  // A write that is only in the journal.
  writeFileSync(commands, 'jo\njw -b 400 block\njc\n');
  writeFileSync(join(folder, 'block'), Buffer.alloc(1024, 'j'));
  execFileSync('debugfs', ['-w', '-f', commands, part], { cwd: folder, stdio: 'pipe' });
  const features = (): string => execFileSync('dumpe2fs', ['-h', part], { stdio: 'pipe' }).toString();
  assert.match(features(), /needs_recovery/);
  const { isSound, said } = mendExt4(part);
  assert.ok(isSound, said);
  assert.not.match(features(), /needs_recovery/);
});

it('a FAT partition is sound also when it was in use, and not when its clusters are lost', () => {
  const folder = temporaryFolder();
  const card = makeCard(folder);
  assert.equal(readFat(card, FAT, 'uboot.env'), Buffer.alloc(16384, 'env'));
  assert.throws(() => readFat(card, FAT, 'nothing'), /not found|No such/i);
  const part = join(folder, 'part.img');
  takeOut(card, FAT, part);
  assert.ok(checkFat(part).isSound);
  // FAT16: the mark that it is mounted; then the second cluster of the file.
  overwrite(part, 37, Buffer.from([1]));
  assert.match(checkFat(part).said, /Dirty bit/);
  assert.ok(checkFat(part).isSound);
  overwrite(part, readFileSync(part).readUInt16LE(14) * 512 + 8, Buffer.alloc(2));
  assert.not.ok(checkFat(part).isSound, checkFat(part).said);
  truncateSync(part, 512);
  assert.not.ok(checkFat(part).isSound);
});

test.after(cleanUp);
test.run();
