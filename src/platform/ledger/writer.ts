import { DiskError, failed, ok, type Result } from '../../base/index.js';
import type { SpaceUse } from './changeTypes.js';
import type { Entry, Reservation, StorageFailure, WritableSegment, Written } from './entry.js';
import type { DiskLatency, WriterOptions } from './options.js';
import { encodeRecord, recordHash } from './record.js';
import type { Position } from './scan.js';
import { DATA_START, type Segment } from './segment.js';
import { PIECE, SegmentSpace } from './segmentSpace.js';

interface PendingRecord extends Written {
  readonly bytes: Buffer;
  /** A seal is written without a flush: it proves that others are durable, and no caller waits for it. */
  readonly flush: boolean;
  readonly resolve: (result: Result<Written, StorageFailure>) => void;
}

/**
 * Space reserved for small records (keys, settings, seals) when receipts are refused because the disk is full, bytes.
 */
const SMALL_RECORDS = 16 * 1024;
/**
 * The only writer of the log. Records that arrive during a flush share the next flush (group commit). When no record
 * waits, zeros are written ahead and a spare segment is created.
 *
 * After a failed write or flush the file is never written again, because the kernel may have dropped its pages. Records
 * that were not acknowledged are written again into the spare segment. If that fails too, the ledger refuses all
 * writes.
 */
export class Writer {
  private queue: PendingRecord[] = [];
  private isRunning = false;
  private running: Promise<void> = Promise.resolve();
  /** Space to prepare, bytes; 0 when none is requested. */
  private wantedBytes = 0;
  private reservedBytes = 0;
  /** Space that callers of {@link reserve} wait for, bytes. */
  private waitingBytes = 0;
  private readonly onRelease: (() => void)[] = [];
  private isBroken = false;
  /** The segment with a seal that was written but not flushed yet. */
  private unflushedSeal: Segment | undefined;
  /** The last record on the disk, and the last queued one. */
  private durable: { readonly sequence: number; readonly hash: Buffer };
  private tail: { readonly sequence: number; readonly hash: Buffer };
  private readonly space: SegmentSpace;
  /** ms of the monotonic clock. */
  private busySince: number | undefined;
  private lastFlush: number | null = null;

  constructor(
    private readonly options: WriterOptions,
    current: WritableSegment,
    spare: WritableSegment | undefined,
    position: Position,
    readonly epoch: number,
  ) {
    this.durable = position;
    this.tail = position;
    this.space = new SegmentSpace(options, current, spare, (segment, error) => this.giveUp(segment, [], error));
  }

  get currentSegment(): number {
    return this.space.current.segment.number;
  }

  get diskLatency(): DiskLatency {
    const { busySince, lastFlush } = this;
    return { lastFlush, busyFor: busySince === undefined ? 0 : this.options.monotonic() - busySince };
  }

  get broken(): boolean {
    return this.isBroken;
  }

  /**
   * True when less than this share of one prefill is ready. Then {@link prepare} has work: in an idle moment, or at
   * once when hardly any is ready. Records beyond the zeros make the file grow, which costs several times the flash.
   */
  isBelow(share: number): boolean {
    return !this.isBroken && this.space.isBelow(share);
  }

  /** True when an ordinary record fits. */
  get hasRoom(): boolean {
    return !this.isBroken && this.freeRoom >= PIECE;
  }

  /** Bytes that ordinary records can use without making a file longer. */
  get roomBytes(): number {
    return this.isBroken ? 0 : Math.max(0, this.freeRoom - SMALL_RECORDS);
  }

  /**
   * Reserves space for a record of `bytes`, before an irrevocable action outside. Part of the space is for small
   * records only, so that an operator can still revoke a key on a full disk.
   */
  async reserve(
    bytes: number,
    { isSmall, waits }: SpaceUse = { isSmall: false, waits: true },
  ): Promise<Result<Reservation, StorageFailure>> {
    const needed = isSmall ? bytes : bytes + SMALL_RECORDS;
    while (!this.isBroken && this.freeRoom < needed) {
      this.waitingBytes += needed;
      await this.prepare(this.reservedBytes + this.waitingBytes);
      this.waitingBytes -= needed;
      if (this.freeRoom >= needed) break;
      // The disk is full only if no reservation can release the missing bytes.
      if (this.reservedBytes === 0 || !waits) return failed('full');
      await new Promise<void>((resolve) => this.onRelease.push(resolve));
    }
    if (this.isBroken) return failed('broken');
    this.reservedBytes += bytes;
    let holding = bytes;
    return ok({
      get isHeld() {
        return holding > 0;
      },
      release: () => {
        this.reservedBytes -= holding;
        holding = 0;
        for (const resolve of this.onRelease.splice(0)) resolve();
      },
    });
  }

  /** Writes zeros ahead until there are `bytes` of space and a spare segment, as far as the disk allows. */
  async prepare(bytes = this.options.prefillBytes): Promise<void> {
    this.wantedBytes = Math.max(this.wantedBytes, bytes);
    await this.start();
  }

  /** Queues a record; resolves when it is durable or has failed. Without `flush` it is only written. */
  append(entry: Entry, flush = true): Promise<Result<Written, StorageFailure>> {
    const written = this.enqueue(entry, flush);
    void this.start();
    return written;
  }

