import { join } from 'node:path';
import { failed, ok, type Result, systemClock, type UtcMs, uuidBytes, uuidV7 } from '../../base/index.js';
import { type AuditStretch, auditBefore, type LogPlace, type Times } from './audit.js';
import { changeEntry, invoiceEntry, settledEntries, sizeOf } from './change.js';
import { type AuditEntry, type Change, spaceUseOf } from './changeTypes.js';
import { DICTIONARY, monthOf } from './segment.js';
import { type Entry, refOf, type Reservation, type StorageFailure, type Written } from './entry.js';
import { EventReader } from './events/eventReader.js';
import { FlashCharges } from './flashCharges.js';
import { IdleWork } from './idleWork.js';
import { type IssuedInvoice, rowOf } from './invoice.js';
import { collected, type InvoicePage, InvoiceReader } from './invoiceReader.js';
import type { PrintJob } from './job.js';
import { LOG_FOLDER, type OpenedLog, openLog } from './open.js';
import { type DiskLatency, type LedgerOptions, type LedgerSizes, SIZES } from './options.js';
import type { Damage } from './recovery.js';
import type { Position } from './scan.js';
import type { InvoiceRef } from './views/invoices.js';
import type { MainView } from './views/main.js';
import { CurrentViews, type Views } from './views/views.js';
import { Writer } from './writer.js';

/** The source of truth of the box: an append-only log on flash, with views that may be deleted at any time. */
export class Ledger {
  private position: Position;
  private readonly writer: Writer | undefined;
  private readonly reader: InvoiceReader;
  /** Reads events in the order of the records. */
  readonly events: EventReader;
  private readonly idleWork: IdleWork;
  /** What each caller has written to the flash, for its daily budget. */
  private readonly charges = new FlashCharges();
  /** Belgrade month of the segment that grows, 202611. */
  private segmentMonth: number;
  private readonly currentViews: CurrentViews;

  private constructor(
    private readonly options: LedgerOptions,
    private readonly opened: OpenedLog,
  ) {
    const sizes = { ...SIZES, ...options.sizes };
    this.currentViews = new CurrentViews(opened.views, () => {
      this.idleWork.schedule();
      this.events.arrivals.tell();
    });
    const views = (): Views => this.currentViews.now;
    const { boxId, files, damage, position, replayed, segmentTime, writable } = opened;
    this.position = position;
    this.segmentMonth = monthOf(segmentTime || options.now());
    this.writer = writable && this.makeWriter(writable, sizes);
    this.events = new EventReader(files, () => this.end);
    const isBroken = (): boolean => this.failure === 'broken';
    this.reader = new InvoiceReader({ files, views, damage, isBroken, log: options.log });
    this.idleWork = new IdleWork(
      {
        options,
        snapshotRecords: sizes.snapshotRecords,
        boxId: boxId.toString('hex'),
        writer: this.writer,
        views,
        position: () => this.end,
        onSnapshot: (bytes) => this.charges.snapshot(bytes),
      },
      position.sequence - replayed,
    );
  }

  /**
   * Opens or creates the ledger of a data folder. A damaged ledger opens too: it serves reads and refuses writes.
   * Throws DiskError when the folder itself cannot be read or written.
   */
  static async open(options: LedgerOptions): Promise<Ledger> {
    const started = performance.now();
    const opened = await openLog({ ...options, readOnly: options.readOnly ?? false });
    const ledger = new Ledger(options, opened);
    for (const damage of opened.damage) options.log('ledger.damaged', { ...damage });
    if (ledger.writer !== undefined) await ledger.put({ type: 'open', version: options.version });
    const ms = Math.round(performance.now() - started);
    options.log('ledger.opened', { records: ledger.position.sequence, replayed: opened.replayed, ms });
    ledger.idleWork.schedule();
    return ledger;
  }

  private makeWriter({ current, spare }: NonNullable<OpenedLog['writable']>, sizes: LedgerSizes): Writer {
    const { folder, monotonic = systemClock.monotonic } = this.options;
    const { boxId, files, position } = this.opened;
    const writerOptions = {
      ...this.options,
      ...sizes,
      monotonic,
      boxId,
      folder: join(folder, LOG_FOLDER),
      dictionary: DICTIONARY,
      onSegment: files.adopt.bind(files),
      onDurable: this.noteDurable.bind(this),
    };
    return new Writer(writerOptions, current, spare, position, position.epoch + 1);
  }

