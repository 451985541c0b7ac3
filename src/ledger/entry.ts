import type { Change } from './changeTypes.js';
import type { COMPRESSED, RecordType } from './record.js';
import type { Segment } from './segment.js';
import type { InvoiceRef } from './views/invoices.js';

/** Why nothing can be recorded now. `damaged` and `broken` last until the box is restarted. */
export type StorageFailure = 'full' | 'damaged' | 'broken';

/** Reserved room in the log, until it is released; releasing it twice does no harm. */
export interface Reservation {
  /** Has it not been released yet? */
  readonly isHeld: boolean;
  release(): void;
}

/** One record to be written; `body` gets the dictionary of the segment it goes into. */
export interface Entry {
  readonly type: RecordType;
  readonly change: Change;
  readonly time: number;
  readonly row: Buffer;
  readonly body: (dictionary: Buffer) => Buffer;
  /** {@link COMPRESSED} when the body is deflated. */
  readonly flags: 0 | typeof COMPRESSED;
}

/** Where a durable record lies. */
export interface Written {
  readonly entry: Entry;
  readonly segment: Segment;
  readonly offset: number;
  readonly length: number;
  readonly sequence: number;
  /** Hash of this record, which the next one carries. */
  readonly hash: Buffer;
}

/** A segment that is being written. */
export interface WritableSegment {
  readonly segment: Segment;
  /** Where the next record goes, after all that are queued. */
  end: number;
  /** Up to here the file is filled with zeros on the disk. */
  zeroed: number;
}

/** Where a durable record lies, as the views have it. */
export function refOf({ segment, sequence, offset, length }: Written): InvoiceRef {
  return { segment: segment.number, sequence, offset, length };
}
