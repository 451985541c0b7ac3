import { type Clock, DiskError, type Log, ok, type Result, type Slice, type UtcMs } from '../../base/index.js';
import { decodePlace, encodePlace, type EventPlace, type Ledger, type RecordPage } from '../../ledger/index.js';
import type { StreamSetting } from '../../settings/index.js';
import type { CursorStore } from '../cursorStore.js';
import type { DeliveryFailure } from '../deliveryFailure.js';
import { DeliveryLoop } from '../deliveryLoop.js';
import { type LastingFailure, Retries } from '../retries.js';
import { backoff } from '../retryDelay.js';
import type { Carrier, Connection, StreamFailure } from './carrier.js';
import type { GroupListener } from './groupListener.js';
import { GroupWatch } from './groupWatch.js';
import {
  type BoxState,
  type Describing,
  packed,
  recordJson,
  RecordsJson,
  stateJson,
  type ToldBefore,
} from './message.js';

export interface StreamParts extends Describing {
  readonly ledger: Pick<Ledger, 'events'>;
  readonly cursors: Pick<CursorStore, 'stream' | 'markStream' | 'saveIfDue'>;
  /** Reading waits for sales. */
  readonly slice: Slice;
  readonly clock: Clock;
  readonly log: Log;
  /** What the box is now; `behind` is added. */
  readonly state: () => Promise<Omit<BoxState, 'behind'>>;
  /** Wants what the owner sets for a group of boxes. */
  readonly group: GroupListener;
  /** 0 to 1, for pauses. */
  readonly random?: () => number;
  /** How long a stop waits for a message in progress, ms; 1 s if not given. */
  readonly stopTimeout?: number;
}

/** How the stream fares. */
export interface StreamReport {
  /** Records of the ledger that the server has not got, also those that tell nothing. */
  readonly behind: number;
  /** When all was told; null: not since the start. */
  readonly upToDateAt: UtcMs | null;
  /** Why nothing arrives, and since when; null when the last attempt succeeded or there was none. */
  readonly failure: LastingFailure | null;
}

/** A message holds at most so many records, of so many bytes in the ledger: some 300 KB of JSON. */
const RECORDS = 100;
const BYTES = 64 * 1024;
/** How often it is said what the box is, ms. */
const STATE_EVERY = 5 * 60_000;
/** Pause after a bug, ms. */
const AFTER_BUG = 15 * 60_000;
/** So often in a row the place in the stream is looked up again, where it holds another message than expected. */
const MOST_MOVES = 3;

/** What is told in one message. */
type Page = RecordPage<void> & { readonly json: RecordsJson };

/** What is known while a connection lasts. */
interface Session {
  readonly connection: Connection;
  /** From where to read on. */
  place: EventPlace | undefined;
  /** The last record that the stream holds. */
  told: ToldBefore;
  /** The place of the box's last message in the stream. */
  after: number | undefined;
  /** How often in a row the stream held another message than expected. */
  moves: number;
  /** Monotonic time when the state is due, ms. */
  stateDue: number;
  /** Values that the owner sets for the group of the box. */
  readonly group: GroupWatch;
}

/**
 * Puts what the ledger tells on a stream, in order, one message at a time: each names the place of the one before it, so that a lost
 * answer makes no second message. How far the box is stands in the stream itself, and up to a day back in the ledger. No sale waits
 * for it.
 */
export class Stream {
  private readonly loop: DeliveryLoop;
  private readonly retries: Retries;
  private session: Session | undefined;
  /** The last record of the log when nothing was left to read. */
  private readUpTo = -1;
  /** The last record that was told, or tells nothing. */
  private passed: number;
  private upToDateAt: UtcMs | null = null;
  /** Monotonic time before which no more records are sent, ms. */
  private notBefore = 0;

  constructor(
    private readonly setting: StreamSetting,
    private readonly carrier: Carrier,
    private readonly parts: StreamParts,
  ) {
    this.passed = this.kept?.sequence ?? 0;
    this.retries = new Retries(parts, backoff);
    this.loop = new DeliveryLoop({
      ...parts,
      step: () => this.step(),
      onBug: (error) => {
        parts.log('stream.broken', { error: String(error) });
        this.retries.pause(AFTER_BUG);
      },
    });
  }

  get report(): StreamReport {
    const behind = Math.max(0, this.parts.ledger.events.lastSequence - this.passed);
    return { behind, upToDateAt: this.upToDateAt, failure: this.retries.failure };
  }

  start(): void {
    this.loop.start();
  }

  /** Begins no message; one in progress is given up after a moment, and looked up after the next start. */
  async stop(): Promise<void> {
    await this.loop.stop();
    await this.end();
  }

  /** Sends one message; false when there is nothing to do now. */
  private async step(): Promise<boolean> {
    await this.parts.cursors.saveIfDue();
    if (!this.retries.areDue) return false;
    const session = this.session ?? (await this.begin());
    if (session === undefined || this.loop.stops) return false;
    const now = this.parts.clock.monotonic();
    session.group.askIfDue();
    if (now >= session.stateDue && !(await this.sendState(session))) return false;
    if (now < this.notBefore || this.parts.ledger.events.lastSequence <= this.readUpTo) return false;
    const page = await this.read(session);
    return page !== undefined && this.send(session, page);
  }

  private async begin(): Promise<Session | undefined> {
    const connected = await this.carrier.connect(this.loop.signal);
    if (!connected.ok) {
      await this.noteFailure(connected.error);
      return undefined;
    }
    const connection = connected.value;
    const isCurrent = (): boolean => this.session?.connection === connection;
    const group = new GroupWatch({ ...this.parts, connection, isCurrent });
    this.session = { connection, group, place: undefined, told: undefined, after: undefined, moves: 0, stateDue: 0 };
    if (!(await this.find(this.session))) return undefined;
    group.begin();
    this.watch(this.session);
    return this.session;
  }

