import { basename, dirname } from 'node:path';
import type { Disk, DiskFile } from '../../base/index.js';
import { LOG_FOLDER, VIEWS_FOLDER } from './open.js';
import { recordLength, recordType } from './record.js';
import { BLOCK } from './segment.js';

/**
 * Causes of writes to the flash. `record`: records of types without a cause of their own; `ahead`: zeros for future
 * records; `segment`: headers of new segments; `view`: snapshots and indexes; `name`: syncs of folders; `file`: other
 * files.
 */
export const WEAR_CAUSES = [
  'intent',
  'result',
  'job',
  'seal',
  'record',
  'ahead',
  'segment',
  'view',
  'name',
  'file',
] as const;
export type WearCause = (typeof WEAR_CAUSES)[number];

interface WearCount {
  /** In whole blocks of 4 KB, as flash is written. The file system's own blocks are not counted. */
  bytes: number;
  flushes: number;
}

/** Bytes written for each cause since the last flush, and their blocks. */
interface Pending {
  readonly bytes: Map<WearCause, number>;
  readonly blocks: Set<number>;
}

/**
 * Counts writes to the flash by cause since the start of the box. A block written twice between two flushes counts
 * once, and causes that share a flush share its blocks in proportion to their bytes. A seal, which is not flushed,
 * counts as if the kernel wrote it back before the next record.
 */
export class Wear {
  /** Number of receipts written. */
  receipts = 0;
  private readonly counts = new Map<WearCause, WearCount>();

  of(cause: WearCause): Readonly<WearCount> {
    return this.counts.get(cause) ?? { bytes: 0, flushes: 0 };
  }

  /** Sum of all causes. */
  get total(): WearCount {
    const all = WEAR_CAUSES.map((cause) => this.of(cause));
    const sum = (key: keyof WearCount): number => all.reduce((total, worn) => total + worn[key], 0);
    return { bytes: sum('bytes'), flushes: sum('flushes') };
  }

  /** The same disk, with its writes counted. */
  counting(disk: Disk): Disk {
    const file = (inner: DiskFile, path: string): DiskFile => new CountedFile(inner, path, this);
    return {
      open: async (path) => file(await disk.open(path), path),
      create: async (path) => file(await disk.create(path), path),
      list: (folder) => disk.list(folder),
      makeDir: (folder) => disk.makeDir(folder),
      rename: (from, to) => disk.rename(from, to),
      remove: (path) => disk.remove(path),
      syncDir: (folder) => {
        this.add('name', 0, 1);
        return disk.syncDir(folder);
      },
      freeBytes: (folder) => disk.freeBytes(folder),
    };
  }

  add(cause: WearCause, bytes: number, flushes: number): void {
    const worn = this.counts.get(cause) ?? { bytes: 0, flushes: 0 };
    worn.bytes += bytes;
    worn.flushes += flushes;
    this.counts.set(cause, worn);
  }
}

class CountedFile implements DiskFile {
  private pending: Pending = { bytes: new Map(), blocks: new Set() };
  private readonly folder: string;

  constructor(
    private readonly inner: DiskFile,
    path: string,
    private readonly wear: Wear,
  ) {
    this.folder = basename(dirname(path));
  }

  size(): Promise<number> {
    return this.inner.size();
  }

  read(position: number, length: number): Promise<Buffer> {
    return this.inner.read(position, length);
  }

  write(position: number, bytes: Uint8Array): void {
    this.inner.write(position, bytes);
    const first = Math.floor(position / BLOCK);
    const last = Math.floor((position + bytes.length - 1) / BLOCK);
    const causes = this.causesOf(position, bytes);
    if (causes.size === 1 && causes.has('seal')) {
      this.wear.add('seal', (last - first + 1) * BLOCK, 0);
      return;
    }
    const { pending } = this;
    for (const [cause, size] of causes) pending.bytes.set(cause, (pending.bytes.get(cause) ?? 0) + size);
    for (let block = first; block <= last; block += 1) pending.blocks.add(block);
  }

  async datasync(): Promise<void> {
    const { bytes, blocks } = this.pending;
    this.pending = { bytes: new Map(), blocks: new Set() };
    const all = [...bytes.values()].reduce((sum, size) => sum + size, 0);
    // The flush counts for the last cause; a print job shares the flush of its receipt.
    const owner = [...bytes.keys()].pop() ?? 'record';
    for (const [cause, size] of bytes) this.wear.add(cause, (size / all) * blocks.size * BLOCK, 0);
    this.wear.add(owner, 0, 1);
    await this.inner.datasync();
  }

  close(): Promise<void> {
    return this.inner.close();
  }

  /** Bytes by cause, in the order of the file. */
  private causesOf(position: number, bytes: Uint8Array): Map<WearCause, number> {
    if (this.folder === VIEWS_FOLDER) return new Map([['view', bytes.length]]);
    if (this.folder !== LOG_FOLDER) return new Map([['file', bytes.length]]);
    if (position === 0) return new Map([['segment', bytes.length]]);
    const causes = new Map<WearCause, number>();
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = 0; at < bytes.length;) {
      const length = recordLength(buffer, at);
      const cause = length === 0 ? 'ahead' : this.causeOf(buffer, at);
      const size = length === 0 ? bytes.length - at : length;
      causes.set(cause, (causes.get(cause) ?? 0) + size);
      at += size;
    }
    return causes;
  }

  private causeOf(buffer: Buffer, at: number): WearCause {
    const type = recordType(buffer, at);
    if (type === 'result') this.wear.receipts += 1;
    return type === 'result' || type === 'intent' || type === 'job' || type === 'seal' ? type : 'record';
  }
}
