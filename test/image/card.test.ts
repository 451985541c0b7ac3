import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { holdsAt, mappedRanges, oldMedium, overwriteAt, writeByMap, writeToDevice } from '../kit/image/bmap.js';
import { building, DATA_MB, makeData } from '../kit/image/card.js';
import { blocksOf, ROOT } from '../house/documents.js';
import { checkFat, FILESYSTEM_NEEDS, partitionOf, partitionsIn, takeOut } from '../kit/image/filesystem.js';
import { missingPackages } from '../kit/image/programs.js';
import { cleanUp, temporaryFolder } from '../kit/process.js';

/** The card that `scripts/image` lays, with small partitions, written onto media that were used before. */
const SIZES = 'boot_mb=16 slot_mb=8';
const MB = 1024 ** 2;
/** Cards as people buy them, GB of 10⁹ bytes, and the most of their data partition that tables may take. */
const CARDS = [4, 8, 32, 64, 128];
const MAX_TABLES = 0.02;

const missing = missingPackages({
  ...FILESYSTEM_NEEDS,
  bmaptool: 'bmap-tools',
  sfdisk: 'fdisk',
  resize2fs: 'e2fsprogs',
  zstd: 'zstd',
});
if (missing.length > 0) console.log(`skipped: Debian packages: ${missing.join(' ')}`);

function it(name: string, work: () => void): void {
  if (missing.length === 0) test(name, work);
  else test.skip(name, work);
}

const folder = temporaryFolder();
const [card, map, packed] = ['card.img', 'kasirbox-1.0.0-arm64.bmap', 'kasirbox-1.0.0-arm64.img.zst'].map((name) =>
  join(folder, name),
) as [string, string, string];
/** The partitions that hold something, by their numbers. */
const CONTENTS = [
  [1, 'boot.vfat'],
  [2, 'slot.ext4'],
  [4, 'data.ext4'],
] as const;

/** Files that are mostly zeros, as firmware is, and file systems whose tables are. */
function layCard(): void {
  const tree = join(folder, 'tree');
  mkdirSync(tree);
  writeFileSync(
    join(tree, 'start.elf'),
    Buffer.concat([Buffer.from('head'), Buffer.alloc(300_000), Buffer.from('end')]),
  );
  building(`${SIZES}; make_fat "$1"`, join(folder, 'boot.vfat'));
  execFileSync('mcopy', ['-i', join(folder, 'boot.vfat'), join(tree, 'start.elf'), '::']);
  building(`${SIZES}; make_ext4 "$1" "$2" "\${slot_mb}M" -O ^has_journal`, tree, join(folder, 'slot.ext4'));
  makeData(tree, join(folder, 'data.ext4'));
  building(`${SIZES}; lay_card "$1" "$2"; map_card "$2" "$3"`, folder, card, map);
  execFileSync('zstd', ['-q', '-1', '-o', packed, card]);
}

/** A card of a former life: a system in what becomes slot B, and no byte that is zero. */
function usedCard(path: string): void {
  oldMedium(path, statSync(card).size);
  overwriteAt(path, partitionOf(card, 3).start, join(folder, 'slot.ext4'));
}

/** Compares what a board uses of a card, byte for byte, and lets each file system be checked. */
function assertFlashed(medium: string): void {
  assert.equal(partitionsIn(medium), partitionsIn(card));
  for (const [number, name] of CONTENTS) {
    const { start } = partitionOf(medium, number);
    assert.ok(holdsAt(medium, start, join(folder, name)), `partition ${number} is not ${name}`);
  }
  const part = join(folder, 'part');
  takeOut(medium, partitionOf(medium, 3), part);
  assert.is(spawnSync('blkid', ['-p', part], { encoding: 'utf8' }).stdout, '', 'slot B is taken for a system');
  takeOut(medium, partitionOf(medium, 1), part);
  assert.ok(checkFat(part).isSound);
  for (const number of [2, 4]) {
    takeOut(medium, partitionOf(medium, number), part);
    assert.is(spawnSync('e2fsck', ['-f', '-n', part]).status, 0, `partition ${number}`);
  }
  rmSync(part);
}

it('the map names all that a board reads, and leaves out the inside of slot B', () => {
  layCard();
  const { start, size } = partitionOf(card, 3);
  const mapped = mappedRanges(map);
  assert.equal(mapped, [
    { start: 0, end: start + MB },
    { start: start + size - MB, end: statSync(card).size },
  ]);
});

it('written by its map onto a card that was used before, it is what was made', () => {
  const medium = join(folder, 'medium');
  usedCard(medium);
  writeByMap(card, map, medium);
  assertFlashed(medium);
  rmSync(medium);
});

it('so it is by the command of the documentation, from the packed image onto a device', () => {
  const medium = join(folder, 'medium');
  usedCard(medium);
  const flash = blocksOf('docs/board.md').find(({ kind, text }) => kind === 'console' && text.includes('bmaptool'));
  assert.ok(flash);
  if (!writeToDevice(flash.text, folder, medium))
    console.log('no loop device here: tried by a reader of the map alone');
  else assertFlashed(medium);
  rmSync(medium);
});

