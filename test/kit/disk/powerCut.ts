import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Random } from '../random.js';
import { type Inode, SECTOR } from './inode.js';
import { applyNames, type Entry, MemoryDisk, type NameChange } from './memory.js';

/** A file at the moment of a power cut. */
interface FileAtCut {
  readonly durable: Buffer;
  readonly size: number;
  readonly pending: ReadonlyMap<number, readonly Buffer[]>;
}

/** All that decides what a power cut at one moment may leave. Nothing in it changes any more. */
export interface Moment {
  readonly durableNames: ReadonlyMap<string, Entry>;
  readonly pendingNames: readonly NameChange[];
  readonly files: ReadonlyMap<Inode, FileAtCut>;
}

/** What the device holds when power comes back. */
export type State = Map<string, Buffer | 'folder'>;

export function momentOf(disk: MemoryDisk): Moment {
  const pendingNames = [...disk.pendingNames];
  const files = new Map<Inode, FileAtCut>();
  const entries = [
    ...disk.durableNames.values(),
    ...pendingNames.flatMap(({ sets }) => sets.map(([, entry]) => entry)),
  ];
  for (const inode of entries) {
    if (inode === null || inode === 'folder') continue;
    files.set(inode, { durable: inode.durable, size: inode.pendingSize, pending: new Map(inode.pending) });
  }
  return { durableNames: new Map(disk.durableNames), pendingNames, files };
}

/** One free choice of the device: how many ways there are, and what each does to the file. */
interface Choice {
  readonly ways: number;
  readonly apply: (way: number, file: FileBeingMade) => void;
}

interface FileBeingMade {
  size: number;
  bytes: Buffer;
}

const JUNK = Buffer.alloc(SECTOR, Buffer.from('KBR1 junk of another file \xff\x00', 'latin1'));

/** The lengths that a file that grew may have: old, new, and places between, also inside a sector. */
function sizesOf({ durable, size }: FileAtCut): number[] {
  const middle = durable.length + Math.floor((size - durable.length) / 2);
  return [
    ...new Set([
      size,
      durable.length,
      middle,
      Math.max(durable.length, size - SECTOR),
      Math.max(durable.length, size - 3),
    ]),
  ];
}

function choicesOf(file: FileAtCut): Choice[] {
  const sizes = sizesOf(file);
  const choices: Choice[] = [{ ways: sizes.length, apply: (way, made) => void (made.size = sizes[way] ?? file.size) }];
  for (const [sector, versions] of file.pending) {
    const at = sector * SECTOR;
    const old = Buffer.alloc(SECTOR);
    if (at < file.durable.length) file.durable.copy(old, 0, at, at + SECTOR);
    // Space that no file owned before may hold what its last owner left there.
    const without = at < file.durable.length ? [old] : [old, JUNK];
    const different = versions.filter(
      (version) => !version.equals(old.subarray(0, version.length)) || at >= file.durable.length,
    );
    const ways = [...[...different].reverse(), ...without];
    if (ways.length > 1)
      choices.push({ ways: ways.length, apply: (way, made) => void ways[way]?.copy(made.bytes, at) });
  }
  return choices;
}

function made(file: FileAtCut, choices: readonly Choice[], ways: readonly number[]): Buffer {
  const result: FileBeingMade = { size: file.size, bytes: Buffer.alloc(Math.max(file.size, file.durable.length)) };
  file.durable.copy(result.bytes);
  choices.forEach((choice, i) => choice.apply(ways[i] ?? 0, result));
  return result.bytes.subarray(0, result.size);
}

/**
 * What a power cut at this moment may leave: any version of each sector that was not flushed, any length between old
 * and new, the names after any prefix of the changes not yet synced. All of it when that is at most `limit` states,
 * else `limit` of them: the two extremes and random ones.
 */
export function* statesAfterCut(moment: Moment, random: Random, limit: number): Generator<State> {
  const files = [...moment.files].filter(([, file]) => file.pending.size > 0 || file.size !== file.durable.length);
  const choices = files.map(([, file]) => choicesOf(file));
  const radices = [moment.pendingNames.length + 1, ...choices.flatMap((list) => list.map(({ ways }) => ways))];
  for (const ways of combinations(radices, random, limit)) {
    const names = new Map(moment.durableNames);
    applyNames(names, moment.pendingNames.slice(0, moment.pendingNames.length - (ways[0] ?? 0)));
    const contents = new Map<Inode, Buffer>();
    let next = 1;
    files.forEach(([inode, file], i) => {
      const own = choices[i] ?? [];
      contents.set(inode, made(file, own, ways.slice(next, next + own.length)));
      next += own.length;
    });
    const state: State = new Map();
    for (const [path, entry] of names) {
      if (!reachable(names, path)) continue;
      state.set(
        path,
        entry === 'folder' ? entry : (contents.get(entry) ?? moment.files.get(entry)?.durable ?? entry.durable),
      );
    }
    yield state;
  }
}

function reachable(names: ReadonlyMap<string, Entry>, path: string): boolean {
  const parent = dirname(path);
  return parent === '/' || (names.get(parent) === 'folder' && reachable(names, parent));
}

/** Way 0 of each choice is the newest, the last way the oldest. */
function* combinations(radices: readonly number[], random: Random, limit: number): Generator<number[]> {
  const total = radices.reduce((product, radix) => product * radix, 1);
  if (total <= limit) {
    for (let n = 0; n < total; n += 1) {
      let rest = n;
      yield radices.map((radix) => {
        const way = rest % radix;
        rest = Math.floor(rest / radix);
        return way;
      });
    }
    return;
  }
  yield radices.map(() => 0);
  yield radices.map((radix) => radix - 1);
  for (let n = 2; n < limit; n += 1) {
    const newest = random.pick([1, 2, 8]);
    yield radices.map((radix) => (random.oneIn(newest) ? random.int(0, radix - 1) : random.pick([0, radix - 1])));
  }
}

const checksums = new WeakMap<Buffer, number>();

function checksum(bytes: Buffer): number {
  const known = checksums.get(bytes) ?? crc32(bytes);
  checksums.set(bytes, known);
  return known;
}

/** Equal for equal states. */
export function fingerprint(state: State): string {
  const parts = Array.from(state, ([path, content]) =>
    content === 'folder' ? path : `${path} ${content.length} ${checksum(content)}`,
  );
  return parts.sort().join('\n');
}

/** The worst cut: only what was promised is there. */
export function promisedOnly(disk: MemoryDisk): MemoryDisk {
  const state: State = new Map();
  for (const [path, entry] of disk.durableNames) {
    if (reachable(disk.durableNames, path)) state.set(path, entry === 'folder' ? entry : entry.durable);
  }
  return new MemoryDisk(state);
}
