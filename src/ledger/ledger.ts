import { join } from 'node:path';
import { systemClock } from '../base/clock.js';
import { DiskError } from '../base/disk.js';
import type { Environment, InvoiceType, UtcMs } from '../base/fiscal.js';
import { failed, ok, type Result } from '../base/result.js';
import { localDay } from '../base/time.js';
import { uuidBytes, uuidV7 } from '../base/uuid.js';
import { type Change, changeEntry, invoiceEntry } from './change.js';
import { DICTIONARY } from './dictionary.js';
import type { Reservation, StorageFailure, Written } from './entry.js';
import type { PrintJob } from './job.js';
import { type IssuedInvoice, rowOf } from './invoice.js';
import { LOG_FOLDER, type OpenedLog, openLog, VIEWS_FOLDER } from './open.js';
import { readInvoices, UnreadableRecord } from './read.js';
import type { Damage } from './recover.js';
import { type LedgerOptions, type LedgerSizes, SIZES } from './options.js';
import type { Position } from './scan.js';
import { Tending } from './tending.js';
import type { InvoiceRef, Referent } from './views/invoices.js';
import type { InvoiceQuery } from './views/summary.js';
import type { MainView } from './views/main.js';
import type { Views } from './views/views.js';
import { saveSnapshot } from './views/snapshot.js';
import { type Pace, Writer } from './writer.js';

/** Under steady load the views are saved all the same when this many times the usual records have gathered. */
const PATIENCE = 4;
/** Shares of the zeros written ahead: below the one a quiet moment brings more, below the other a sale may wait for it. */
const WORTHWHILE = 1 / 2;
const URGENT = 1 / 8;
/** A clean stop saves the views when this many records would have to be replayed. */
const WORTH_A_STOP = 1000;

/** Room for what stands before the body of a record, and for a dictionary that fits it worse, bytes. */
const HEAD_ROOM = 1024;

export interface Page {
  readonly environment: Environment;
  readonly invoiceType?: InvoiceType | undefined;
  /** Belgrade days, 20261121, inclusive. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly skip: number;
  readonly limit: number;
}

/** The memory of the box: an append-only log on flash, and views of it that may be thrown away. */
export class Ledger {
  private position: Position;
  private snapshotSequence: number;
  private readonly tending: Tending;
  private work: Promise<void> = Promise.resolve();
  private readonly writer: Writer | undefined;
  private segmentMonth: number;
  /** Durable records that the views do not have yet. */
  private readonly fresh: Written[] = [];
  private readonly sizes: LedgerSizes;
  /** Records that were whole when the log was opened, or not looked at then, and that a read found damaged since. */
  private readonly lost: Damage[] = [];

  private constructor(
    private readonly options: LedgerOptions,
    private readonly opened: OpenedLog,
  ) {
    this.sizes = { ...SIZES, ...options.sizes };
    this.position = opened.position;
    this.snapshotSequence = opened.position.sequence - opened.replayed;
    this.segmentMonth = monthOf(opened.segmentTime || options.now());
    this.writer = opened.places && this.makeWriter(opened.places);
    this.tending = new Tending({
      due: this.idleWork.bind(this),
      tend: this.tend.bind(this),
      seal: this.seal.bind(this),
    });
  }

  /**
   * Opens or makes the ledger of a data folder. A damaged one opens too: it serves reads and refuses writes.
   * Throws DiskError when the folder itself cannot be read or written.
   */
  static async open(options: LedgerOptions): Promise<Ledger> {
    const started = performance.now();
    const opened = await openLog({ ...options, readOnly: options.readOnly ?? false });
    const ledger = new Ledger(options, opened);
    for (const damage of opened.damage) options.log('ledger.damaged', { ...damage });
    if (ledger.writer !== undefined) await ledger.put({ type: 'open', version: options.version });
    options.log('ledger.opened', {
      records: ledger.position.sequence,
      replayed: opened.replayed,
      ms: Math.round(performance.now() - started),
    });
    ledger.stir();
    return ledger;
  }

