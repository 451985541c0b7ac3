import type { SqlJsStatic } from 'sql.js';
import type { Disk } from '../base/disk.js';
import type { UtcMs } from '../base/fiscal.js';
import type { Log } from '../base/log.js';

export interface LedgerOptions {
  readonly disk: Disk;
  /** The data folder; the caller holds its lock unless `readOnly`. */
  readonly folder: string;
  readonly sql: SqlJsStatic;
  readonly now: () => UtcMs;
  /** A clock that never jumps, ms, by which the disk is timed; the usual one when left out. */
  readonly monotonic?: () => number;
  readonly log: Log;
  /** Version of the box, noted in the log at every start. */
  readonly version: string;
  readonly readOnly?: boolean;
  /** Does idle work by itself: writing zeros ahead, saving views, seals. Off where a test wants to say when. */
  readonly tending?: boolean;
  readonly sizes?: Partial<LedgerSizes>;
}

export interface LedgerSizes {
  /** Largest size of a segment, bytes. */
  readonly segmentBytes: number;
  /** Zeros written ahead at a time, bytes. */
  readonly prefillBytes: number;
  /** Records behind the last snapshot that make a new one worth its flash. */
  readonly snapshotRecords: number;
}

/** Sizes of a box in use; tests take smaller ones. */
export const SIZES: LedgerSizes = { segmentBytes: 8 * 1024 * 1024, prefillBytes: 1024 * 1024, snapshotRecords: 3000 };
