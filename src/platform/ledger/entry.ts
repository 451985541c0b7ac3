import type { Change } from './changeTypes.js';
import type { COMPRESSED, RecordType } from './record.js';
import type { Segment } from './segment.js';
import type { InvoiceRef } from './views/invoices.js';

/** Why no record can be written now. `damaged` and `broken` last until the box restarts. */
export type StorageFailure = 'full' | 'damaged' | 'broken';

/** Disk space reserved in the log until it is released. Releasing it twice is harmless. */
export interface Reservation {
  /** True until the reservation is released. */
  readonly isHeld: boolean;
  release(): void;
}

/** One record to be written. `body` gets the dictionary of the segment it is written to. */
export interface Entry {
  readonly type: RecordType;
  readonly change: Change;
  readonly time: number;
  readonly row: Buffer;
  readonly body: (dictionary: Buffer) => Buffer;
  /** {@link COMPRESSED} when the body is deflated. */
  readonly flags: 0 | typeof COMPRESSED;
}

/** The position of a durable record. */
export interface Written {
  readonly entry: Entry;
  readonly segment: Segment;
  readonly offset: number;
  readonly length: number;
  readonly sequence: number;
  /** Hash of this record; the next record contains it. */
  readonly hash: Buffer;
}

/** A segment that is being written. */
export interface WritableSegment {
  readonly segment: Segment;
  /** Offset of the next record, after all queued ones. */
  end: number;
  /** The file is filled with zeros on the disk up to here. */
  zeroed: number;
}

/** The position of a durable record in the form that the views use. */
export function refOf({ segment, sequence, offset, length }: Written): InvoiceRef {
  return { segment: segment.number, sequence, offset, length };
}
