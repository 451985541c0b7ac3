import { execFileSync } from 'node:child_process';
import { closeSync, fstatSync, ftruncateSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';
import './programs.js';

/** Octal 245, as `tr '\0' '\245'` makes it: a byte that no empty block has. */
const OLD = 0xa5;
const PIECE = 4 * 1024 ** 2;

/** What a `.bmap` says is to be written, bytes: `end` is the first that is not. */
export interface MappedRange {
  readonly start: number;
  readonly end: number;
}

/** The ranges of a `.bmap` (bmap-tools, format 2.0), in their order. */
export function mappedRanges(map: string): MappedRange[] {
  const text = readFileSync(map, 'utf8');
  const block = Number(/<BlockSize>\s*(\d+)\s*</.exec(text)?.[1]);
  return Array.from(text.matchAll(/<Range[^>]*>\s*(\d+)(?:-(\d+))?\s*</g), ([, first = '', last = first]) => ({
    start: Number(first) * block,
    end: (Number(last) + 1) * block,
  }));
}

/** Simulates a used medium: a new file of this many bytes, none of them zero. */
export function oldMedium(path: string, bytes: number): void {
  const file = openSync(path, 'w');
  const piece = Buffer.alloc(PIECE, OLD);
  for (let at = 0; at < bytes; at += PIECE) writeSync(file, piece, 0, Math.min(PIECE, bytes - at), at);
  closeSync(file);
}

/** Writes an image onto a medium as bmaptool does: what the map does not name stays as it was. */
export function writeByMap(image: string, map: string, medium: string): void {
  const [from, to] = [openSync(image, 'r'), openSync(medium, 'r+')];
  const piece = Buffer.alloc(PIECE);
  const { size } = fstatSync(from);
  for (const { start, end } of mappedRanges(map)) {
    const last = Math.min(end, size);
    for (let at = start; at < last; at += PIECE) {
      const length = readSync(from, piece, 0, Math.min(PIECE, last - at), at);
      writeSync(to, piece, 0, length, at);
    }
  }
  closeSync(from);
  closeSync(to);
}

/**
 * Lets a command write onto a medium, through a loop device in the place of `/dev/sdX`, in this folder; false where this machine has no loop
 * device.
 */
export function writeToDevice(command: string, folder: string, medium: string): boolean {
  let device: string;
  try {
    device = execFileSync('losetup', ['--find', '--show', medium], { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return false;
  }
  try {
    execFileSync('bash', ['-euc', command.replace('/dev/sdX', device)], { cwd: folder, stdio: 'pipe' });
  } finally {
    execFileSync('losetup', ['--detach', device], { stdio: 'pipe' });
  }
  return true;
}

/** True when a part of a file has the bytes of another file, from this byte on and for as long as that is. */
export function holdsAt(medium: string, start: number, content: string): boolean {
  const [a, b] = [openSync(medium, 'r'), openSync(content, 'r')];
  const { size } = fstatSync(b);
  const [one, other] = [Buffer.alloc(PIECE), Buffer.alloc(PIECE)];
  let isSame = true;
  for (let at = 0; isSame && at < size; at += PIECE) {
    const length = readSync(b, other, 0, Math.min(PIECE, size - at), at);
    readSync(a, one, 0, length, start + at);
    isSame = one.subarray(0, length).equals(other.subarray(0, length));
  }
  closeSync(a);
  closeSync(b);
  return isSame;
}

/** Puts bytes into a file at a place, and makes it as long as it has to be. */
export function overwriteAt(path: string, start: number, content: string): void {
  const file = openSync(path, 'r+');
  const bytes = readFileSync(content);
  if (fstatSync(file).size < start + bytes.length) ftruncateSync(file, start + bytes.length);
  writeSync(file, bytes, 0, bytes.length, start);
  closeSync(file);
}
