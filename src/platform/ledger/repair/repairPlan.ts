import type { SqlJsStatic } from 'sql.js';
import type { Disk, UtcMs } from '../../../base/index.js';
import type { LostStretch } from '../boxEvent.js';
import type { Change } from '../changeTypes.js';
import type { Position } from '../scan.js';
import type { LostReceipt, UnsureGap } from './lostReceipts.js';
import type { RecordPlace } from './reading.js';

export interface RepairSource {
  readonly disk: Disk;
  /** The data folder; the caller holds its lock. */
  readonly folder: string;
  readonly sql: SqlJsStatic;
  readonly now: () => UtcMs;
  /** Segments from a backup of this box, by number. */
  readonly backup?: ReadonlyMap<number, Buffer> | undefined;
}

/** A planned repair. Nothing on the disk is changed until it is carried out. */
export interface RepairPlan {
  readonly boxId: Buffer;
  /** True when the file with the id of the box is rewritten. */
  readonly mendsId: boolean;
  /** Segments that are rewritten, by number. */
  readonly segments: ReadonlyMap<number, Buffer>;
  /** Segments whose lost records may be in a backup, besides any later segments. */
  readonly suspects: ReadonlySet<number>;
  /** Records that remain lost, in order. */
  readonly stretches: readonly LostStretch[];
  /** Receipts known to be among them. */
  readonly receipts: readonly LostReceipt[];
  /** Gaps in the counters that may contain further lost receipts. */
  readonly gaps: readonly UnsureGap[];
  /** Number of remaining intents without an outcome; they are reconciled with their processor after the next start. */
  readonly openIntents: number;
  /** If the end of the log is lost: the PFR number of the last readable receipt of each counter series. */
  readonly lastNumbers: readonly string[];
  /** Number of records restored from the backup. */
  readonly givenBack: number;
  /** Lost records whose content the saved views still have; they are recorded again. */
  readonly restated: readonly Exclude<Change, { type: 'result' }>[];
  /** The record after which the log continues in a new segment. */
  readonly end: Pick<Position, 'sequence' | 'epoch' | 'hash'>;
  readonly nextSegment: number;
  /** Records that no later one proves durable, in segments that are not rewritten. */
  readonly unproven: readonly RecordPlace[];
}

/** Why no repair is possible or needed. `later`: a later release has written records that only it can read. */
export type NoRepair = 'absent' | 'sound' | 'later';