  /** As {@link append} for `last`, after `others`, which share its flush unless they go to another segment. */
  appendAfter(others: readonly Entry[], last: Entry): Promise<Result<Written, StorageFailure>> {
    for (const entry of others) void this.enqueue(entry, true);
    return this.append(last);
  }

  private enqueue(entry: Entry, flush: boolean): Promise<Result<Written, StorageFailure>> {
    const encoded = this.encode(entry);
    if (!encoded.ok) return Promise.resolve(encoded);
    return new Promise((resolve) => this.queue.push({ ...encoded.value, flush, resolve }));
  }

  /**
   * Switches to the spare segment for the next record, as at the turn of a month. False, without any change, while the
   * spare has less space than was reserved in the current one.
   */
  startNextSegment(): boolean {
    const { space } = this;
    if (space.current.end === DATA_START) return true;
    return space.spareRoom >= this.reservedBytes + this.options.prefillBytes / 4 && space.startNext();
  }

  /** Waits for all queued records; afterwards writes are refused. The owner closes the files. */
  async close(): Promise<void> {
    await this.running;
    this.isBroken = true;
  }

  /** Bytes ready for records and not reserved. */
  private get freeRoom(): number {
    return this.space.room - this.reservedBytes;
  }

  private encode(entry: Entry): Result<Omit<PendingRecord, 'flush' | 'resolve'>, StorageFailure> {
    if (this.isBroken) return failed('broken');
    const { space } = this;
    let bytes = this.bytesOf(entry);
    if (space.current.end + bytes.length > this.options.segmentBytes) {
      if (!space.startNext()) return failed('full');
      bytes = this.bytesOf(entry);
    }
    const hash = recordHash(bytes);
    const sequence = this.tail.sequence + 1;
    const { segment, end: offset } = space.current;
    space.current.end += bytes.length;
    this.tail = { sequence, hash };
    return ok({ entry, segment, offset, length: bytes.length, sequence, hash, bytes });
  }

  private bytesOf(entry: Entry): Buffer {
    const { segment } = this.space.current;
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

  private start(): Promise<void> {
    if (!this.isRunning) {
      this.isRunning = true;
      this.running = this.run();
    }
    return this.running;
  }

  private async run(): Promise<void> {
    try {
      while (!this.isBroken && (this.queue.length > 0 || this.wantedBytes > 0)) {
        const { wantedBytes } = this;
        this.busySince = this.options.monotonic();
        if (this.queue.length > 0) await this.commit(this.nextBatch());
        // If more space was requested meanwhile, the next iteration prepares it.
        else if (!(await this.space.prepare(wantedBytes)) && this.wantedBytes === wantedBytes) this.wantedBytes = 0;
      }
    } finally {
      // Must run in the same tick as the last check of the queue, otherwise a record that arrives now would wait
      // forever.
      this.isRunning = false;
      this.busySince = undefined;
    }
  }

  /** The queued records of one segment, which are contiguous. */
  private nextBatch(): PendingRecord[] {
    const segment = this.queue[0]?.segment;
    const end = this.queue.findIndex((queued) => queued.segment !== segment);
    return this.queue.splice(0, end < 0 ? this.queue.length : end);
  }

  private async commit(batch: readonly PendingRecord[]): Promise<void> {
    const [first] = batch;
    const last = batch[batch.length - 1];
    if (first === undefined || last === undefined) return;
    const flush = batch.some((queued) => queued.flush);
    let { segment } = first;
    try {
      // A seal at the end of one file must not be lost once later records are durable in the next file.
      if (this.unflushedSeal !== undefined && this.unflushedSeal !== segment) {
        segment = this.unflushedSeal;
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
    this.unflushedSeal = flush ? undefined : segment;
    if (flush) {
      this.durable = last;
      this.options.onDurable(batch);
    }
    for (const queued of batch) queued.resolve(ok(queued));
  }

  private async flush({ file }: Segment): Promise<void> {
    const began = this.options.monotonic();
    await file.datasync();
    this.lastFlush = this.options.monotonic() - began;
  }

  /** Writes unacknowledged records to the next segment, or refuses them when there is none. */
  private giveUp(segment: Segment, batch: readonly PendingRecord[], error: unknown): void {
    if (!(error instanceof DiskError)) throw error;
    this.options.log('ledger.write_failed', { segment: segment.number, operation: error.operation, code: error.code });
    const again = [...batch, ...this.queue];
    this.queue = [];
    if (this.space.current.segment === segment && !this.space.startNext()) {
      this.isBroken = true;
      for (const queued of again) queued.resolve(failed('broken'));
      return;
    }
    // A seal after the last flush is dropped with the file: no caller was notified of it, and its sequence is free
    // again.
    this.space.current.end = DATA_START;
    this.tail = this.durable;
    this.unflushedSeal = undefined;
    for (const { entry, flush, resolve } of again) {
      const encoded = this.encode(entry);
      if (encoded.ok) this.queue.push({ ...encoded.value, flush, resolve });
      else resolve(encoded);
    }
  }
}
