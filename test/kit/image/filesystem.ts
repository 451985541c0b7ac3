import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Partition, partitionsOf } from './partitions.js';
import './programs.js';
import { readWhole, SECTOR } from './writeLog.js';

/** e2fsck ended with this or less: nothing was wrong, or only what a board mends by itself at its start. */
const MENDED = 1;
/** Longest run of a program, ms. */
const LIMIT = 1_200_000;
/** Longest that a program may say, bytes: a file of the FAT partition is among it. */
const LONGEST = 64 * 1024 * 1024;
/** As much of what a program says as an error shows, characters. */
const SHOWN = 4000;

/** What file systems are looked into with, and the package of Debian that has it. */
export const FILESYSTEM_NEEDS = {
  e2fsck: 'e2fsprogs',
  debugfs: 'e2fsprogs',
  'fsck.vfat': 'dosfstools',
  mcopy: 'mtools',
};

/** What a check of a file system has found. */
export interface Finding {
  readonly isSound: boolean;
  /** The output of the program, to explain a failure. */
  readonly said: string;
}

/** The partitions of an image, or of its beginning. */
export function partitionsIn(image: string): Partition[] {
  const file = openSync(image, 'r');
  try {
    const sector = Buffer.alloc(SECTOR);
    readWhole(file, sector, 0);
    return partitionsOf(sector);
  } finally {
    closeSync(file);
  }
}

/** The one of this number, from 1 on. */
export function partitionOf(image: string, number: number): Partition {
  const partition = partitionsIn(image)[number - 1];
  if (partition === undefined) throw new Error(`${image} has no partition ${number}`);
  return partition;
}

/** Copies a partition of an image into a file of its own, in which empty parts take no room. The image stays as it is. */
export function takeOut(image: string, { start, size }: Omit<Partition, 'type'>, path: string): void {
  const flags = ['iflag=skip_bytes,count_bytes', 'bs=1M', 'conv=sparse', 'status=none'];
  must('truncate', ['--size=0', path]);
  must('dd', [`if=${image}`, `of=${path}`, `skip=${start}`, `count=${size}`, ...flags]);
  must('truncate', [`--size=${size}`, path]);
}

/** What a board does first with its data partition. */
export const SUPERBLOCK = resolve(import.meta.dirname, '../../../board/overlay/usr/lib/kasirbox/superblock');

/**
 * Does to an ext4 file system what a board does at its start (a torn superblock is put back; `fsck -p` plays the journal back), and then
 * looks at all of it.
 */
export function mendExt4(path: string): Finding {
  run(SUPERBLOCK, [path]);
  const mended = run('e2fsck', ['-f', '-p', path]);
  const found = run('e2fsck', ['-f', '-n', path]);
  return {
    isSound: mended.code <= MENDED && found.code === 0,
    said: `e2fsck -p: ${mended.code}\n${mended.said}e2fsck -n: ${found.code}\n${found.said}`,
  };
}

/** Copies a folder of an ext4 file system into `target`, which is made; for a file system that {@link mendExt4} has mended. */
export function dumpFolder(path: string, folder: string, target: string): void {
  mkdirSync(target, { recursive: true });
  const { said } = must('debugfs', ['-R', `rdump "${folder}" "${target}"`, path]);
  // debugfs ends with 0 whatever happens.
  if (/not found|error|failed/i.test(said)) throw new Error(said);
}

/**
 * Writes files into an ext4 file system, or into one inside an image: `card.img?offset=…`. Their folders must be there; an empty text
 * takes a file away.
 */
export function changeExt4(path: string, files: Readonly<Record<string, string>>): void {
  const folder = mkdtempSync(join(tmpdir(), 'ext4-'));
  const commands = Object.entries(files).flatMap(([name, text], number) => {
    const source = join(folder, String(number));
    writeFileSync(source, text);
    return [`rm ${name}`, ...(text === '' ? [] : [`write ${source} ${name}`])];
  });
  const script = join(folder, 'commands');
  writeFileSync(script, `${commands.join('\n')}\n`);
  const { said } = must('debugfs', ['-w', '-f', script, path]);
  rmSync(folder, { recursive: true });
  // A file that was not there before cannot be taken away, and that is well.
  const complaints = said.split('\n').filter((row) => row.startsWith('write: '));
  if (complaints.length > 0) throw new Error(said);
}

