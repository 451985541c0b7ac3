import type { SqlJsStatic } from 'sql.js';
import type { Disk, Log, UtcMs } from '../../base/index.js';
import type { Written } from './entry.js';
import type { Segment } from './segment.js';

export interface LedgerOptions {
  readonly disk: Disk;
  /** The data folder; the caller holds its lock unless `readOnly`. */
  readonly folder: string;
  readonly sql: SqlJsStatic;
  readonly now: () => UtcMs;
  /** A clock that never jumps, ms, to time the disk; the system's by default. */
  readonly monotonic?: () => number;
  readonly log: Log;
  /** Version of the box, recorded in the log at every start. */
  readonly version: string;
  readonly readOnly?: boolean;
  /**
   * True: the ledger does idle work (zeros ahead, snapshots, seals) by itself. The default; some tests control it
   * themselves.
   */
  readonly idleWork?: boolean;
  readonly sizes?: Partial<LedgerSizes>;
}

export interface LedgerSizes {
  /** Largest size of a segment, bytes. */
  readonly segmentBytes: number;
  /** Zeros written ahead at a time, bytes. */
  readonly prefillBytes: number;
  /** Records after the last snapshot at which a new one is worth the flash it writes. */
  readonly snapshotRecords: number;
}

/** Sizes on a real box; tests use smaller ones. */
export const SIZES: LedgerSizes = { segmentBytes: 8 * 1024 * 1024, prefillBytes: 1024 * 1024, snapshotRecords: 3000 };

export interface WriterOptions {
  readonly disk: Disk;
  /** The folder of the segments. */
  readonly folder: string;
  readonly boxId: Buffer;
  readonly dictionary: Buffer;
  readonly now: () => UtcMs;
  /** A clock that never jumps, ms. */
  readonly monotonic: () => number;
  readonly log: Log;
  /** Largest size of a segment, bytes. */
  readonly segmentBytes: number;
  /** Zeros written ahead at a time, bytes. */
  readonly prefillBytes: number;
  /** Called with each segment that is created; its file then belongs to the callee. */
  readonly onSegment: (segment: Segment) => void;
  /** Called with each group of records as it becomes durable, in order, before their writers are notified. */
  readonly onDurable: (written: readonly Written[]) => void;
}

/** Durations of disk operations of the writer. */
export interface DiskLatency {
  /** Duration of the last flush of records, ms; null before the first. */
  readonly lastFlush: number | null;
  /** How long the current disk operation has been running, ms; 0 when the disk is idle. */
  readonly busyFor: number;
}
