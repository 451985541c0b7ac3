import type { Slice } from '../../../base/index.js';
import { invoiceOf } from '../change.js';
import type { IssuedInvoice } from '../invoice.js';
import { recordHash } from '../record.js';
import type { Position } from '../scan.js';
import { ALL_PARTS, type EventPlace, type LogRecord, placeOf } from './eventPlace.js';
import { contentsOf, type EventContent } from './ledgerEvent.js';
import type { WalkStep } from './logWalk.js';

/** A record that has events. */
export interface EventRecord {
  readonly record: LogRecord;
  /** SHA-256 computed from its bytes. */
  readonly hash: Buffer;
  /**
   * True when it contains the hash of the previous record as read now. False: one of the two was changed after it was
   * written.
   */
  readonly isChained: boolean;
  readonly contents: readonly EventContent[];
  /** The receipt of a result record; null when its body cannot be read. Undefined for other records. */
  readonly receipt: IssuedInvoice | null | undefined;
}

export interface RecordQuery<T> {
  /** The last record that was delivered; undefined when none was. */
  readonly after: EventPlace | undefined;
  /** Maximum number of records on a page. */
  readonly limit: number;
  /** A page ends after the record with which its records reach this size in the ledger, bytes. */
  readonly bytes: number;
  /** Converts a record to what the page returns. */
  readonly give: (told: EventRecord) => T;
  /** Runs the work in slices; each window of the log, and each record with events, is one slice. */
  readonly slice: Slice;
}

export interface RecordPage<T> {
  readonly records: readonly T[];
  /** The last record on the page; the position of the query if the page is empty. */
  readonly told: EventPlace | undefined;
  /** Position to continue from: the last record that was read. */
  readonly place: EventPlace | undefined;
  /** True when the log has more records now. */
  readonly more: boolean;
  /** The last record of the log when it was read. */
  readonly lastSequence: number;
}

/** Collects one page of records. */
export class RecordPageMaker<T> {
  private readonly records: T[] = [];
  private bytes = 0;
  private told: EventPlace | undefined;
  private last: EventPlace | undefined;
  /** The last record read, and the hash of its bytes. */
  private before: { readonly sequence: number; readonly hash: Buffer } | undefined;
  /** The unreadable records before the next record. */
  private gap: EventContent | undefined;

  constructor(private readonly query: RecordQuery<T>) {
    [this.told, this.last] = [query.after, query.after];
  }

  /** Adds a step; true when the page is full. */
  async take(step: WalkStep): Promise<boolean> {
    if (step.kind === 'gap') {
      const { firstSequence, lastSequence } = step;
      this.gap = { type: 'ledger.unreadable', firstSequence, lastSequence };
      return false;
    }
    const { record } = step;
    const { bytes } = record.record;
    const { before, gap } = this;
    const hash = recordHash(bytes);
    const isNext = before?.sequence === record.sequence - 1;
    const isChained = !isNext || record.previous.equals(before.hash);
    this.before = { sequence: record.sequence, hash };
    if (record.sequence === this.query.after?.sequence) return false;
    const contents = [...(gap === undefined ? [] : [gap]), ...contentsOf(record)];
    this.gap = undefined;
    const place = { ...placeOf(record, ALL_PARTS), hash: hash.subarray(0, 8) };
    this.last = place;
    // A break in the chain is reported even with a record that has no events.
    if (contents.length === 0 && isChained) return false;
    const { give, slice, limit } = this.query;
    this.records.push(await slice(() => give({ record, hash, isChained, contents, receipt: receiptIn(record) })));
    this.told = place;
    this.bytes += bytes.length;
    return this.records.length >= limit || this.bytes >= this.query.bytes;
  }

  made(isCut: boolean, { sequence }: Position): RecordPage<T> {
    const { records, told, last: place } = this;
    return { records, told, place, more: isCut && (place?.sequence ?? 0) < sequence, lastSequence: sequence };
  }
}

function receiptIn({ record, segment }: LogRecord): IssuedInvoice | null | undefined {
  if (record.head.type !== 'result') return undefined;
  try {
    return invoiceOf(record, segment.dictionary);
  } catch {
    return null; // valid checksum, but content that no release of the box has written
  }
}
