import { type Disk, DiskError } from '../base/disk.js';
import type { Log } from '../base/log.js';
import { failed, ok, type Result } from '../base/result.js';
import type { Entry, Place, Reservation, StorageFailure, Written } from './entry.js';
import { encodeRecord, recordHash } from './record.js';
import type { Position } from './scan.js';
import { createSegment, DATA_START, type Segment, zeroFill } from './segment.js';

interface Queued extends Written {
  readonly bytes: Buffer;
  /** A seal is written without a flush: it bears witness for others and is owed to nobody. */
  readonly flush: boolean;
  readonly settle: (result: Result<Written, StorageFailure>) => void;
}

export interface WriterOptions {
  readonly disk: Disk;
  /** The folder of the segments. */
  readonly folder: string;
  readonly boxId: Buffer;
  readonly dictionary: Buffer;
  readonly now: () => number;
  /** A clock that never jumps, ms. */
  readonly monotonic: () => number;
  readonly log: Log;
  /** Largest size of a segment, in bytes. */
  readonly segmentBytes: number;
  /** How much is zero-filled at a time, in bytes. */
  readonly prefillBytes: number;
  /** Called with each segment that is made, whose file the caller then owns. */
  readonly onSegment: (segment: Segment) => void;
  /** Called with each group of records as it becomes durable, in order, before their writers learn of it. */
  readonly onDurable: (written: readonly Written[]) => void;
}

/** How the disk keeps up with the writer. */
export interface Pace {
  /** How long the last flush of records took, ms; null before the first. */
  readonly lastFlush: number | null;
  /** For how long the disk has been busy with the one piece of work that was given to it last, ms; 0 when it rests. */
  readonly busyFor: number;
}

/** Room that stays for small records (keys, settings, seals) when receipts are refused for lack of it. */
const SMALL_RECORDS = 16 * 1024;
/** Zeros are written in pieces, so that a sale that comes meanwhile waits for one of them at most. */
const PIECE = 64 * 1024;

/**
 * The one writer of the log. Records that come while a flush runs share the next one (group commit); in between, when
 * nothing waits, zeros are written ahead and a spare segment is made.
 *
 * A failed write or flush gives the file up for ever, because the kernel may have dropped what it held; what was not
 * acknowledged is written again into the spare segment that lies ready. If that fails too, nothing is written any more.
 */
export class Writer {
  private queue: Queued[] = [];
  private isRunning = false;
  private running: Promise<void> = Promise.resolve();
  /** Room that somebody waits for, in bytes; 0 when nobody does. */
  private wanted = 0;
  /** Bytes kept by reservations, and those that reservations wait for. */
  private held = 0;
  private waiting = 0;
  private readonly onRelease: (() => void)[] = [];
  private isBroken = false;
  /** Holds a seal that was written and not flushed. */
  private loose: Segment | undefined;
  /** The last record that is on the disk, and the last one that is queued. */
  private durable: { readonly sequence: number; readonly hash: Buffer };
  private tail: { readonly sequence: number; readonly hash: Buffer };
  private lastNumber: number;
  /** ms of the monotonic clock. */
  private busySince: number | undefined;
  private lastFlush: number | null = null;

  constructor(
    private readonly options: WriterOptions,
    private current: Place,
    private spare: Place | undefined,
    position: Position,
    readonly epoch: number,
  ) {
    this.durable = position;
    this.tail = position;
    this.lastNumber = (spare ?? current).segment.number;
  }

  get currentSegment(): number {
    return this.current.segment.number;
  }

  /** Highest sequence that is on the disk. */
  get durableSequence(): number {
    return this.durable.sequence;
  }

  get pace(): Pace {
    const { busySince, lastFlush } = this;
    return { lastFlush, busyFor: busySince === undefined ? 0 : this.options.monotonic() - busySince };
  }

  get broken(): boolean {
    return this.isBroken;
  }

  /**
   * Does less than this share of what is prepared at a time lie ready? Then {@link prepare} has work: in an idle moment,
   * or at once when there is hardly any left, since records behind the zeros make the file grow and cost several times
   * the flash.
   */
  isBelow(share: number): boolean {
    const { prefillBytes, segmentBytes } = this.options;
    const { zeroed, end } = this.current;
    const mark = prefillBytes * share;
    return !this.isBroken && (this.spareRoom() < mark || (zeroed < segmentBytes && zeroed - end < mark));
  }

  /** Does room for an ordinary record lie ready? */
  get hasRoom(): boolean {
    return !this.isBroken && this.room() >= PIECE;
  }

