import { dirname } from 'node:path';
import { type Disk, DiskError, type DiskFile } from '../../../src/base/disk.js';
import { Inode, SECTOR } from './inode.js';

const PAGE = 4096;

export type Operation =
  | 'open'
  | 'create'
  | 'list'
  | 'makeDir'
  | 'rename'
  | 'remove'
  | 'syncDir'
  | 'freeBytes'
  | 'size'
  | 'read'
  | 'write'
  | 'datasync'
  | 'close';

/** Operations that a power cut may fall before or after with another outcome. */
export const CHANGING: readonly Operation[] = ['create', 'makeDir', 'rename', 'remove', 'syncDir', 'write', 'datasync'];

export type Entry = Inode | 'folder';

/** One change of names that a later `syncDir` of `folder` makes durable; `null` removes. */
export interface NameChange {
  readonly folder: string;
  readonly sets: readonly (readonly [path: string, entry: Entry | null])[];
}

export function applyNames(names: Map<string, Entry>, changes: readonly NameChange[]): void {
  for (const [path, entry] of changes.flatMap(({ sets }) => sets)) {
    if (entry === null) names.delete(path);
    else names.set(path, entry);
  }
}

/** An errno name makes the operation fail with it. */
export type Fault = (operation: Operation, path: string) => string | undefined;

/**
 * A disk in memory that distinguishes a program's view from what would remain after a power cut.
 * Paths are absolute; the root folder exists.
 */
export class MemoryDisk implements Disk {
  readonly names: Map<string, Entry>;
  readonly durableNames: Map<string, Entry>;
  pendingNames: NameChange[] = [];
  /** Called before every operation. */
  before: (operation: Operation, path: string) => void = () => undefined;
  fault: Fault = () => undefined;
  /** True when a later flush still writes the data of a failed one, as on some file systems; on most it never does. */
  keepOnFailure = false;
  /** Bytes that all files together may take. */
  budget = Number.MAX_SAFE_INTEGER;
  /** Whole 4 KB blocks that went to the device, in bytes, and flushes of files that had something to write. */
  flashBytes = 0;
  flushes = 0;

  constructor(names: ReadonlyMap<string, Buffer | 'folder'> = new Map()) {
    const entries = Array.from(
      names,
      ([path, content]) => [path, content === 'folder' ? content : new Inode(content)] as const,
    );
    this.names = new Map(entries);
    this.durableNames = new Map(entries);
  }

  /** Is there anything whose flush has failed? */
  get hasFailed(): boolean {
    return [...this.names.values()].some((entry) => entry !== 'folder' && entry.limbo.size > 0);
  }

  /** The same disk at this moment, page cache and all: what the next process finds when the one that writes was killed. */
  copy(): MemoryDisk {
    const inodes = new Map<Inode, Inode>();
    const copied = <E extends Entry | null>(entry: E): E | Inode => {
      if (!(entry instanceof Inode)) return entry;
      const inode = inodes.get(entry) ?? entry.copy();
      inodes.set(entry, inode);
      return inode;
    };
    const copy = new MemoryDisk();
    for (const [path, entry] of this.names) copy.names.set(path, copied(entry));
    for (const [path, entry] of this.durableNames) copy.durableNames.set(path, copied(entry));
    copy.pendingNames = this.pendingNames.map(({ folder, sets }) => ({
      folder,
      sets: sets.map(([path, entry]) => [path, copied(entry)] as const),
    }));
    return copy;
  }

  /** The bytes of every file, as processes see them; folders too. */
  contents(): Map<string, Buffer | 'folder'> {
    return new Map(Array.from(this.names, ([path, entry]) => [path, entry === 'folder' ? entry : entry.current]));
  }

  /** Changes bytes behind everybody's back, on the device too. */
  damage(path: string, change: (bytes: Buffer) => Buffer): void {
    this.names.set(path, new Inode(change(Buffer.from(this.inode('open', path).current))));
    this.durableNames.set(path, this.names.get(path) ?? 'folder');
  }

  /** Removes files and folders below a path behind everybody's back. */
  forget(path: string): void {
    for (const name of [...this.names.keys()]) {
      if (name !== path && !name.startsWith(`${path}/`)) continue;
      this.names.delete(name);
      this.durableNames.delete(name);
    }
  }

  async open(path: string): Promise<DiskFile> {
    this.begin('open', path);
    return new MemoryFile(this, path, this.inode('open', path));
  }