  private makeWriter({ current, spare }: NonNullable<OpenedLog['places']>): Writer {
    const { disk, folder, now, log, monotonic = systemClock.monotonic } = this.options;
    const { boxId, files, position } = this.opened;
    const writerOptions = {
      ...this.sizes,
      disk,
      now,
      monotonic,
      log,
      boxId,
      folder: join(folder, LOG_FOLDER),
      dictionary: DICTIONARY,
      onSegment: files.adopt.bind(files),
      onDurable: this.takeNote.bind(this),
    };
    return new Writer(writerOptions, current, spare, position, position.epoch + 1);
  }

  /** Sixteen random bytes that tell this box from all others, for ever. */
  get boxId(): Buffer {
    return this.opened.boxId;
  }

  /** Keys, items, settings, counters, daily turnover. */
  get main(): MainView {
    return this.views.main;
  }

  /** Acknowledged records that were lost; the ledger then only reads. */
  get damage(): readonly Damage[] {
    return [...this.opened.damage, ...this.lost];
  }

  /** UTC ms of the newest record that the start found, 0 for an empty log: a clock behind it is wrong. */
  get lastTimeAtStart(): UtcMs {
    return this.opened.lastTime;
  }

  /** Highest durable sequence and where it ends. */
  get end(): Position {
    return this.position;
  }

  /** Why nothing can be written, as far as is known without trying. */
  get failure(): StorageFailure | undefined {
    // A disk that takes nothing any more comes first: it may be gone as a whole, and a restart tells what it still has.
    if (this.writer?.broken === true) return 'broken';
    return this.damage.length > 0 ? 'damaged' : undefined;
  }

  /** Does room for an ordinary receipt lie ready? If not, it is asked for when the next one comes. */
  get hasRoom(): boolean {
    return this.writer?.hasRoom ?? false;
  }

  /** How the disk keeps up. */
  get pace(): Pace {
    return this.writer?.pace ?? { lastFlush: null, busyFor: 0 };
  }

  /** Records that no snapshot of the views has, and the most that there are before one is made under any load. */
  get unsaved(): { readonly records: number; readonly most: number } {
    const records = this.position.sequence - this.snapshotSequence;
    return { records, most: PATIENCE * this.sizes.snapshotRecords };
  }

  /** A new uuid for a receipt; it tells the segment that the next record goes into. */
  newUuid(at: UtcMs): string {
    return uuidV7(at, this.writer?.currentSegment ?? 0);
  }

  /**
   * Keeps room for a record of `bytes`. To be called before a processor is asked to sign: what it has signed must be
   * recorded whatever the disk says then. To be released when the record is written or will not be.
   */
  async reserve(bytes: number): Promise<Result<Reservation, StorageFailure>> {
    if (this.writer === undefined || this.lost.length > 0) return failed(this.failure ?? 'damaged');
    const reserved = await this.writer.reserve(bytes);
    if (!reserved.ok && reserved.error === 'full') this.options.log('ledger.full');
    return reserved;
  }

  /**
   * Records a signed receipt; when this resolves well, no power cut can take it away. Its print jobs go before it in the
   * same group: a receipt that is on the disk has them.
   */
  async issue(invoice: IssuedInvoice, jobs: readonly PrintJob[] = []): Promise<Result<InvoiceRef, StorageFailure>> {
    const now = this.options.now();
    const month = monthOf(now);
    if (month > this.segmentMonth && this.writer?.startNextSegment() === true) this.segmentMonth = month;
    const row = rowOf(invoice, uuidBytes(invoice.uuid), localDay(invoice.createdAt));
    const brought = jobs.length === 0 ? [] : [changeEntry({ type: 'job', jobs }, now)];
    const written = await this.writer?.appendBehind(brought, invoiceEntry(invoice, row, now));
    if (written === undefined) return failed('damaged');
    return written.ok ? ok(refOf(written.value)) : written;
  }

