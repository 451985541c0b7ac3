import { join } from 'node:path';
import { type Clock, type Disk, DiskError, type Log, type Slice, type UtcMs } from '../../../base/index.js';
import { SegmentFiles } from '../files.js';
import type { Ledger } from '../ledger.js';
import { type Damage, unacceptedDamage } from '../recovery.js';
import { LOG_FOLDER } from '../open.js';
import { type Located, type Position, positionAfter, recordAt } from '../scan.js';
import { verifyLedger } from '../verify.js';
import { allDamage, readScrubNote, type ScrubNote, writeScrubNote } from './note.js';
import { pacedDisk } from './pacedDisk.js';

interface ScrubDeps {
  readonly disk: Disk;
  /** The data folder; the caller holds its lock. */
  readonly folder: string;
  readonly ledger: Pick<Ledger, 'end' | 'damage' | 'losses'>;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly log: Log;
  /** Bytes read between two saves of the position; 8 MB by default. */
  readonly noteEvery?: number;
}

/** Results of reading the whole log. */
export interface ScrubReport {
  /** When it was last read to its end; null if never. */
  readonly finishedAt: UtcMs | null;
  /** Number of records then. */
  readonly records: number;
  /** Records that were found damaged and not found sound since. */
  readonly damage: readonly Damage[];
}

const MINUTE = 60_000;
/** How often the whole log is read, ms. */
const EVERY = 30 * 24 * 60 * MINUTE;
/** Minimum delay of a reading after a start, and after a disk failure, ms. */
const [AFTER_START, AFTER_FAILURE] = [MINUTE, 60 * MINUTE];
/** Bytes a second: ten years of a shop take a day and a night, and the SD card is hardly loaded. */
const RATE = 256 * 1024;
/** How long no record must have been written, ms. */
const REST = 2000;
/** Number of bytes checked before other work gets its turn. */
const CHECKED_AT_ONCE = 32 * 1024;
const NOTE_EVERY = 8 * 1024 * 1024;

/**
 * Reads the whole log once a month while the box is idle, as `kasirbox ledger verify` does. Flash loses bits in records
 * that are never read, and a backup may still have them. Damage stays in the report until a later reading finds the
 * records sound. No sale is delayed: reading pauses while one is in progress, and continues after a restart where it
 * stopped.
 */
export class Scrub {
  private readonly stopped = new AbortController();
  private running: Promise<void> = Promise.resolve();
  /** Damage found at the start, which the ledger reports itself. */
  private readonly ofStart: ReadonlySet<Damage>;
  private mustRead: boolean;
  private isUnsaved = false;
  private lastEnd = -1;
  private sinceNote = 0;
  private sinceSlice = 0;

  constructor(
    private readonly deps: ScrubDeps,
    private note: ScrubNote,
  ) {
    this.ofStart = new Set(deps.ledger.damage);
    // The damage may have been repaired.
    this.mustRead = note.damage.length > 0;
  }

  static async open(deps: ScrubDeps): Promise<Scrub> {
    return new Scrub(deps, await readScrubNote(deps.disk, deps.folder));
  }

  get report(): ScrubReport {
    const { finishedAt, records, damage, found } = this.note;
    return { finishedAt, records, damage: unacceptedDamage(allDamage(damage, found), this.deps.ledger.losses) };
  }

  /** `slice`: see `SalePriority`. */
  start(slice: Slice): void {
    this.running = this.run(slice);
  }

  /** Does not wait for a hanging disk operation. */
  async stop(): Promise<void> {
    this.stopped.abort();
    await this.running;
  }

  private async run(slice: Slice): Promise<void> {
    let pause = AFTER_START;
    while (await this.sleep(pause)) {
      this.noteMet();
      await this.save();
      pause = MINUTE;
      if (this.isDue && !(await this.readAll(slice))) pause = AFTER_FAILURE;
    }
    if (this.isUnsaved) await this.save();
  }

  /** A clock that was set back does not delay the next reading. */
  private get isDue(): boolean {
    const { finishedAt, position } = this.note;
    const passed = finishedAt === null ? Infinity : Math.abs(this.deps.clock.now() - finishedAt);
    return this.mustRead || position !== null || passed >= EVERY;
  }

  /** Adds damage that reads of the running box have found. */
  private noteMet(): void {
    const known = new Set(this.note.damage.map(({ firstMissing }) => firstMissing));
    const met = this.deps.ledger.damage.filter((one) => !this.ofStart.has(one) && !known.has(one.firstMissing));
    if (met.length === 0) return;
    this.change({ damage: allDamage(this.note.damage, met) });
  }

