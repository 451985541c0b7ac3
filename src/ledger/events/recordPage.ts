import type { Slice } from '../../base/index.js';
import { invoiceOf } from '../change.js';
import type { IssuedInvoice } from '../invoice.js';
import { recordHash } from '../record.js';
import type { Position } from '../scan.js';
import { ALL_PARTS, type EventPlace, placeOf } from './eventPlace.js';
import { contentsOf, type EventContent } from './ledgerEvent.js';
import type { LogRecord } from './logRecord.js';
import type { WalkStep } from './logWalk.js';

/** A record that tells something. */
export interface ToldRecord {
  readonly record: LogRecord;
  /** SHA-256 of its bytes, taken from them. */
  readonly hash: Buffer;
  /** Does it carry the hash of the record before it, as that was read now? False: one of both was changed since it was written. */
  readonly isChained: boolean;
  readonly contents: readonly EventContent[];
  /** Of a result record: the receipt; null when its body cannot be read. Undefined for other records. */
  readonly receipt: IssuedInvoice | null | undefined;
}

export interface RecordQuery<T> {
  /** The last record that was told; undefined: none was. */
  readonly after: EventPlace | undefined;
  /** Most records of a page. */
  readonly limit: number;
  /** A page ends behind the record with which their bytes in the ledger come to so many. */
  readonly bytes: number;
  /** What is kept of a record. */
  readonly give: (told: ToldRecord) => T;
  /** Each window of the log, and each record that tells something, is one slice. */
  readonly slice: Slice;
}

export interface RecordPage<T> {
  readonly records: readonly T[];
  /** The last record that was told; as it was asked after when none is. */
  readonly told: EventPlace | undefined;
  /** From where to go on: the last record that was read. */
  readonly place: EventPlace | undefined;
  /** Does the log have more records now? */
  readonly more: boolean;
  /** The last record of the log when it was read. */
  readonly lastSequence: number;
}

/** A page of records while it is read. */
export class RecordPageMaker<T> {
  private readonly records: T[] = [];
  private bytes = 0;
  private told: EventPlace | undefined;
  private last: EventPlace | undefined;
  /** The record read last, and the hash of its bytes. */
  private before: { readonly sequence: number; readonly hash: Buffer } | undefined;
  /** What cannot be read before the next record. */
  private gap: EventContent | undefined;

  constructor(private readonly query: RecordQuery<T>) {
    [this.told, this.last] = [query.after, query.after];
  }

  /** Is the page full with this step? */
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
    // A break in the chain is told with whatever record shows it.
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
    return null; // a right checksum over a content that the box has never written
  }
}
