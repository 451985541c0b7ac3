import { join } from 'node:path';
import { DiskError } from '../../base/index.js';
import { changeEntry } from './change.js';
import { VIEWS_FOLDER } from './open.js';
import type { LedgerOptions } from './options.js';
import type { Position } from './scan.js';
import { saveSnapshot } from './views/snapshot.js';
import type { Views } from './views/views.js';
import type { Writer } from './writer.js';

/** Time without records after which idle work is done, ms. */
const IDLE = 250;
/** Time without records after which a seal record is written, ms. */
const SEAL_AFTER = 30_000;

/** How soon idle work should be done. Steady load delays `idle` work, but not `overdue` work. */
type Urgency = 'now' | 'overdue' | 'idle' | 'nothing';

/** What to do when no records are written. */
interface IdleTasks {
  readonly urgency: () => Urgency;
  readonly run: () => Promise<void>;
  readonly writeSeal: () => Promise<void>;
}

/** Detects quiet moments: each record delays idle work a little, as long as the work can wait. */
export class IdleTimer {
  private idle: NodeJS.Timeout | undefined;
  private sealing: NodeJS.Timeout | undefined;

  constructor(private readonly tasks: IdleTasks) {}

  /** Must be called after each group of records. */
  schedule(): void {
    clearTimeout(this.sealing);
    this.sealing = setTimeout(() => void this.tasks.writeSeal(), SEAL_AFTER).unref();
    const urgency = this.tasks.urgency();
    if (urgency === 'nothing' || (urgency === 'overdue' && this.idle !== undefined)) return;
    clearTimeout(this.idle);
    this.idle = setTimeout(
      () => {
        this.idle = undefined;
        void this.tasks.run();
      },
      urgency === 'now' ? 0 : IDLE,
    ).unref();
  }

  stop(): void {
    clearTimeout(this.idle);
    clearTimeout(this.sealing);
  }
}

/** Under steady load a snapshot is made once this many times the usual number of records has gathered. */
const OVERDUE_FACTOR = 4;
/** Idle work writes more zeros when less than this share of one prefill is ready. */
const IDLE_SHARE = 1 / 2;
/** Below this share it does so at once, because the next sale might have to wait for zeros. */
const URGENT_SHARE = 1 / 8;
/** A clean stop saves the views when the next start would have to replay at least this many records. */
const STOP_SNAPSHOT_RECORDS = 1000;

interface IdleWorkDeps {
  readonly options: Pick<LedgerOptions, 'disk' | 'folder' | 'now' | 'log' | 'idleWork'>;
  /** Records after the last snapshot at which the next one is due. */
  readonly snapshotRecords: number;
  /** 32 hex digits. */
  readonly boxId: string;
  /** Undefined in a read-only ledger. */
  readonly writer: Writer | undefined;
  /** The views, with all durable records applied. */
  readonly views: () => Views;
  /** End of the last durable record. */
  readonly position: () => Position;
  /** Called with the size of each snapshot. */
  readonly onSnapshot: (bytes: number) => void;
}

/**
 * Background work of the ledger when no sale is waiting: zeros ahead, a spare segment, indexes of full segments,
 * snapshots.
 */
export class IdleWork {
  private running: Promise<void> = Promise.resolve();
  private readonly timer: IdleTimer;

  /** @param snapshotSequence sequence of the last record in the newest snapshot; 0 when there is none. */
  constructor(
    private readonly deps: IdleWorkDeps,
    private snapshotSequence: number,
  ) {
    this.timer = new IdleTimer({
      urgency: this.urgency.bind(this),
      run: this.run.bind(this),
      writeSeal: this.writeSeal.bind(this),
    });
  }

  /** Records that no snapshot contains yet, and the number at which one is made under any load. */
  get unsaved(): { readonly records: number; readonly most: number } {
    const { position, snapshotRecords } = this.deps;
    return { records: position().sequence - this.snapshotSequence, most: OVERDUE_FACTOR * snapshotRecords };
  }

  /** Must be called after each group of records; the work is delayed until a quiet moment. */
  schedule(): void {
    const { writer, options } = this.deps;
    if (writer !== undefined && options.idleWork !== false) this.timer.schedule();
  }

  /** How soon work should be done, or that there is none. */
  urgency(): Urgency {
    const { writer, views, snapshotRecords } = this.deps;
    if (writer?.isBelow(URGENT_SHARE) === true) return 'now';
    const { records, most } = this.unsaved;
    if (records >= most) return 'overdue';
    const hasWork = writer?.isBelow(IDLE_SHARE) === true || views().unsavedIndexes > 0;
    return hasWork || records >= snapshotRecords ? 'idle' : 'nothing';
  }

  /** Does all pending work and resolves when it is done. Calls run one after another. */
  run(): Promise<void> {
    const { writer, snapshotRecords } = this.deps;
    this.running = this.running.then(async () => {
      await writer?.prepare();
      if (writer === undefined || writer.broken) return;
      await this.saveViews(this.unsaved.records >= snapshotRecords);
    });
    return this.running;
  }

  /**
   * Writes an empty record. It proves that the previous record was durable, so later damage to that one is detected.
   */
  async writeSeal(): Promise<void> {
    const { writer, options } = this.deps;
    await writer?.append(changeEntry({ type: 'seal' }, options.now()), false);
  }

  /** Waits for running work, then saves the views if the next start would otherwise have many records to read. */
  async stop(): Promise<void> {
    this.timer.stop();
    await this.running;
    const { writer } = this.deps;
    if (writer === undefined || writer.broken) return;
    await this.writeSeal();
    await this.saveViews(this.unsaved.records >= STOP_SNAPSHOT_RECORDS);
  }

  private async saveViews(withSnapshot: boolean): Promise<void> {
    const { options, boxId } = this.deps;
    const { disk, folder, log } = options;
    try {
      await this.deps.views().saveIndexes();
      const views = this.deps.views();
      if (!withSnapshot || views.unsavedIndexes > 0) return;
      const position = this.deps.position();
      const images = views.images();
      await saveSnapshot(disk, join(folder, VIEWS_FOLDER), boxId, position, images);
      this.deps.onSnapshot(images.parts.reduce((bytes, part) => bytes + part.length, 0));
      this.snapshotSequence = position.sequence;
      log('ledger.snapshot', { records: position.sequence });
    } catch (error) {
      if (!(error instanceof DiskError)) throw error;
      log('ledger.snapshot_failed', { operation: error.operation, code: error.code });
    }
  }
}