  /** Records any other change, durably. With `room` it goes into what its caller keeps, and waits for nobody. */
  async put(change: Exclude<Change, { type: 'result' }>, room?: Reservation): Promise<Result<void, StorageFailure>> {
    if (this.writer === undefined || this.lost.length > 0) return failed(this.failure ?? 'damaged');
    const entry = changeEntry(change, this.options.now());
    const size = (): number => HEAD_ROOM + entry.body(DICTIONARY).length;
    const reserved = room === undefined ? await this.writer.reserve(size(), true) : ok(room);
    if (!reserved.ok) return reserved;
    const written = await this.writer.append(entry);
    if (room === undefined) reserved.value.release();
    return written.ok ? ok(undefined) : written;
  }

  /** Notes a durable group. The views get it after its writers were answered, or before anybody looks into them. */
  private takeNote(group: readonly Written[]): void {
    const last = group[group.length - 1];
    if (last === undefined) return;
    const { segment, offset, sequence, length, hash } = last;
    const epoch = this.writer?.epoch ?? this.position.epoch + 1;
    this.position = { segment: segment.number, start: offset, offset: offset + length, sequence, epoch, hash };
    if (this.fresh.length === 0) setImmediate(this.takeIn.bind(this));
    this.fresh.push(...group);
  }

  private takeIn(): void {
    if (this.fresh.length === 0) return;
    for (const written of this.fresh.splice(0)) this.opened.views.apply(written.entry.change, refOf(written));
    this.stir();
  }

  /** The views with all that is durable. */
  private get views(): Views {
    this.takeIn();
    return this.opened.views;
  }

  /** Unknown uuids are undefined. Throws {@link UnreadableRecord} when the record cannot be read any more. */
  async invoice(uuid: string): Promise<IssuedInvoice | undefined> {
    return this.body(await this.views.byUuid(uuid));
  }

  /** May a paper of a receipt have been asked for that is not remembered any more? So too of one that is not there. */
  async mayHaveForgottenJobs(uuid: string): Promise<boolean> {
    const ref = await this.views.byUuid(uuid);
    return ref === undefined || this.main.jobs.mayHaveForgotten(ref.sequence);
  }

  /** The receipt that was issued under an idempotency key. */
  async invoiceByRequest(environment: Environment, clientRequestId: string): Promise<IssuedInvoice | undefined> {
    return this.body(await this.views.byRequest(environment, clientRequestId));
  }

  /** By its PFR number `<requestedBy>-<signedBy>-<totalCounter>`. */
  async invoiceByNumber(
    requestedBy: string,
    signedBy: string,
    totalCounter: number,
  ): Promise<IssuedInvoice | undefined> {
    const number = `${requestedBy}-${signedBy}-${totalCounter}`;
    return this.body(await this.views.byNumber(number, requestedBy, totalCounter));
  }

  /** Receipts of one kind that refer to a PFR number, in order of issue. */
  async invoicesByReferent(referent: Referent): Promise<IssuedInvoice[]> {
    return this.read(await this.views.byReferent(referent));
  }

  /** Newest first, by order of issue. What cannot be read any more is left out, and stands in {@link damage}. */
  async invoices({ skip, limit, ...query }: Page): Promise<IssuedInvoice[]> {
    const { environment, invoiceType, from, to } = query;
    const asked: InvoiceQuery = { environment, invoiceType, from, to };
    return this.read(await this.views.page(asked, skip, limit));
  }

  /**
   * The first receipt behind a record, with the sequence of its own record; without the receipt where it cannot be read any
   * more, and stands in {@link damage}. Undefined: there is none yet.
   */
  async invoiceAfter(
    sequence: number,
  ): Promise<{ readonly sequence: number; readonly invoice: IssuedInvoice | undefined } | undefined> {
    const ref = await this.views.after(sequence);
    if (ref === undefined) return undefined;
    const [invoice] = await this.read([ref]);
    return { sequence: ref.sequence, invoice };
  }