  /**
   * Keeps room for a record of `bytes`, before anything irrevocable is done outside. What is left of it for small
   * records is only for them: an operator can still revoke a key on a full disk.
   */
  async reserve(bytes: number, small = false): Promise<Result<Reservation, StorageFailure>> {
    const needed = small ? bytes : bytes + SMALL_RECORDS;
    while (!this.isBroken && this.room() < needed) {
      this.waiting += needed;
      await this.prepare(this.held + this.waiting);
      this.waiting -= needed;
      if (this.room() >= needed) break;
      // The disk is full only when nobody else holds what is missing here.
      if (this.held === 0) return failed('full');
      await new Promise<void>((resolve) => this.onRelease.push(resolve));
    }
    if (this.isBroken) return failed('broken');
    this.held += bytes;
    let holding = bytes;
    return ok({
      release: () => {
        this.held -= holding;
        holding = 0;
        for (const resolve of this.onRelease.splice(0)) resolve();
      },
    });
  }

  /** Writes zeros ahead until `bytes` of room lie ready and a spare segment exists, as far as the disk lets it. */
  async prepare(bytes = this.options.prefillBytes): Promise<void> {
    this.wanted = Math.max(this.wanted, bytes);
    await this.start();
  }

  /** Queues a record; resolves when it is durable or never will be. Without `flush` it is only written. */
  append(entry: Entry, flush = true): Promise<Result<Written, StorageFailure>> {
    const written = this.enqueue(entry, flush);
    void this.start();
    return written;
  }

  /** As {@link append}, behind others that share its flush, unless they are of another segment; tells of the last. */
  appendBehind(others: readonly Entry[], last: Entry): Promise<Result<Written, StorageFailure>> {
    for (const entry of others) void this.enqueue(entry, true);
    return this.append(last);
  }

  private enqueue(entry: Entry, flush: boolean): Promise<Result<Written, StorageFailure>> {
    const encoded = this.encode(entry);
    if (!encoded.ok) return Promise.resolve(encoded);
    return new Promise((settle) => this.queue.push({ ...encoded.value, flush, settle }));
  }

  /**
   * Goes on in the spare segment with the next record, as at the turn of a month. False, and stays, while the spare has
   * not the room that was promised in the present one.
   */
  startNextSegment(): boolean {
    if (this.current.end === DATA_START) return true;
    return this.spareRoom() >= this.held + this.options.prefillBytes / 4 && this.roll();
  }

  /** Waits for all that is queued; afterwards nothing can be written any more. Files are closed by their owner. */
  async close(): Promise<void> {
    await this.running;
    this.isBroken = true;
  }

  /** Bytes that lie ready for records and are not kept for anybody. */
  private room(): number {
    const here = Math.min(this.current.zeroed, this.options.segmentBytes) - this.current.end;
    return Math.max(here, this.spareRoom()) - this.held;
  }

  private spareRoom(): number {
    return this.spare === undefined ? 0 : this.spare.zeroed - this.spare.end;
  }

  private encode(entry: Entry): Result<Omit<Queued, 'flush' | 'settle'>, StorageFailure> {
    if (this.isBroken) return failed('broken');
    const fits = (bytes: Buffer): boolean => this.current.end + bytes.length <= this.options.segmentBytes;
    let bytes = this.bytesOf(entry);
    if (!fits(bytes)) {
      if (!this.roll()) return failed('full');
      bytes = this.bytesOf(entry);
    }
    const hash = recordHash(bytes);
    const sequence = this.tail.sequence + 1;
    const { segment, end: offset } = this.current;
    this.current.end += bytes.length;
    this.tail = { sequence, hash };
    return ok({ entry, segment, offset, length: bytes.length, sequence, hash, bytes });
  }

  private bytesOf(entry: Entry): Buffer {
    const { segment } = this.current;
    const head = {
      type: entry.type,
      flags: entry.flags,
      sequence: this.tail.sequence + 1,
      epoch: this.epoch,
      durable: this.durable.sequence,
      time: entry.time,
      previous: this.tail.hash,
    };
    return encodeRecord(segment.number, head, entry.row, entry.body(segment.dictionary));
  }

  /** Goes on in the spare segment; false when there is none. */
  private roll(): boolean {
    if (this.spare === undefined) return false;
    this.current = this.spare;
    this.spare = undefined;
    this.options.log('ledger.segment', { segment: this.current.segment.number });
    return true;
  }

  private start(): Promise<void> {
    if (!this.isRunning) {
      this.isRunning = true;
      this.running = this.run();
    }
    return this.running;
  }