  /** A connection that ends is noticed at once, not with the next state: the prices of the group come over it, too. */
  private watch(session: Session): void {
    void session.connection.closed.then(() => this.session === session && this.tellState());
  }

  /** The owner is told at once what the box is now. */
  tellState(): void {
    if (this.session !== undefined) this.session.stateDue = 0;
    this.loop.lookNow();
  }

  /** Up to where the ledger knows that it was told. */
  private get kept(): EventPlace | undefined {
    return decodePlace(this.parts.cursors.stream ?? '');
  }

  /** Goes on behind the last message that the stream holds; behind what the ledger knows where it holds none any more. */
  private async find(session: Session): Promise<boolean> {
    const last = await session.connection.last();
    if (!last.ok) return this.noteFailure(last.error);
    session.after = last.value?.sequence;
    const place = decodePlace(last.value?.cursor ?? '');
    // A message without a place is none of a box: what was told before it is told.
    if (place !== undefined) [session.place, session.told] = [place, place];
    else if (session.place === undefined) [session.place, session.told] = [this.kept, this.kept];
    this.readUpTo = -1;
    return true;
  }

  /** What is to be told next; undefined when the disk gives nothing now, which the ledger reports itself. */
  private async read(session: Session): Promise<Page | undefined> {
    try {
      for (;;) {
        const page = await this.readAfter(session);
        if (page.ok) return page.value;
        this.leave(session);
      }
    } catch (error) {
      if (error instanceof DiskError) return undefined;
      throw error;
    }
  }

  private async readAfter(session: Session): Promise<Result<Page, 'unknown'>> {
    const { ledger, slice } = this.parts;
    const { personalData = true, recordsPerSecond = RECORDS } = this.setting;
    let { told } = session;
    const json = new RecordsJson();
    const page = await ledger.events.records({
      ...{ after: session.place, limit: Math.min(RECORDS, recordsPerSecond), bytes: BYTES, slice },
      give: (record) => {
        json.add(recordJson(record, told, this.parts, personalData));
        told = { sequence: record.record.sequence, hash: record.hash };
      },
    });
    return page.ok ? ok({ ...page.value, json }) : page;
  }

  /**
   * The ledger has no such record: it was restored from an earlier state. It tells again what it has since the last place that it knows,
   * so that whoever reads the stream sees where both part.
   */
  private leave(session: Session): void {
    this.parts.log('stream.cursor_unknown', { sequence: session.place?.sequence ?? 0 });
    const { kept } = this;
    const isKept =
      kept !== undefined && session.place !== undefined && encodePlace(kept) === encodePlace(session.place);
    const place = isKept ? undefined : kept;
    [session.place, session.told] = [place, place];
  }

  private async send(session: Session, page: Page): Promise<boolean> {
    const { records, json, place, told, more, lastSequence } = page;
    if (records.length > 0 && told !== undefined) {
      const cursor = encodePlace(told);
      const bytes = await packed(json.end());
      const sent = await session.connection.publish({ bytes, cursor, after: session.after });
      if (!sent.ok) return this.noteUnsent(session, sent.error);
      [session.told, session.after, session.moves] = [told, sent.value, 0];
      this.parts.cursors.markStream(cursor);
      this.noteTaken(records.length);
    }
    session.place = place;
    this.passed = place?.sequence ?? this.passed;
    if (!more) {
      [this.readUpTo, this.upToDateAt] = [lastSequence, this.parts.clock.now()];
      this.noteSuccess();
    }
    // What is sold from now on goes together in the next round: a message for each sale of a queue of customers would take time from the next.
    return more;
  }

  private async sendState(session: Session): Promise<boolean> {
    const { state, clock } = this.parts;
    const json = stateJson({ ...(await state()), behind: this.report.behind });
    const sent = await session.connection.publishState(await packed(Buffer.from(json)));
    if (!sent.ok) return this.noteFailure(sent.error);
    session.stateDue = clock.monotonic() + STATE_EVERY;
    return true;
  }

  private noteTaken(records: number): void {
    this.noteSuccess();
    const { recordsPerSecond } = this.setting;
    if (recordsPerSecond === undefined) return;
    this.notBefore = this.parts.clock.monotonic() + (records * 1000) / recordsPerSecond;
  }

  private noteSuccess(): void {
    const attempts = this.retries.noteSuccess();
    if (attempts > 0) this.parts.log('stream.recovered', { attempts });
  }

  /** Another message came before: that of a request whose answer was lost, or of another box with this ledger. */
  private async noteUnsent(session: Session, failure: StreamFailure): Promise<boolean> {
    if (failure.kind !== 'moved' || session.moves >= MOST_MOVES) return this.noteFailure(failure);
    session.moves += 1;
    return this.find(session);
  }

  /** False, for whoever did nothing. */
  private async noteFailure(failure: StreamFailure): Promise<false> {
    await this.end();
    if (failure.kind === 'stopped') return false;
    const reason: DeliveryFailure =
      failure.kind === 'moved' ? { kind: 'broken', status: null, cause: 'moved', retryAfter: 0 } : failure;
    const isNews = this.retries.noteFailure(reason);
    if (isNews) this.parts.log('stream.failed', { reason: reason.kind, cause: reason.cause });
    return false;
  }

  private async end(): Promise<void> {
    const { session } = this;
    this.session = undefined;
    await session?.connection.close();
  }
}
