import { join } from 'node:path';
import type { Disk } from '../../base/index.js';
import { DATA_START, openSegment, type Segment, segmentName, segmentNumber } from './segment.js';
import { recordAt, wholeRecords } from './scan.js';

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

/** The first whole record of a segment. It shows where the previous segment must have ended. */
interface SegmentStart {
  readonly sequence: number;
  /** Hash of the previous record. */
  readonly previous: Buffer;
  /** True when it is at the beginning of the segment. If not, at least the record before it is lost. */
  readonly isFirst: boolean;
  /**
   * True when the records lost before it had been durable. If not, a power cut may have torn everything in the segment.
   */
  readonly isProven: boolean;
}

/** Undefined for a segment without a whole record. Throws DiskError. */
export async function segmentStartOf(segment: Segment): Promise<SegmentStart | undefined> {
  const first = await recordAt(segment, DATA_START);
  const { records } = first === undefined ? await wholeRecords(segment, DATA_START) : { records: [] };
  const head = (first ?? records[0]?.record)?.head;
  if (head === undefined) return undefined;
  return {
    sequence: head.sequence,
    previous: Buffer.from(head.previous), // a copy, so that the buffer of the segment can be freed
    isFirst: first !== undefined,
    isProven: first !== undefined || records.some(({ record }) => record.head.durable >= head.sequence - 1),
  };
}

/**
 * The last valid sequence before segments with these starts; records that were written again there do not count
 * earlier. If the first record of a segment is lost, the record before its first whole one was in that segment too.
 * Starts that a power cut may have torn count only if later ones show that the log continued after them.
 */
export function lastSequenceBefore(later: readonly (SegmentStart | undefined)[]): number {
  let end = Number.MAX_SAFE_INTEGER;
  for (const start of later) {
    if (start === undefined) continue;
    end = Math.min(end, start.sequence - (start.isFirst ? 1 : 2));
    if (start.isProven) return end;
  }
  return Number.MAX_SAFE_INTEGER;
}

/** The last valid sequence of a full segment. Throws DiskError. */
export async function lastSequenceOf(files: SegmentFiles, number: number): Promise<number> {
  const later: SegmentStart[] = [];
  for (const other of await files.numbers()) {
    const segment = other > number ? await files.find(other) : undefined;
    const start = segment && (await segmentStartOf(segment));
    if (start !== undefined) later.push(start);
    if (start?.isProven === true) break;
  }
  return lastSequenceBefore(later);
}