  private async body(ref: InvoiceRef | undefined): Promise<IssuedInvoice | undefined> {
    if (ref === undefined) return undefined;
    const [invoice] = await this.read([ref]);
    if (invoice === undefined) throw new UnreadableRecord(ref);
    return invoice;
  }

  /** The receipts that can be read. One that cannot is damage: from then on nothing new is promised on this flash. */
  private async read(refs: readonly InvoiceRef[]): Promise<IssuedInvoice[]> {
    const { invoices, unreadable } = await readInvoices(this.opened.files, refs);
    const [first] = unreadable;
    // Says nothing of single records where nothing can be written either; and a list without them would be a false one.
    if (first !== undefined && this.writer?.broken === true) throw new UnreadableRecord(first);
    for (const { segment, offset, sequence } of unreadable) {
      if (this.damage.some(({ firstMissing, lastMissing }) => firstMissing <= sequence && sequence <= lastMissing)) {
        continue;
      }
      const damage = { segment, offset, firstMissing: sequence, lastMissing: sequence };
      this.lost.push(damage);
      this.options.log('ledger.damaged', damage);
    }
    return invoices;
  }

  private idleWork(): 'now' | 'idle' | 'overdue' | 'nothing' {
    if (this.writer?.isBelow(URGENT) === true) return 'now';
    const { snapshotRecords } = this.sizes;
    const { records: gathered, most } = this.unsaved;
    if (gathered >= most) return 'overdue';
    const hasWork = this.writer?.isBelow(WORTHWHILE) === true || this.views.unsealed > 0;
    return hasWork || gathered >= snapshotRecords ? 'idle' : 'nothing';
  }

  /** Lets idle work find its moment. */
  private stir(): void {
    if (this.writer !== undefined && this.options.tending !== false) this.tending.stir();
  }

  /** A record of no content a while after the last one: later damage to that one is then known for what it is. */
  private async seal(): Promise<void> {
    await this.writer?.append(changeEntry({ type: 'seal' }, this.options.now()), false);
  }

  /** The work of a quiet moment: zeros ahead, a spare segment, indexes of full segments, a snapshot when one is due. */
  tend(): Promise<void> {
    this.work = this.work.then(async () => {
      await this.writer?.prepare();
      if (this.writer === undefined || this.writer.broken) return;
      const due = this.unsaved.records >= this.sizes.snapshotRecords;
      await this.saveViews(due);
    });
    return this.work;
  }

  private async saveViews(snapshot: boolean): Promise<void> {
    const { disk, folder, log } = this.options;
    const boxId = this.opened.boxId.toString('hex');
    try {
      await this.views.seal();
      if (!snapshot || this.views.unsealed > 0) return;
      const { views, position } = this;
      await saveSnapshot(disk, join(folder, VIEWS_FOLDER), boxId, position, views.images());
      this.snapshotSequence = position.sequence;
      log('ledger.snapshot', { records: position.sequence });
    } catch (error) {
      if (!(error instanceof DiskError)) throw error;
      log('ledger.snapshot_failed', { operation: error.operation, code: error.code });
    }
  }

  /** Waits for what runs, saves the views when that spares the next start much reading, and closes the files. */
  async close(): Promise<void> {
    this.tending.stop();
    await this.work;
    if (this.writer !== undefined && !this.writer.broken) {
      await this.seal();
      await this.saveViews(this.unsaved.records >= WORTH_A_STOP);
    }
    await this.writer?.close();
    this.views.close();
    await this.opened.files.close();
  }
}

function refOf({ segment, sequence, offset, length }: Written): InvoiceRef {
  return { segment: segment.number, sequence, offset, length };
}

/** Belgrade month, 202611. */
function monthOf(at: UtcMs): number {
  return Math.floor(localDay(at) / 100);
}
