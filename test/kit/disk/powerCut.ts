import { dirname } from 'node:path';
import type { Random } from '../random.js';
import { choicesOf, type FileAtCut, made, radicesOf } from './device.js';
import type { Inode } from './inode.js';
import { applyNames, type Entry, MemoryDisk, type NameChange } from './memory.js';

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
    files.set(inode, { durable: inode.durable, size: inode.pendingSize, waiting: waitingOf(inode) });
  }
  return { durableNames: new Map(disk.durableNames), pendingNames, files };
}

function waitingOf({ limbo, pending }: Inode): FileAtCut['waiting'] {
  const waiting = new Map(limbo);
  for (const [sector, versions] of pending) waiting.set(sector, [...(limbo.get(sector) ?? []), ...versions]);
  return waiting;
}

/**
 * What a power cut at this moment may leave: any version of each sector that was not flushed, any length between old
 * and new, the names of each folder after any prefix of its changes not yet synced. All of it when that is at most `limit`
 * states, else `limit` of them: the two extremes and random ones. What no sync speaks of is free, each for itself; what
 * was flushed, and names that were synced, are there in every state.
 */
export function* statesAfterCut(moment: Moment, random: Random, limit: number): Generator<State> {
  const { durableNames, files, pendingNames } = moment;
  const free = [...files].filter(([, file]) => file.waiting.size > 0 || file.size !== file.durable.length);
  const all = [...files.values()];
  const choices = free.map(([inode, file]) => {
    const own = choicesOf(
      file,
      all.filter((other) => other !== file),
    );
    return { inode, own, radices: radicesOf(own) };
  });
  const folders = [...new Set(pendingNames.map(({ folder }) => folder))];
  const changes = folders.map((folder) => pendingNames.filter((change) => change.folder === folder));
  const radices = [...changes.map((list) => list.length + 1), ...choices.flatMap((choice) => choice.radices)];
  for (const ways of combinations(radices, random, limit)) {
    const kept = new Set(changes.flatMap((list, index) => list.slice(0, list.length - (ways[index] ?? 0))));
    const names = new Map(durableNames);
    applyNames(
      names,
      pendingNames.filter((change) => kept.has(change)),
    );
    const contents = new Map<Inode, Buffer>();
    let next = folders.length;
    for (const { inode, own, radices: counts } of choices) {
      contents.set(inode, made(own, ways.slice(next, next + counts.length)));
      next += counts.length;
    }
    const state: State = new Map();
    for (const [path, entry] of names) {
      if (!reachable(names, path)) continue;
      state.set(path, entry === 'folder' ? entry : (contents.get(entry) ?? files.get(entry)?.durable ?? entry.durable));
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

/** The worst cut: only what was promised is there. */
export function promisedOnly(disk: MemoryDisk): MemoryDisk {
  const state: State = new Map();
  for (const [path, entry] of disk.durableNames) {
    if (reachable(disk.durableNames, path)) state.set(path, entry === 'folder' ? entry : entry.durable);
  }
  return new MemoryDisk(state);
}