/**
 * What fsck.vfat says of a sound file system, also of one that was in use when the power was cut. Its table stands there twice, and the
 * second may be older: the first counts, and a start makes them the same.
 */
const SAID_OF_SOUND = [
  /^fsck\.fat \d/,
  /^FATs differ but appear to be intact\.$/,
  /^ {2}Using first FAT\.$/,
  /^Dirty bit is set\./,
  /^ Automatically removing dirty bit\.$/,
  /^Leaving filesystem unchanged\.$/,
  /: \d+ files, \d+\/\d+ clusters$/,
  /^$/,
];

/** What it says besides of the report, the one file that a start makes anew, when the power was cut meanwhile. */
const SAID_OF_REPORT = [
  /^Orphaned long file name part "kasirbox-report\.txt"$/,
  /^ {2}Auto-deleting\.$/,
  /^Reclaimed \d+ unused clusters? \(\d+ bytes\)\.$/,
  /^\/KASIRB~1\.TXT$/,
  /^ {2}Contains a free cluster \(\d+\)\. Assuming EOF\.$/,
  /^ {2}File size is \d+ bytes, cluster chain length is (?:> )?\d+ bytes\.$/,
  /^ {2}Truncating file to \d+ bytes\.$/,
];

/**
 * Looks at a FAT file system, which stays as it is. It is sound also where only the report is torn, and a copy is as sound as any other
 * after what a board does at its start (`fsck -a`).
 */
export function checkFat(path: string): Finding {
  const { said } = run('fsck.vfat', ['-n', path]);
  if (hasOnly(said, SAID_OF_SOUND)) return { isSound: true, said };
  if (!hasOnly(said, [...SAID_OF_SOUND, ...SAID_OF_REPORT])) return { isSound: false, said };
  const copy = `${path}.mended`;
  execFileSync('cp', ['--sparse=always', '--', path, copy]);
  const mended = run('fsck.vfat', ['-a', copy]);
  const after = run('fsck.vfat', ['-n', copy]).said;
  rmSync(copy);
  return { isSound: hasOnly(after, SAID_OF_SOUND), said: `${said}fsck.vfat -a: ${mended.said}fsck.vfat -n: ${after}` };
}

function hasOnly(said: string, patterns: readonly RegExp[]): boolean {
  return said.split('\n').every((line) => patterns.some((pattern) => pattern.test(line)));
}

/** A file of a FAT partition inside an image. Throws where it cannot be read. */
export function readFat(image: string, { start }: Pick<Partition, 'start'>, name: string): Buffer {
  const { code, bytes, said } = run('mcopy', ['-n', '-i', `${image}@@${start}`, `::${name}`, '-']);
  if (code !== 0) throw new Error(said);
  return bytes;
}

/** Writes a file of a FAT partition inside an image. */
export function writeFat(image: string, { start }: Partition, name: string, bytes: Buffer): void {
  must('mcopy', ['-D', 'o', '-i', `${image}@@${start}`, '-', `::${name}`], bytes);
}

interface Ran {
  readonly code: number;
  /** Standard output. */
  readonly bytes: Buffer;
  readonly said: string;
}

function run(program: string, args: readonly string[], input?: Buffer): Ran {
  const options = { env: { ...process.env, LC_ALL: 'C' }, timeout: LIMIT, maxBuffer: LONGEST, input };
  const { status, stdout, stderr, error } = spawnSync(program, args, options);
  // Of a file system in ruins e2fsck has more to say than anybody reads.
  if (error !== undefined && (error as NodeJS.ErrnoException).code !== 'ENOBUFS') throw error;
  return { code: status ?? -1, bytes: stdout, said: `${shown(stdout)}${shown(stderr)}` };
}

function shown(bytes: Buffer): string {
  return bytes.toString('latin1', 0, SHOWN);
}

function must(program: string, args: readonly string[], input?: Buffer): Ran {
  const ran = run(program, args, input);
  if (ran.code !== 0) throw new Error(`${program} ended with ${ran.code}: ${ran.said}`);
  return ran;
}
