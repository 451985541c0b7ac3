import type { SqlJsStatic } from 'sql.js';
import type { Disk, UtcMs } from '../../base/index.js';
import type { LostStretch } from '../boxEvent.js';
import type { Change } from '../changeTypes.js';
import type { Position } from '../scan.js';
import type { LostReceipt, UnsureGap } from './lostReceipts.js';
import type { RecordPlace } from './reading.js';

export interface RepairSource {
  readonly disk: Disk;
  /** The data folder, whose lock the caller holds. */
  readonly folder: string;
  readonly sql: SqlJsStatic;
  readonly now: () => UtcMs;
  /** Segments out of a backup of this box, by number. */
  readonly backup?: ReadonlyMap<number, Buffer> | undefined;
}

/** What a repair would do. Nothing is changed on the disk until it is carried out. */
export interface RepairPlan {
  readonly boxId: Buffer;
  /** Is the file with the id of the box written anew? */
  readonly mendsId: boolean;
  /** Segments that are written anew, by number. */
  readonly segments: ReadonlyMap<number, Buffer>;
  /** Segments of which a backup may have what is lost, beside any later ones. */
  readonly suspects: ReadonlySet<number>;
  /** Records that stay lost, in order. */
  readonly stretches: readonly LostStretch[];
  /** Receipts that are known to be among them. */
  readonly receipts: readonly LostReceipt[];
  /** Where some may be among them that nothing names. */
  readonly gaps: readonly UnsureGap[];
  /** Requests without an outcome in what is left: their processor is asked after the next start. */
  readonly openIntents: number;
  /** Where the end of the log is lost: the PFR number of the last receipt of each counter series that can be read. */
  readonly lastNumbers: readonly string[];
  /** Records that the backup has given back. */
  readonly givenBack: number;
  /** What the saved views know of lost records, to be recorded again. */
  readonly restated: readonly Exclude<Change, { type: 'result' }>[];
  /** The record after which the log continues, in a new segment. */
  readonly end: Pick<Position, 'sequence' | 'epoch' | 'hash'>;
  readonly nextSegment: number;
  /** Records that no later one proves to be durable, in segments that stay as they are. */
  readonly unproven: readonly RecordPlace[];
}

/** `later`: a later release has written records, which that release reads. */
export type NoRepair = 'absent' | 'sound' | 'later';