it('a map that leaves out zeros is refused while the image is made', () => {
  const sparse = join(folder, 'sparse.img');
  copyFileSync(card, sparse);
  execFileSync('fallocate', ['--dig-holes', sparse]);
  const script = `${SIZES}; ! map_card "$1" "$2"`;
  building(script, sparse, join(folder, 'sparse.bmap'));
  rmSync(sparse);
});

it('the type of the boot partition is that of its file system', () => {
  assert.is(partitionOf(card, 1).type, 0x0e);
  assert.match(
    execFileSync('blkid', ['-p', '-o', 'export', join(folder, 'boot.vfat')], { encoding: 'utf8' }),
    /^VERSION=FAT16$/m,
  );
});

it('tables take little of the data partition, whatever card people buy', () => {
  const data = join(folder, 'grown.ext4');
  const flashed = execFileSync('dumpe2fs', ['-h', join(folder, 'data.ext4')], { encoding: 'utf8', stdio: 'pipe' });
  const reserved = Number(/^Reserved GDT blocks: +(\d+)$/m.exec(flashed)?.[1]);
  for (const gigabytes of CARDS) {
    copyFileSync(join(folder, 'data.ext4'), data);
    // What gap, boot partition and two slots of the image leave.
    truncateSync(data, Math.floor((gigabytes * 1e9 - (4 + 256 + 2 * 640) * MB) / 4096) * 4096);
    execFileSync('resize2fs', [data], { stdio: 'pipe' });
    const head = execFileSync('dumpe2fs', ['-h', data], { encoding: 'utf8', stdio: 'pipe' });
    const of = (name: string): number => Number(new RegExp(`^${name}: +(\\d+)$`, 'm').exec(head)?.[1]);
    assert.is(of('Block size'), 4096);
    // Linux refuses to grow it where they do not fit into one transaction: a third of the journal.
    const journal = Number(/^Total journal blocks: +(\d+)$/m.exec(head)?.[1]);
    assert.ok(reserved + 16 < journal / 3, `${reserved} reserved blocks, a journal of ${journal}`);
    const tables = 1 - of('Free blocks') / of('Block count');
    assert.ok(tables < MAX_TABLES, `${gigabytes} GB: ${(100 * tables).toFixed(1)} % of the partition are tables`);
    // A ledger of 8 MB segments, with views of each month: a file for each half megabyte is more than it ever has.
    assert.ok(of('Free inodes') > (of('Block count') * 4096) / MB, `${gigabytes} GB: ${of('Free inodes')} files`);
  }
  assert.is(statSync(join(folder, 'data.ext4')).size, DATA_MB * MB);
});

/**
 * The first step of a start on a card of this many sectors: the sectors of its data partition then, and whether the
 * table was written.
 */
function grown(sectors: number): { readonly length: number; readonly isWritten: boolean } {
  const root = temporaryFolder();
  const disk = join(root, 'dev/mmcblk0');
  const data = partitionOf(card, 4);
  const before = { 'mmcblk0/size': sectors, 'mmcblk0p4/start': data.start / 512, 'mmcblk0p4/size': data.size / 512 };
  for (const [path, value] of Object.entries(before)) {
    mkdirSync(join(root, 'sys', path, '..'), { recursive: true });
    writeFileSync(join(root, 'sys', path), `${value}\n`);
  }
  mkdirSync(join(root, 'dev'));
  writeFileSync(disk, readFileSync(card).subarray(0, 512));
  const init = readFileSync(join(ROOT, 'board/initramfs/init'), 'utf8');
  const [step = ''] = /^grow_data\(\) \{$[^]*?^\}$/m.exec(init) ?? [];
  const script = step.replaceAll('/sys/class/block/', `${root}/sys/`).replaceAll('/dev/$disk', `${root}/dev/$disk`);
  const said = building(
    `blockdev() { echo reread; }; disk=mmcblk0 part=mmcblk0p; ${script.replaceAll('2>/dev/null', '')}; grow_data || true`,
  );
  return { length: partitionOf(disk, 4).size / 512, isWritten: said.includes('reread') };
}

it('the data partition gets the rest of its card, and 256 GB of a larger one', () => {
  const { start, size } = partitionOf(card, 4);
  const begin = start / 512;
  assert.equal(grown(begin + size / 512 + 8191), { length: size / 512, isWritten: false });
  assert.equal(grown(62_500_000), { length: 62_500_000 - begin, isWritten: true });
  // 1 TB, and more than the table of partitions can say.
  for (const sectors of [1_953_125_000, 10_000_000_000]) {
    assert.equal(grown(sectors), { length: (256 * 1024 ** 3) / 512, isWritten: true });
  }
});

test.after(cleanUp);
test.run();
