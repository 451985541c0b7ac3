import { DiskError } from '../../../base/index.js';
import { lastSequenceOf, type SegmentFiles } from '../files.js';
import { LOSSES } from '../tolerantDisk.js';
import { decodeUnhashed, nextRecord, recordLength } from '../record.js';
import type { Position } from '../scan.js';
import { DATA_START, type Segment } from '../segment.js';
import { LogRecord } from './eventPlace.js';

/** Bytes of about a hundred receipts. */
const WINDOW = 256 * 1024;
const ALIGN = 8;
/** Fewer bytes than this do not contain the length of a record. */
const SHORTEST_HEAD = 16;

/** A step of a walk: a record, or the range of unreadable sequences before the next record. */
export type WalkStep =
  | { readonly kind: 'record'; readonly record: LogRecord }
  | { readonly kind: 'gap'; readonly firstSequence: number; readonly lastSequence: number; readonly before: LogRecord };

/** Where a walk begins; records with sequences below `sequence` are skipped. */
export interface WalkStart {
  readonly segment: number;
  /** Bytes. */
  readonly offset: number;
  readonly sequence: number;
}

/**
 * Reads the durable log forward, window by window, across segments and past unreadable parts. It checks the CRC of each
 * record and computes no hashes.
 */
export class LogWalk {
  private segment: Segment | undefined;
  private number: number;
  private offset: number;
  private expected: number;
  /** The last sequence of the segment. */
  private last = 0;
  private before: LogRecord | undefined;
  /** All segments at the beginning of the walk, lowest first. Segments created later are after its end. */
  private numbers: readonly number[] | undefined;

  constructor(
    private readonly files: SegmentFiles,
    /** The last durable record. */
    private readonly end: Position,
    start: WalkStart,
    /** Bytes read from a segment at a time; a longer record increases it. */
    private readonly window = WINDOW,
  ) {
    this.number = start.segment;
    this.offset = start.offset;
    this.expected = start.sequence;
  }

  /**
   * The steps of the next window; undefined at the end of the log. Throws DiskError for an error that does not mean
   * lost records.
   */
  async next(): Promise<readonly WalkStep[] | undefined> {
    if (this.expected > this.end.sequence) return undefined;
    if (this.segment === undefined && !(await this.open())) return this.nextSegment();
    const { segment } = this;
    if (segment === undefined || this.expected > this.last) return this.nextSegment();
    const bytes = await this.read(segment, this.window);
    if (bytes === undefined || bytes.length < ALIGN) return this.nextSegment();
    return this.stepsIn(segment, bytes);
  }

  private async open(): Promise<boolean> {
    this.segment = await undefinedIfLost(() => this.files.find(this.number));
    if (this.segment === undefined) return false;
    const { end, number } = this;
    this.last = number === end.segment ? end.sequence : await lastSequenceOf(this.files, number);
    return true;
  }

  private async nextSegment(): Promise<readonly WalkStep[] | undefined> {
    this.numbers ??= await this.files.numbers();
    const next = this.numbers.find((number) => number > this.number);
    if (next === undefined || next > this.end.segment) return undefined;
    [this.number, this.segment, this.offset] = [next, undefined, DATA_START];
    return [];
  }

  /** Reads at least the whole record at the offset, if there is one. Undefined when the disk has lost it. */
  private async read(segment: Segment, length: number): Promise<Buffer | undefined> {
    const bytes = await undefinedIfLost(() => segment.file.read(this.offset, length));
    const needed = bytes === undefined ? 0 : recordLength(bytes, 0);
    if (bytes === undefined || needed <= bytes.length || bytes.length < length) return bytes;
    // A flipped bit in a length must not make the box allocate gigabytes.
    const isInFile = this.offset + needed <= (await segment.file.size());
    return isInFile ? undefinedIfLost(() => segment.file.read(this.offset, needed)) : bytes;
  }

  private stepsIn(segment: Segment, bytes: Buffer): readonly WalkStep[] {
    const steps: WalkStep[] = [];
    let at = 0;
    while (at + ALIGN <= bytes.length && this.expected <= this.last) {
      const found = decodeUnhashed(bytes, at, segment.number);
      if (found === undefined) {
        // The window may have cut the record; the next window begins with it.
        if (at > 0 && (bytes.length - at < SHORTEST_HEAD || at + recordLength(bytes, at) > bytes.length)) break;
        const next = nextRecord(bytes, at + 1);
        at = next < 0 ? bytes.length - (bytes.length % ALIGN) : next;
        continue;
      }
      this.take(new LogRecord(segment, this.offset + at, found), steps);
      at += found.length;
    }
    this.offset += at;
    return steps;
  }

  private take(record: LogRecord, steps: WalkStep[]): void {
    const { sequence } = record;
    // Written again in a later segment, or skipped.
    if (sequence < this.expected || sequence > this.last) return;
    this.before?.learnHashFrom(record);
    if (sequence > this.expected) {
      steps.push({ kind: 'gap', firstSequence: this.expected, lastSequence: sequence - 1, before: record });
    }
    steps.push({ kind: 'record', record });
    this.expected = sequence + 1;
    this.before = record;
  }
}

/** The result of `read`; undefined when the disk has lost the data. */
export async function undefinedIfLost<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DiskError && LOSSES.has(error.code)) return undefined;
    throw error;
  }
}
