import { join } from 'node:path';
import type { Disk } from '../base/disk.js';
import { DATA_START, openSegment, type Segment, segmentName, segmentNumber } from './segment.js';
import { salvage } from './scan.js';

/** The segments of one log folder, opened when needed. */
export class SegmentFiles {
  private readonly opened = new Map<number, Promise<Segment>>();

  constructor(
    private readonly disk: Disk,
    private readonly folder: string,
  ) {}

  /** Numbers of the segment files, ascending. */
  async numbers(): Promise<number[]> {
    const names = await this.disk.list(this.folder);
    return names.flatMap((name) => segmentNumber(name) ?? []).sort((a, b) => a - b);
  }

  /** Takes over a segment that was opened or made elsewhere. */
  adopt(segment: Segment): void {
    if (!this.opened.has(segment.number)) this.opened.set(segment.number, Promise.resolve(segment));
  }

  /** Throws DiskError when the file cannot be read, Error when its header is not whole. */
  async open(number: number): Promise<Segment> {
    const known = this.opened.get(number);
    if (known !== undefined) return known;
    const opening = openSegment(this.disk, this.folder, number).then((found) => {
      if (found === undefined) throw new Error(`the header of ${segmentName(number)} is damaged`);
      return found.segment;
    });
    this.opened.set(number, opening);
    opening.catch(() => this.opened.delete(number));
    return opening;
  }

  /** The box that wrote a segment; undefined when its header is not whole. */
  async boxOf(number: number): Promise<Buffer | undefined> {
    const found = await openSegment(this.disk, this.folder, number);
    if (found === undefined) return undefined;
    if (this.opened.has(number)) await found.segment.file.close();
    else this.adopt(found.segment);
    return found.boxId;
  }

  /** Removes a last file whose making was cut short: its header is not whole and nothing lies behind it. */
  async dropUnfinished(number: number): Promise<boolean> {
    const path = join(this.folder, segmentName(number));
    const file = await this.disk.open(path);
    const pretended: Segment = { number, path, file, dictionary: Buffer.alloc(0) };
    const { dirtyEnd } = await salvage(pretended, DATA_START);
    await file.close();
    if (dirtyEnd > DATA_START) return false;
    await this.disk.remove(path);
    await this.disk.syncDir(this.folder);
    return true;
  }

  async close(): Promise<void> {
    const segments = await Promise.allSettled(this.opened.values());
    this.opened.clear();
    for (const segment of segments) if (segment.status === 'fulfilled') await segment.value.file.close();
  }
}
