import { join } from 'node:path';
import type { Disk } from '../../base/index.js';
import { DATA_START, openSegment, type Segment, segmentName, segmentNumber } from './segment.js';
import { wholeRecords } from './scan.js';

/** The segment files of one log folder, opened on demand. */
export class SegmentFiles {
  private readonly opened = new Map<number, Promise<Segment | undefined>>();

  constructor(
    private readonly disk: Disk,
    private readonly folder: string,
    /** Blocks of a file that could not be read and were replaced by zeros, see `tolerant`. */
    private readonly lostOf: (path: string) => readonly number[] = () => [],
  ) {}

  /** Numbers of the segment files, ascending. */
  async numbers(): Promise<number[]> {
    const names = await this.disk.list(this.folder);
    return names.flatMap((name) => segmentNumber(name) ?? []).sort((a, b) => a - b);
  }

  /** Adds a segment that was opened or created elsewhere. */
  adopt(segment: Segment): void {
    if (!this.opened.has(segment.number)) this.opened.set(segment.number, Promise.resolve(segment));
  }

  /** Opens a segment. Undefined when its header is incomplete. Throws DiskError when the file cannot be read. */
  find(number: number): Promise<Segment | undefined> {
    const known = this.opened.get(number);
    if (known !== undefined) return known;
    const opening = openSegment(this.disk, this.folder, number);
    this.opened.set(number, opening);
    const forget = (): boolean => this.opened.delete(number);
    opening.then((segment) => segment ?? forget(), forget);
    return opening;
  }

  /** As {@link find}, but throws Error when the header is incomplete. */
  async open(number: number): Promise<Segment> {
    const segment = await this.find(number);
    if (segment === undefined) throw new Error(`the header of ${segmentName(number)} is damaged`);
    return segment;
  }

  /**
   * True when the creation of this last file was interrupted: its header is incomplete, only zeros follow it, and all
   * of them can be read.
   */
  async isUnfinished(number: number): Promise<boolean> {
    const path = join(this.folder, segmentName(number));
    const file = await this.disk.open(path);
    const nothing = Buffer.alloc(0);
    const { dirtyEnd } = await wholeRecords({ number, path, file, boxId: nothing, dictionary: nothing }, DATA_START);
    await file.close();
    return dirtyEnd <= DATA_START && this.lostOf(path).length === 0;
  }

  async remove(number: number): Promise<void> {
    await this.disk.remove(join(this.folder, segmentName(number)));
    await this.disk.syncDir(this.folder);
  }

  /** Closes all files. Everything was flushed long before, so a failure to close a file does not matter. */
  async close(): Promise<void> {
    const segments = [...this.opened.values()];
    this.opened.clear();
    await Promise.allSettled(segments.map(async (segment) => (await segment)?.file.close()));
  }
}
