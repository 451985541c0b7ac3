import { recordHash, type UnhashedRecord } from '../record.js';
import type { Segment } from '../segment.js';

/** A whole record of the log with its position. Its hash is computed only if no following record has provided it. */
export class LogRecord {
  private known: Buffer | undefined;

  constructor(
    readonly segment: Segment,
    /** Bytes. */
    readonly offset: number,
    readonly record: UnhashedRecord,
  ) {}

  get sequence(): number {
    return this.record.head.sequence;
  }

  /** SHA-256 of the whole record. */
  get hash(): Buffer {
    this.known ??= recordHash(this.record.bytes);
    return this.known;
  }

  /** SHA-256 of the record before this one. */
  get previous(): Buffer {
    return this.record.head.previous;
  }

  /** Takes the hash from the next record, which contains it. */
  learnHashFrom(next: LogRecord): void {
    if (next.sequence === this.sequence + 1) this.known ??= next.previous;
  }
}
