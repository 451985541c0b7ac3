import { SECTOR } from './inode.js';
import { notePrint, plus, printOf, printOfSector } from './print.js';

/** A file at the moment of a power cut. */
export interface FileAtCut {
  /** What was flushed. */
  readonly durable: Buffer;
  /** Length after all writes. */
  readonly size: number;
  /** Versions of each sector that the device may hold beside the durable one, oldest first. */
  readonly waiting: ReadonlyMap<number, readonly Buffer[]>;
}

/** What one sector may be: way 0 is the newest version, the last is the one that was flushed before. */
interface SectorChoice {
  readonly at: number;
  readonly ways: readonly Buffer[];
  readonly prints: readonly number[];
}

/** All that a power cut may leave of one file: a number of ways for its length and for each sector. */
export interface FileChoices {
  readonly file: FileAtCut;
  readonly sizes: readonly number[];
  readonly sectors: readonly SectorChoice[];
}

const JUNK = Buffer.alloc(SECTOR, Buffer.from('KBR1 junk of another file \xff\x00', 'latin1'));

/**
 * The choices of a device about one file. A sector is written as one by every device that keeps its word; here it may also
 * be torn in the middle of its change, new before old, because that costs nothing and some devices program less at once.
 * Bytes that are the same in both are never harmed. Space that no file owned before may hold what its last owner left
 * there: junk, or a sector of a file of `others`, as those of a removed segment are.
 */
export function choicesOf(file: FileAtCut, others: readonly FileAtCut[]): FileChoices {
  const sectors: SectorChoice[] = [];
  for (const [sector, versions] of file.waiting) {
    const at = sector * SECTOR;
    const ways = waysOf(file, at, versions.map(whole), others);
    if (ways.length > 1) sectors.push({ at, ways, prints: ways.map((way) => printOfSector(at, way)) });
  }
  return { file, sizes: sizesOf(file), sectors };
}

function waysOf(
  { durable }: FileAtCut,
  at: number,
  versions: readonly Buffer[],
  others: readonly FileAtCut[],
): Buffer[] {
  const old = sectorOf(durable, at);
  const newest = versions[versions.length - 1] ?? old;
  const ways = [...versions].reverse().concat(torn(newest, old));
  if (at >= durable.length) {
    const stale = others.map((other) => sectorOf(other.durable, at)).find((bytes) => !bytes.equals(ZEROS));
    ways.push(JUNK, ...(stale === undefined ? [] : [stale]));
  }
  const different = ways.filter((way, index) => !way.equals(old) && ways.findIndex((one) => one.equals(way)) === index);
  return [...different, old];
}

const ZEROS = Buffer.alloc(SECTOR);

function sectorOf(bytes: Buffer, at: number): Buffer {
  return whole(bytes.subarray(at, at + SECTOR));
}

/** A sector at the end of a file is filled with zeros. */
function whole(bytes: Buffer): Buffer {
  if (bytes.length === SECTOR) return bytes;
  const sector = Buffer.alloc(SECTOR);
  bytes.copy(sector);
  return sector;
}

/** New up to the middle of what is different, old behind it. */
function torn(newer: Buffer, old: Buffer): Buffer {
  let first = 0;
  let last = SECTOR - 1;
  while (first < last && newer[first] === old[first]) first += 1;
  while (last > first && newer[last] === old[last]) last -= 1;
  const middle = Math.ceil((first + last) / 2);
  return Buffer.concat([newer.subarray(0, middle), old.subarray(middle)]);
}

/** The lengths that a file that grew may have: new, old, and places between, also inside a sector. */
function sizesOf({ durable: { length }, size }: FileAtCut): number[] {
  const middle = length + Math.floor((size - length) / 2);
  return [...new Set([size, middle, Math.max(length, size - SECTOR), Math.max(length, size - 3), length])];
}

/** How many ways there are, first for the length, then for each sector. */
export function radicesOf({ sizes, sectors }: FileChoices): number[] {
  return [sizes.length, ...sectors.map(({ ways }) => ways.length)];
}

/** The file with one outcome of each choice; never changed in place. */
export function made({ file, sizes, sectors }: FileChoices, ways: readonly number[]): Buffer {
  const { durable } = file;
  const size = sizes[ways[0] ?? 0] ?? file.size;
  const changed = sectors.flatMap(({ at, ways: versions, prints }, index) => {
    const way = ways[index + 1] ?? 0;
    const bytes = versions[way];
    const isOld = way === versions.length - 1;
    return isOld || at >= size || bytes === undefined ? [] : [{ at, bytes, now: prints[way], before: prints.at(-1) }];
  });
  if (changed.length === 0 && size === durable.length) return durable;
  const result = Buffer.allocUnsafeSlow(size);
  durable.copy(result);
  result.fill(0, durable.length);
  let print = printOf(durable);
  for (const { at, bytes, now = 0, before = 0 } of changed) {
    bytes.copy(result, at);
    print = plus(print, at + SECTOR <= size ? now : printOfSector(at, result.subarray(at)), before);
  }
  return notePrint(result, print);
}
