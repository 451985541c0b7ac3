import { DiskError } from '../../base/index.js';
import type { WritableSegment } from './entry.js';
import type { WriterOptions } from './options.js';
import { createSegment, DATA_START, type Segment, zeroFill } from './segment.js';

/** Zeros are written in pieces of this size, bytes, so that a sale waits for one piece at most. */
export const PIECE = 64 * 1024;

/** The current segment and the spare one after it: how much space they have, and how more is prepared. */
export class SegmentSpace {
  private lastNumber: number;

  /** @param onFailure called when the disk failed on a segment that records were written to. */
  constructor(
    private readonly options: WriterOptions,
    public current: WritableSegment,
    public spare: WritableSegment | undefined,
    private readonly onFailure: (segment: Segment, error: unknown) => void,
  ) {
    this.lastNumber = (spare ?? current).segment.number;
  }

  /** The larger number of zeroed free bytes in one of the two segments. */
  get room(): number {
    return Math.max(this.currentRoom, this.spareRoom);
  }

  get spareRoom(): number {
    return this.spare === undefined ? 0 : this.spare.zeroed - this.spare.end;
  }

  private get currentRoom(): number {
    return Math.min(this.current.zeroed, this.options.segmentBytes) - this.current.end;
  }

  /**
   * True when less than this share of one prefill is ready, in the spare segment or in a current one that can still
   * grow.
   */
  isBelow(share: number): boolean {
    const { prefillBytes, segmentBytes } = this.options;
    const { zeroed, end } = this.current;
    const mark = prefillBytes * share;
    return this.spareRoom < mark || (zeroed < segmentBytes && zeroed - end < mark);
  }

  /** Makes the spare segment the current one; false when there is none. */
  startNext(): boolean {
    if (this.spare === undefined) return false;
    this.current = this.spare;
    this.spare = undefined;
    this.options.log('ledger.segment', { segment: this.current.segment.number });
    return true;
  }

  /** Prepares one piece of `bytes` of space; false when there is no more to do, or the disk is full. */
  async prepare(bytes: number): Promise<boolean> {
    const { current, spare } = this;
    const { segmentBytes } = this.options;
    if (this.currentRoom < bytes && current.zeroed < segmentBytes) return this.fill(current, segmentBytes);
    if (spare === undefined) return this.makeSpare();
    return this.spareRoom < bytes && spare.zeroed < segmentBytes && this.fill(spare, segmentBytes);
  }

  private async fill(place: WritableSegment, limit: number): Promise<boolean> {
    // A record may extend beyond the zeros; zeros must never overwrite it.
    const from = Math.max(place.zeroed, place.end);
    const to = Math.min(from + PIECE, limit);
    try {
      const reached = await zeroFill(place.segment.file, from, to);
      place.zeroed = reached;
      return reached === to;
    } catch (error) {
      // The spare may have become the current segment meanwhile; then the failed one is its predecessor.
      if (place === this.spare) this.spare = undefined;
      else this.onFailure(place.segment, error);
      return false;
    }
  }

  private async makeSpare(): Promise<boolean> {
    const { disk, folder, boxId, dictionary, now } = this.options;
    try {
      const segment = await createSegment(disk, folder, this.lastNumber + 1, boxId, dictionary, now());
      this.lastNumber = segment.number;
      this.options.onSegment(segment);
      this.spare = { segment, end: DATA_START, zeroed: DATA_START };
      return true;
    } catch (error) {
      if (!(error instanceof DiskError)) throw error;
      return false;
    }
  }
}