  /** The 16 random bytes that identify this box; they never change. */
  get boxId(): Buffer {
    return this.opened.boxId;
  }

  /** Keys, items, settings, counters, daily turnover. */
  get main(): MainView {
    return this.currentViews.now.main;
  }

  /** Acknowledged records that were lost; the ledger then only reads. */
  get damage(): readonly Damage[] {
    return this.reader.damage;
  }

  /** Losses of records that an owner has accepted, oldest first. */
  get losses(): MainView['boxEvents']['losses'] {
    return this.main.boxEvents.losses;
  }

  /** UTC ms of the newest record at the start, 0 for an empty log. A clock before it is wrong. */
  get lastTimeAtStart(): UtcMs {
    return this.opened.lastTime;
  }

  /** The highest durable sequence, and where its record ends. */
  get end(): Position {
    return this.position;
  }

  /** Why nothing can be written, if known without trying. */
  get failure(): StorageFailure | undefined {
    // A disk that refuses writes comes first: only a restart shows what it still has.
    if (this.writer?.broken === true) return 'broken';
    return this.damage.length > 0 ? 'damaged' : undefined;
  }

  /** True when an ordinary receipt fits without making the file longer. */
  get hasRoom(): boolean {
    return this.writer?.hasRoom ?? false;
  }

  /** Bytes that receipts can use on a full disk, because zeros were written ahead. */
  get roomBytes(): number {
    return this.writer?.roomBytes ?? 0;
  }

  /** Duration of disk operations. */
  get diskLatency(): DiskLatency {
    return this.writer?.diskLatency ?? { lastFlush: null, busyFor: 0 };
  }

  /** Records that no snapshot contains yet, and the number at which one is made even under load. */
  get unsaved(): { readonly records: number; readonly most: number } {
    return this.idleWork.unsaved;
  }

  /** A new uuid for a receipt; it contains the number of the segment that the next record goes to. */
  newUuid(at: UtcMs): string {
    return uuidV7(at, this.writer?.currentSegment ?? 0);
  }

  /**
   * Reserves disk space for a record of `bytes`. Call it before a processor is asked to sign: a signed receipt must be
   * recorded even if the disk is full by then. Other callers cannot use reserved bytes. The caller releases them when
   * the record is written, or will not be.
   */
  async reserve(bytes: number): Promise<Result<Reservation, StorageFailure>> {
    if (this.writer === undefined || this.reader.hasFoundDamage) return failed(this.failure ?? 'damaged');
    const reserved = await this.writer.reserve(bytes);
    if (!reserved.ok && reserved.error === 'full') this.options.log('ledger.full');
    return reserved;
  }

  /**
   * Records a signed receipt. Once this resolves with success, no power cut can lose it. Its print jobs are written
   * before it in the same group, so a receipt on the disk always has its print jobs.
   */
  async issue(invoice: IssuedInvoice, jobs: readonly PrintJob[] = []): Promise<Result<InvoiceRef, StorageFailure>> {
    const now = this.options.now();
    const month = monthOf(now);
    if (month > this.segmentMonth && this.writer?.startNextSegment() === true) this.segmentMonth = month;
    const row = rowOf(invoice, uuidBytes(invoice.uuid));
    const jobEntries = jobs.length === 0 ? [] : [changeEntry({ type: 'job', jobs }, now)];
    const { attempt, uuid } = invoice;
    const doubt = attempt && this.main.boxEvents.inDoubt(attempt.requestId);
    const before = [...jobEntries, ...settledEntries(doubt, uuid, now)];
    const written = await this.writer?.appendAfter(before, invoiceEntry(invoice, row, now));
    if (written === undefined) return failed('damaged');
    if (!written.ok) return written;
    this.charges.receipt(written.value.length, jobs);
    return ok(refOf(written.value));
  }

  /** Records any other change durably. With `space` it uses the space that the caller has reserved, without a wait. */
  put(change: Exclude<Change, { type: 'result' }>, space?: Reservation): Promise<Result<void, StorageFailure>> {
    const now = this.options.now();
    const before = (): readonly Entry[] =>
      change.type === 'abort' ? settledEntries(this.main.boxEvents.inDoubt(change.requestId), null, now) : [];
    return this.putAfter(before, change, now, space);
  }

  /**
   * Records a change with audit entries just before it. They become durable together: after a power cut the change
   * never exists without them.
   */
  putAudited(
    entries: readonly AuditEntry[],
    change: Exclude<Change, { type: 'result' | 'abort' }>,
  ): Promise<Result<void, StorageFailure>> {
    const now = this.options.now();
    const before = entries.map((entry) => changeEntry({ type: 'audit', entry }, now));
    return this.putAfter(() => before, change, now);
  }

