import { failed, ok, type Result, type Slice } from '../../../base/index.js';
import { type SegmentFiles, segmentStartOf } from '../files.js';
import type { DecodedRecord } from '../record.js';
import { type Position, recordAt } from '../scan.js';
import { DATA_START } from '../segment.js';
import { ALL_PARTS, type EventPlace, type LogRecord, placeOf } from './eventPlace.js';
import { contentsOf, type EventContent, type LedgerEvent } from './ledgerEvent.js';
import { LogWalk, undefinedIfLost, type WalkStart, type WalkStep } from './logWalk.js';
import { RecordPageMaker, type RecordPage, type RecordQuery } from './recordPage.js';

/** Notifies waiting readers that the log has grown, after the writers of its records got their result. */
class Arrivals {
  private readonly waiting = new Set<() => void>();

  /** Resolves when the next records have arrived or `signal` is aborted. */
  next(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const go = (): void => {
        this.waiting.delete(go);
        signal.removeEventListener('abort', go);
        resolve();
      };
      if (signal.aborted) {
        resolve();
        return;
      }
      signal.addEventListener('abort', go);
      this.waiting.add(go);
    });
  }

  /** Called when records have become durable. */
  tell(): void {
    for (const go of [...this.waiting]) go();
  }
}

export interface EventQuery<T> {
  /** Position up to which events were delivered; undefined when none were. */
  readonly after: EventPlace | undefined;
  /** Maximum number of events on a page. */
  readonly limit: number;
  readonly accepts: (content: EventContent) => boolean;
  /**
   * Converts an event to what the page returns. Storing a thousand whole records until all are read would cost more
   * than reading them.
   */
  readonly give: (event: LedgerEvent) => T;
  /** Runs the work in slices; each window of the log is one slice. */
  readonly slice: Slice;
}

interface EventPage<T> {
  readonly events: readonly T[];
  /** Position to continue from; undefined only in an empty log. */
  readonly place: EventPlace | undefined;
  /** True when the log has more readable records; possibly none of them has an accepted event. */
  readonly more: boolean;
  /** The last record of the log when it was read. */
  readonly lastSequence: number;
}

/**
 * Maximum number of windows of the log read for one page. A caller who accepts few events continues with the next page.
 */
const MAX_WINDOWS = 32;

/** Reads events from the ledger itself, in the order of its records. There is no other store of events. */
export class EventReader {
  /** Notifies readers when the log has grown. */
  readonly arrivals = new Arrivals();

  constructor(
    private readonly files: SegmentFiles,
    /** The last durable record. */
    private readonly end: () => Position,
  ) {}

  /** The last sequence in the log. */
  get lastSequence(): number {
    return this.end().sequence;
  }

  /** The position after all current records. */
  get now(): EventPlace {
    const { segment, start, sequence, hash } = this.end();
    return { segment, offset: start, sequence, hash: hash.subarray(0, 8), part: ALL_PARTS };
  }

  /**
   * The events after a position. `unknown`: the position does not belong to this ledger, as after a restore of an
   * earlier state. Throws DiskError.
   */
  async page<T>(query: EventQuery<T>): Promise<Result<EventPage<T>, 'unknown'>> {
    const { after, slice } = query;
    const end = this.end();
    const start = after === undefined ? await this.beginning() : await this.startAfter(after, end, slice);
    if (start === undefined) return failed('unknown');
    const page = new PageMaker(query);
    const walk = new LogWalk(this.files, end, start);
    for (let windows = 0; windows < MAX_WINDOWS && !page.isFull; windows += 1) {
      const steps = await slice(async () => {
        const read = await walk.next();
        for (const step of read ?? []) if (!page.isFull) page.take(step);
        return read;
      });
      if (steps === undefined) return ok(page.made(false, end));
    }
    return ok(page.made(page.isBefore(end), end));
  }

  /**
   * The records with events after a position, each complete. The hash chain is checked along the way. Throws DiskError.
   */
  async records<T>(query: RecordQuery<T>): Promise<Result<RecordPage<T>, 'unknown'>> {
    const { after, slice } = query;
    const end = this.end();
    const start = after === undefined ? await this.beginning() : await this.startAfter(after, end, slice);
    if (start === undefined) return failed('unknown');
    const page = new RecordPageMaker(query);
    // Records that do not fit on the page are read again for the next one.
    const walk = new LogWalk(this.files, end, start, query.bytes);
    for (let windows = 0; windows < MAX_WINDOWS; windows += 1) {
      const steps = await slice(() => walk.next());
      if (steps === undefined) return ok(page.made(false, end));
      for (const step of steps) {
        // Inflating and encoding one receipt takes a millisecond on a board, so each is a slice of its own.
        if (await page.take(step)) return ok(page.made(true, end));
      }
    }
    return ok(page.made(true, end));
  }

