import { DiskError } from '../../../src/base/disk.js';
import { applyBoard, type BoardFolders, type BoardDeps } from '../../../src/programs/board/apply.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import { FACTS, PASSWORD } from './files.js';

export const FOLDERS: BoardFolders = { firmware: '/boot', keep: '/keep', run: '/run', data: '/data' };

/** A card in memory, with this file on the partition that every computer reads. */
export function cardWith(file: string | Buffer | null): MemoryDisk {
  const folders = ['/boot', '/keep', '/run', '/data'].map((path) => [path, 'folder'] as const);
  const files = file === null ? [] : [['/boot/kasirbox.toml', Buffer.from(file)] as const];
  return new MemoryDisk(new Map<string, Buffer | 'folder'>([...folders, ...files]));
}

/** What a board on such a card did, beside what it wrote. */
export interface Seen {
  readonly given: Map<string, string>;
  remounts: number;
  hostname: string;
}

export function partsOn(disk: MemoryDisk, more: Partial<BoardDeps> = {}): { deps: BoardDeps; seen: Seen } {
  const seen: Seen = { given: new Map(), remounts: 0, hostname: '' };
  const deps: BoardDeps = {
    disk,
    async read(path, most) {
      const entry = disk.names.get(path);
      if (entry === undefined) return null;
      if (entry === 'folder') throw new DiskError('EISDIR', 'read', path);
      return entry.read(0, most);
    },
    makeFolder: (path) => disk.makeDir(path),
    async give(path, mode, owner) {
      seen.given.set(path.replace(/\.tmp$/, ''), `${mode.toString(8)} ${owner}`);
    },
    async whileWritable(_folder, work) {
      seen.remounts += 1;
      await work();
    },
    async setHostName(name) {
      seen.hostname = name;
    },
    facts: FACTS,
    newPassword: PASSWORD,
    ...more,
  };
  return { deps, seen };
}

export async function start(disk: MemoryDisk, more: Partial<BoardDeps> = {}) {
  const { deps, seen } = partsOn(disk, more);
  return { ...(await applyBoard(FOLDERS, deps)), seen };
}

/** The files on a card, as text. */
export function textsOn(disk: MemoryDisk, below = '/'): Map<string, string> {
  const files = [...disk.contents()].flatMap(([path, content]) =>
    content === 'folder' || !path.startsWith(below) ? [] : [[path, content.toString()] as const],
  );
  return new Map(files.sort(([one], [other]) => (one < other ? -1 : 1)));
}