  /** False when the disk prevented reading to the end. */
  private async readAll(slice: Slice): Promise<boolean> {
    const { folder, ledger, clock, log } = this.deps;
    const over = new Promise<never>((_resolve, reject) => {
      this.stopped.signal.addEventListener('abort', () => reject(cancelled()), { once: true });
    });
    over.catch(() => undefined);
    try {
      const disk = pacedDisk(this.deps.disk, (bytes) => this.turn(bytes, slice));
      const from = await Promise.race([this.placeToGoOn(disk), over]);
      if (from === undefined) this.change({ position: null, found: [] });
      const reading = verifyLedger({
        ...{ disk, folder, upTo: ledger.end.sequence },
        ...(from !== undefined && { from }),
        onRecord: (located) => this.take(located, slice),
        onDamage: (damage) => this.found(damage),
      });
      reading.catch(() => undefined);
      const { sequence } = await Promise.race([reading, over]);
      const damage = this.note.found;
      this.mustRead = false;
      this.change({ finishedAt: clock.now(), records: sequence, damage, position: null, found: [] });
      log('ledger.scrubbed', { records: sequence, damaged: damage.length });
      await this.save();
      return true;
    } catch (error) {
      // A bug here must not stop sales.
      const why =
        error instanceof DiskError ? { operation: error.operation, code: error.code } : { error: String(error) };
      if (!this.stopped.signal.aborted) log('ledger.scrub_failed', why);
      return false;
    }
  }

  /** The position of the last reading, if its log is still there. */
  private async placeToGoOn(disk: Disk): Promise<Position | undefined> {
    const { position } = this.note;
    if (position === null) return undefined;
    const files = new SegmentFiles(disk, join(this.deps.folder, LOG_FOLDER));
    const numbers = await files.numbers();
    const segment = numbers.includes(position.segment) ? await files.find(position.segment) : undefined;
    const record = segment && (await recordAt(segment, position.start));
    return record?.hash.equals(position.hash) === true ? position : undefined;
  }

  /** Waits until the next bytes may be read: when the box is idle, and not faster than {@link RATE}. */
  private async turn(bytes: number, slice: Slice): Promise<void> {
    const { ledger } = this.deps;
    await this.pause((bytes / RATE) * 1000);
    while (ledger.end.sequence !== this.lastEnd) {
      this.lastEnd = ledger.end.sequence;
      await this.pause(REST);
    }
    await slice(() => undefined);
    if (this.stopped.signal.aborted) throw cancelled();
    if (this.isUnsaved) await this.save();
  }

  private async pause(ms: number): Promise<void> {
    if (!(await this.sleep(ms))) throw cancelled();
  }

  private sleep(ms: number): Promise<boolean> {
    return this.deps.clock.sleep(ms, this.stopped.signal);
  }

  private take(located: Located, slice: Slice): Promise<void> | undefined {
    const { length } = located.record;
    this.sinceNote += length;
    this.sinceSlice += length;
    if (this.sinceNote >= (this.deps.noteEvery ?? NOTE_EVERY)) {
      this.sinceNote = 0;
      this.change({ position: positionAfter(located) });
    }
    if (this.sinceSlice < CHECKED_AT_ONCE) return undefined;
    this.sinceSlice = 0;
    return slice(() => undefined);
  }

  private found(damage: Damage): void {
    // The record that accepts this damage comes later in the log.
    if (unacceptedDamage([damage], this.deps.ledger.losses).length === 0) return;
    const isNew = !this.report.damage.some(({ firstMissing }) => firstMissing === damage.firstMissing);
    if (isNew) this.deps.log('ledger.scrub_damage', { ...damage });
    this.change({ found: allDamage(this.note.found, [damage]) });
  }

  private change(change: Partial<ScrubNote>): void {
    this.note = { ...this.note, ...change };
    this.isUnsaved = true;
  }

  /** Saves the note. If that fails, it is saved with the next change. */
  private async save(): Promise<void> {
    if (!this.isUnsaved) return;
    const { disk, folder, log } = this.deps;
    this.isUnsaved = false;
    try {
      await writeScrubNote(disk, folder, this.note);
    } catch (error) {
      if (!(error instanceof DiskError)) throw error;
      this.isUnsaved = true;
      log('ledger.scrub_failed', { operation: error.operation, code: error.code });
    }
  }
}

/** Error for reads that were cancelled because the box stops. */
function cancelled(): DiskError {
  return new DiskError('ECANCELED', 'read', 'log');
}