  private async beginning(): Promise<WalkStart> {
    const [segment = 1] = await this.files.numbers();
    return { segment, offset: DATA_START, sequence: 1 };
  }

  /** Where to continue reading; undefined when the record at that position is a different one. */
  private async startAfter(after: EventPlace, end: Position, slice: Slice): Promise<WalkStart | undefined> {
    const { sequence, hash } = after;
    if (sequence > end.sequence) return undefined;
    const record = await this.recordAt(after, end);
    if (record?.head.sequence === sequence && record.hash.subarray(0, hash.length).equals(hash)) return after;
    const start = await this.segmentOf(sequence, end);
    const walk = new LogWalk(this.files, end, { ...start, sequence });
    for (;;) {
      const steps = await slice(() => walk.next());
      const [first] = steps ?? [];
      if (steps !== undefined && first === undefined) continue;
      // The record is unreadable now, which does not disprove the position. The gap is reported.
      if (first?.kind !== 'record') return { ...start, sequence: after.part === ALL_PARTS ? sequence + 1 : sequence };
      if (!first.record.hash.subarray(0, hash.length).equals(hash)) return undefined;
      return { segment: first.record.segment.number, offset: first.record.offset, sequence };
    }
  }

  private async recordAt({ segment: number, offset }: EventPlace, end: Position): Promise<DecodedRecord | undefined> {
    if (number > end.segment) return undefined;
    return undefinedIfLost(async () => {
      const segment = await this.files.find(number);
      return segment && (await recordAt(segment, offset));
    });
  }

  /** The beginning of the segment that contains a record, found by the first records of segments. */
  private async segmentOf(sequence: number, end: Position): Promise<Omit<WalkStart, 'sequence'>> {
    const numbers = (await this.files.numbers()).filter((number) => number <= end.segment);
    let [low, high] = [0, numbers.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      const start = await undefinedIfLost(async () => {
        const segment = await this.files.find(numbers[middle] ?? 0);
        return segment && (await segmentStartOf(segment));
      });
      if (start !== undefined && start.sequence <= sequence) low = middle;
      else high = middle - 1;
    }
    return { segment: numbers[low] ?? 1, offset: DATA_START };
  }
}

/** Collects one page. */
class PageMaker<T> {
  private readonly events: T[] = [];
  /** Events of the last record. Its hash is read from the next record. */
  private waiting: LedgerEvent[] = [];
  private last: { readonly record: LogRecord; readonly part: number } | undefined;

  constructor(private readonly query: EventQuery<T>) {}

  get isFull(): boolean {
    return this.events.length + this.waiting.length >= this.query.limit;
  }

  /** True when records remain before the end of the log. */
  isBefore({ sequence }: Position): boolean {
    return (this.place?.sequence ?? 0) < sequence || this.place?.part !== ALL_PARTS;
  }

  get place(): EventPlace | undefined {
    return this.last === undefined ? this.query.after : placeOf(this.last.record, this.last.part);
  }

  take(step: WalkStep): void {
    this.giveWaiting();
    if (step.kind === 'gap') {
      const { firstSequence, lastSequence, before } = step;
      this.add(before, 0, { type: 'ledger.unreadable', firstSequence, lastSequence });
      return;
    }
    const { record } = step;
    const { after } = this.query;
    const given = record.sequence === after?.sequence ? after.part : 0;
    const contents = contentsOf(record);
    for (const [at, content] of contents.entries()) {
      if (this.isFull) return;
      const part = at + 1 === contents.length ? ALL_PARTS : at + 1;
      if (at >= given) this.add(record, part, content);
    }
    this.last = { record, part: ALL_PARTS };
  }

  made(more: boolean, { sequence }: Position): EventPage<T> {
    this.giveWaiting();
    return { events: this.events, place: this.place, more, lastSequence: sequence };
  }

  private giveWaiting(): void {
    for (const event of this.waiting) this.events.push(this.query.give(event));
    this.waiting = [];
  }

  private add(record: LogRecord, part: number, content: EventContent): void {
    this.last = { record, part };
    if (this.query.accepts(content)) this.waiting.push({ record, part, at: record.record.head.time, content });
  }
}