  /** `before` is called again after the wait for space: the order may be reported as in doubt meanwhile. */
  private async putAfter(
    before: () => readonly Entry[],
    change: Exclude<Change, { type: 'result' }>,
    now: UtcMs,
    space?: Reservation,
  ): Promise<Result<void, StorageFailure>> {
    if (this.writer === undefined || this.reader.hasFoundDamage) return failed(this.failure ?? 'damaged');
    const entry = changeEntry(change, now);
    const reserved =
      space === undefined ? await this.writer.reserve(sizeOf([...before(), entry]), spaceUseOf(change)) : ok(space);
    if (!reserved.ok) return reserved;
    const written = await this.writer.appendAfter(before(), entry);
    if (space === undefined) reserved.value.release();
    if (!written.ok) return written;
    this.charges.change(change, written.value.length);
    return ok(undefined);
  }

  /** Handles a durable group. */
  private noteDurable(group: readonly Written[]): void {
    const last = group[group.length - 1];
    if (last === undefined) return;
    const { segment, offset, sequence, length, hash } = last;
    const epoch = this.writer?.epoch ?? this.position.epoch + 1;
    this.position = { segment: segment.number, start: offset, offset: offset + length, sequence, epoch, hash };
    this.currentViews.add(group);
  }

  /** Undefined for an unknown uuid. Throws {@link UnreadableRecord} when the record is unreadable. */
  invoice(uuid: string): Promise<IssuedInvoice | undefined> {
    return this.reader.byUuid(uuid);
  }

  /** The receipt issued under an idempotency key. Throws as {@link invoice} does. */
  invoiceByRequest: InvoiceReader['byRequest'] = (...asked) => this.reader.byRequest(...asked);

  /** Looks up a receipt by its PFR number `<requestedBy>-<signedBy>-<totalCounter>`. Throws as {@link invoice} does. */
  invoiceByNumber(requestedBy: string, signedBy: string, totalCounter: number): Promise<IssuedInvoice | undefined> {
    return this.reader.byNumber(requestedBy, signedBy, totalCounter);
  }

  /** Receipts of one kind that refer to a PFR number, in order of issue. */
  invoicesByReferent: InvoiceReader['byReferent'] = (referent) => this.reader.byReferent(referent);

  /** As {@link invoicesByReferent} for several kinds; only the first `most` are read, of any number. */
  firstByReferents: InvoiceReader['firstByReferents'] = (...asked) => this.reader.firstByReferents(...asked);

  /** Newest first, by order of issue. Unreadable receipts are left out and listed in {@link damage}. */
  async invoices(page: InvoicePage): Promise<IssuedInvoice[]> {
    return collected(await this.reader.page(page));
  }

  /** As {@link invoices}, one by one, so that no page of large receipts is in memory. Later sales do not shift it. */
  invoiceSequence: InvoiceReader['page'] = (...asked) => this.reader.page(...asked);

  /** A page with the cursor of the next one and the count; see {@link InvoiceReader.find}. */
  findInvoices: InvoiceReader['find'] = (...asked) => this.reader.find(...asked);

  /** The first receipt after a record; undefined when there is none yet. */
  invoiceAfter: InvoiceReader['after'] = (sequence) => this.reader.after(sequence);

  /** A stretch of the log read for audit entries, see {@link auditBefore}; from the end by default. */
  auditBefore(before: LogPlace = this.position, times?: Times): Promise<AuditStretch> {
    return auditBefore(this.opened.files, this.position, before, times);
  }

  /** True when the receipt may have had print jobs that the views have forgotten, and for an unknown receipt. */
  async mayHaveForgottenJobs(uuid: string): Promise<boolean> {
    const ref = await this.currentViews.now.byUuid(uuid);
    return ref === undefined || this.main.jobs.mayHaveForgotten(ref.sequence);
  }

  /** Does background work now: zeros ahead, a spare segment, indexes of full segments, a snapshot if due. */
  runIdleWork(): Promise<void> {
    return this.idleWork.run();
  }

  /** Waits for running work, saves the views if the next start would read many records, and closes the files. */
  async close(): Promise<void> {
    await this.idleWork.stop();
    await this.writer?.close();
    this.currentViews.now.close();
    await this.opened.files.close();
  }
}
