import { hash } from 'node:crypto';
import { SECTOR } from './inode.js';

/**
 * A print of a file is the sum of the prints of its sectors, so that the print of a file that differs from a known one in
 * some sectors is had from those alone. 48 bits: among a million states the chance that two have the same is 1 to 500.
 */
const BITS = 2 ** 48;
const ZEROS = Buffer.alloc(SECTOR);
const scratch = Buffer.alloc(SECTOR + 4);
const known = new WeakMap<Buffer, number>();

/** Of the sector at byte `at`; a short one counts as filled up with zeros, and zeros count nothing. */
export function printOfSector(at: number, sector: Buffer): number {
  if (sector.equals(ZEROS.subarray(0, sector.length))) return 0;
  scratch.fill(0).writeUInt32LE(at);
  sector.copy(scratch, 4);
  return hash('sha256', scratch, 'buffer').readUIntLE(0, 6);
}

export function plus(print: number, added: number, removed: number): number {
  return (print + added - removed + BITS) % BITS;
}

/** Of bytes that will not be changed in place any more. */
export function printOf(bytes: Buffer): number {
  let print = known.get(bytes);
  if (print === undefined) {
    print = 0;
    for (let at = 0; at < bytes.length; at += SECTOR) {
      print = plus(print, printOfSector(at, bytes.subarray(at, at + SECTOR)), 0);
    }
    known.set(bytes, print);
  }
  return print;
}

/** Returns the fingerprint of bytes that were read elsewhere. */
export function notePrint(bytes: Buffer, print: number): Buffer {
  known.set(bytes, print);
  return bytes;
}

/** Equal for equal contents of a disk. */
export function fingerprint(state: ReadonlyMap<string, Buffer | 'folder'>): string {
  const parts = Array.from(state, ([path, content]) =>
    content === 'folder' ? path : `${path} ${content.length} ${printOf(content)}`,
  );
  return hash('sha256', parts.sort().join('\n'), 'base64');
}