  async create(path: string): Promise<DiskFile> {
    this.begin('create', path);
    if (this.names.has(path)) throw new DiskError('EEXIST', 'create', path);
    this.folder('create', dirname(path));
    const inode = new Inode(Buffer.alloc(0));
    this.alter([[path, inode]]);
    return new MemoryFile(this, path, inode);
  }

  async list(folder: string): Promise<string[]> {
    this.begin('list', folder);
    const inside = [...this.names.keys()].filter((path) => dirname(path) === folder && path !== folder);
    return inside.map((path) => path.slice(folder.length + 1)).sort();
  }

  async makeDir(folder: string): Promise<void> {
    this.begin('makeDir', folder);
    for (let at = folder.indexOf('/', 1); ; at = folder.indexOf('/', at + 1)) {
      const path = at < 0 ? folder : folder.slice(0, at);
      if (!this.names.has(path)) this.alter([[path, 'folder']]);
      if (at < 0) return;
    }
  }

  async rename(from: string, to: string): Promise<void> {
    this.begin('rename', from);
    const inode = this.inode('rename', from);
    this.alter([
      [from, null],
      [to, inode],
    ]);
  }

  async remove(path: string): Promise<void> {
    this.begin('remove', path);
    if (this.names.has(path)) this.alter([[path, null]]);
  }

  async syncDir(folder: string): Promise<void> {
    this.begin('syncDir', folder);
    this.folder('fsync', folder);
    applyNames(
      this.durableNames,
      this.pendingNames.filter((change) => change.folder === folder),
    );
    this.pendingNames = this.pendingNames.filter((change) => change.folder !== folder);
  }

  async freeBytes(folder: string): Promise<number> {
    this.begin('freeBytes', folder);
    return this.budget - this.used();
  }

  /** Counts an operation, and fails it when the test wants so. */
  begin(operation: Operation, path: string): void {
    this.before(operation, path);
    const code = this.fault(operation, path);
    if (code !== undefined) throw new DiskError(code, operation, path);
  }

  used(): number {
    return [...this.names.values()].reduce((sum, entry) => sum + (entry === 'folder' ? 0 : entry.size), 0);
  }

  countFlush(inode: Inode): void {
    if (inode.pending.size === 0) return;
    const pages = new Set([...inode.pending.keys()].map((sector) => Math.floor((sector * SECTOR) / PAGE)));
    this.flashBytes += pages.size * PAGE;
    this.flushes += 1;
  }

  private inode(operation: string, path: string): Inode {
    const entry = this.names.get(path);
    if (entry === undefined) throw new DiskError('ENOENT', operation, path);
    if (entry === 'folder') throw new DiskError('EISDIR', operation, path);
    return entry;
  }

  private folder(operation: string, path: string): void {
    if (path !== '/' && this.names.get(path) !== 'folder') throw new DiskError('ENOENT', operation, path);
  }

  private alter(sets: NameChange['sets']): void {
    const change = { folder: dirname(sets[0]?.[0] ?? '/'), sets };
    applyNames(this.names, [change]);
    this.pendingNames.push(change);
  }
}

class MemoryFile implements DiskFile {
  constructor(
    private readonly disk: MemoryDisk,
    private readonly path: string,
    private readonly inode: Inode,
  ) {}

  async size(): Promise<number> {
    this.disk.begin('size', this.path);
    return this.inode.size;
  }

  async read(position: number, length: number): Promise<Buffer> {
    this.disk.begin('read', this.path);
    return this.inode.read(position, length);
  }

  write(position: number, bytes: Uint8Array): void {
    this.disk.begin('write', this.path);
    const growth = Math.max(0, position + bytes.length - this.inode.size);
    const room = this.disk.budget - this.disk.used();
    if (growth <= room || growth === 0) {
      this.inode.write(position, bytes);
      return;
    }
    // As a file system does: what fits is written, the rest is refused.
    const fitting = bytes.length - (growth - Math.max(0, room));
    if (fitting > 0) this.inode.write(position, bytes.subarray(0, fitting));
    throw new DiskError('ENOSPC', 'write', this.path);
  }

  async datasync(): Promise<void> {
    try {
      this.disk.begin('datasync', this.path);
    } catch (error) {
      if (!this.disk.keepOnFailure) this.inode.fail();
      throw error;
    }
    this.disk.countFlush(this.inode);
    this.inode.flush();
  }

  async close(): Promise<void> {
    this.disk.begin('close', this.path);
  }
}