  private async run(): Promise<void> {
    try {
      while (!this.isBroken && (this.queue.length > 0 || this.wanted > 0)) {
        const { wanted } = this;
        this.busySince = this.options.monotonic();
        if (this.queue.length > 0) await this.commit(this.nextBatch());
        // Who asked for more meanwhile is served by the next turn.
        else if (!(await this.writeAhead()) && this.wanted === wanted) this.wanted = 0;
      }
    } finally {
      // In the same turn as the last look at the queue, or a record that comes now would wait for ever.
      this.isRunning = false;
      this.busySince = undefined;
    }
  }

  /** The queued records of one segment, which lie side by side. */
  private nextBatch(): Queued[] {
    const segment = this.queue[0]?.segment;
    const end = this.queue.findIndex((queued) => queued.segment !== segment);
    return this.queue.splice(0, end < 0 ? this.queue.length : end);
  }

  private async commit(batch: readonly Queued[]): Promise<void> {
    const [first] = batch;
    const last = batch[batch.length - 1];
    if (first === undefined || last === undefined) return;
    const flush = batch.some((queued) => queued.flush);
    let { segment } = first;
    try {
      // A seal at the end of one file must not be lost when records that continue it are durable in the next.
      if (this.loose !== undefined && this.loose !== segment) {
        segment = this.loose;
        await segment.file.datasync();
        segment = first.segment;
      }
      segment.file.write(
        first.offset,
        batch.length === 1 ? first.bytes : Buffer.concat(batch.map(({ bytes }) => bytes)),
      );
      if (flush) await this.flush(segment);
    } catch (error) {
      this.giveUp(segment, batch, error);
      return;
    }
    this.loose = flush ? undefined : segment;
    if (flush) {
      this.durable = last;
      this.options.onDurable(batch);
    }
    for (const queued of batch) queued.settle(ok(queued));
  }

  private async flush({ file }: Segment): Promise<void> {
    const began = this.options.monotonic();
    await file.datasync();
    this.lastFlush = this.options.monotonic() - began;
  }

  /** One piece of preparation; false when there is no more to do, or no room to do it. */
  private async writeAhead(): Promise<boolean> {
    const { current, spare, wanted } = this;
    const { segmentBytes } = this.options;
    const room = Math.min(current.zeroed, segmentBytes) - current.end;
    if (room < wanted && current.zeroed < segmentBytes) return this.fill(current, segmentBytes);
    if (spare === undefined) return this.makeSpare();
    return spare.zeroed - spare.end < wanted && spare.zeroed < segmentBytes && this.fill(spare, segmentBytes);
  }

  private async fill(place: Place, limit: number): Promise<boolean> {
    // A record may have outgrown the zeros; they must never be written over it.
    const from = Math.max(place.zeroed, place.end);
    const to = Math.min(from + PIECE, limit);
    try {
      const reached = await zeroFill(place.segment.file, from, to);
      place.zeroed = reached;
      return reached === to;
    } catch (error) {
      // The next record may have gone on to the spare meanwhile: then the one given up is the file before.
      if (place === this.spare) this.spare = undefined;
      else this.giveUp(place.segment, [], error);
      return false;
    }
  }

  private async makeSpare(): Promise<boolean> {
    const { disk, folder, boxId, dictionary, now } = this.options;
    try {
      const segment = await createSegment(disk, folder, this.lastNumber + 1, boxId, dictionary, now());
      this.lastNumber = segment.number;
      this.options.onSegment(segment);
      this.spare = { segment, end: DATA_START, zeroed: DATA_START };
      return true;
    } catch (error) {
      if (!(error instanceof DiskError)) throw error;
      return false;
    }
  }

  /** Writes all that is not acknowledged again into the next segment, or refuses it when there is none. */
  private giveUp(segment: Segment, batch: readonly Queued[], error: unknown): void {
    if (!(error instanceof DiskError)) throw error;
    this.options.log('ledger.write_failed', { segment: segment.number, operation: error.operation, code: error.code });
    const again = [...batch, ...this.queue];
    this.queue = [];
    if (this.current.segment === segment && !this.roll()) {
      this.isBroken = true;
      for (const queued of again) queued.settle(failed('broken'));
      return;
    }
    // A seal behind the last flush is given up with the file: nobody was told of it, and its sequence is free again.
    this.current.end = DATA_START;
    this.tail = this.durable;
    this.loose = undefined;
    for (const { entry, flush, settle } of again) {
      const encoded = this.encode(entry);
      if (encoded.ok) this.queue.push({ ...encoded.value, flush, settle });
      else settle(encoded);
    }
  }
}
