import { type Clock, DiskError, type Log, ok, type Result, type Slice, type UtcMs } from '../../../base/index.js';
import {
  decodePlace,
  encodePlace,
  type EventPlace,
  type Ledger,
  type RecordPage,
} from '../../../platform/ledger/index.js';
import type { StreamSetting } from '../../../shop/settings/index.js';
import type { CursorStore } from '../cursorStore.js';
import type { DeliveryFailure } from '../deliveryFailure.js';
import { backoff, DeliveryLoop, type LastingFailure, Retries } from '../retries.js';
import type { Carrier, Connection, GroupListener, StreamFailure } from './carrier.js';
import { GroupWatch } from './groupWatch.js';
import {
  type BoxState,
  type Describing,
  compressMessage,
  recordJson,
  RecordsJson,
  stateJson,
  type PreviousRecord,
} from './streamMessage.js';

export interface StreamDeps extends Describing {
  readonly ledger: Pick<Ledger, 'events'>;
  readonly cursors: Pick<CursorStore, 'stream' | 'markStream' | 'saveIfDue'>;
  /** Reads in slices, so that sales go first. */
  readonly slice: Slice;
  readonly clock: Clock;
  readonly log: Log;
  /** The current state of the box; `behind` is added. */
  readonly state: () => Promise<Omit<BoxState, 'behind'>>;
  /** Receives the owner's values for a group of boxes. */
  readonly group: GroupListener;
  /** 0 to 1, for pauses. */
  readonly random?: () => number;
  /** How long a stop waits for a message in progress, ms; 1 s by default. */
  readonly stopTimeout?: number;
}

/** State of the stream. */
export interface StreamReport {
  /** Records of the ledger that the server does not have yet, including those without content to publish. */
  readonly behind: number;
  /** When everything was published; null: not since the start. */
  readonly upToDateAt: UtcMs | null;
  /** Why nothing is delivered, and since when; null when the last attempt succeeded or there was none. */
  readonly failure: LastingFailure | null;
}

/** Most records of a message, and their most bytes in the ledger: some 300 KB of JSON. */
const RECORDS = 100;
const BYTES = 64 * 1024;
/** Interval at which the box's state is published, ms. */
const STATE_EVERY = 5 * 60_000;
/** Pause after a bug, ms. */
const AFTER_BUG = 15 * 60_000;
/** Most consecutive look-ups of the last message in the stream after an unexpected one. */
const MAX_LOOK_UPS = 3;

/** The records of one message. */
type Page = RecordPage<void> & { readonly json: RecordsJson };

/** State of one connection. */
interface Session {
  readonly connection: Connection;
  /** Place after which to continue reading. */
  place: EventPlace | undefined;
  /** The last record in the stream. */
  told: PreviousRecord;
  /** Sequence of the box's last message in the stream. */
  after: number | undefined;
  /** How often in a row the stream contained another message than expected. */
  moves: number;
  /** Monotonic time when the state is due, ms. */
  stateDue: number;
  /** The owner's values for the box's group. */
  readonly group: GroupWatch;
}

/**
 * Publishes the ledger's records on a stream, in order, one message at a time. Each message names its predecessor, so
 * that a lost answer does not cause a duplicate. The cursor is in the stream itself, and, up to a day older, in the
 * ledger. Sales do not wait for it.
 */
export class Stream {
  private readonly loop: DeliveryLoop;
  private readonly retries: Retries;
  private session: Session | undefined;
  /** The last record of the log when there was nothing more to read. */
  private readUpTo = -1;
  /** The last record that was published, or has no content to publish. */
  private passed: number;
  private upToDateAt: UtcMs | null = null;
  /** Monotonic time before which no more records are sent, ms. */
  private notBefore = 0;

  constructor(
    private readonly setting: StreamSetting,
    private readonly carrier: Carrier,
    private readonly deps: StreamDeps,
  ) {
    this.passed = this.kept?.sequence ?? 0;
    this.retries = new Retries(deps, backoff);
    this.loop = new DeliveryLoop({
      ...deps,
      step: () => this.step(),
      onBug: (error) => {
        deps.log('stream.broken', { error: String(error) });
        this.retries.pause(AFTER_BUG);
      },
    });
  }

  get report(): StreamReport {
    const behind = Math.max(0, this.deps.ledger.events.lastSequence - this.passed);
    return { behind, upToDateAt: this.upToDateAt, failure: this.retries.failure };
  }

  start(): void {
    this.loop.start();
  }

  /** Starts no message; one in progress is aborted after a moment, and looked up after the next start. */
  async stop(): Promise<void> {
    await this.loop.stop();
    await this.end();
  }

  /** Sends one message; false when there is nothing to do now. */
  private async step(): Promise<boolean> {
    await this.deps.cursors.saveIfDue();
    if (!this.retries.areDue) return false;
    const session = this.session ?? (await this.begin());
    if (session === undefined || this.loop.stops) return false;
    const now = this.deps.clock.monotonic();
    session.group.askIfDue();
    if (now >= session.stateDue && !(await this.sendState(session))) return false;
    if (now < this.notBefore || this.deps.ledger.events.lastSequence <= this.readUpTo) return false;
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
    const group = new GroupWatch({ ...this.deps, connection, isCurrent });
    this.session = { connection, group, place: undefined, told: undefined, after: undefined, moves: 0, stateDue: 0 };
    if (!(await this.find(this.session))) return undefined;
    group.begin();
    // Detects a closed connection at once, not only with the next state, since the group's prices come over it, too.
    void connection.closed.then(() => isCurrent() && this.tellState());
    return this.session;
  }

  /** Publishes the current state at once. */
  tellState(): void {
    if (this.session !== undefined) this.session.stateDue = 0;
    this.loop.lookNow();
  }

  /** The ledger's cursor of the stream. */
  private get kept(): EventPlace | undefined {
    return decodePlace(this.deps.cursors.stream ?? '');
  }

  /**
   * Continues after the last message in the stream, or after the ledger's cursor when the stream has no message any
   * more.
   */
  private async find(session: Session): Promise<boolean> {
    const last = await session.connection.last();
    if (!last.ok) return this.noteFailure(last.error);
    session.after = last.value?.sequence;
    const place = decodePlace(last.value?.cursor ?? '');
    // A message without a place was not written by a box, so the earlier place is used.
    if (place !== undefined) [session.place, session.told] = [place, place];
    else if (session.place === undefined) [session.place, session.told] = [this.kept, this.kept];
    this.readUpTo = -1;
    return true;
  }

  /** The next records to publish; undefined when the disk cannot be read now, which the ledger reports itself. */
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
    const { ledger, slice } = this.deps;
    const { personalData = true, recordsPerSecond = RECORDS } = this.setting;
    let { told } = session;
    const json = new RecordsJson();
    const page = await ledger.events.records({
      ...{ after: session.place, limit: Math.min(RECORDS, recordsPerSecond), bytes: BYTES, slice },
      give: (record) => {
        json.add(recordJson(record, told, this.deps, personalData));
        told = { sequence: record.record.sequence, hash: record.hash };
      },
    });
    return page.ok ? ok({ ...page.value, json }) : page;
  }

  /**
   * The ledger does not have the record of the cursor: it was restored from an earlier state. It publishes again all
   * records after the last place that it knows, so that readers of the stream see where the two branches separate.
   */
  private leave(session: Session): void {
    this.deps.log('stream.cursor_unknown', { sequence: session.place?.sequence ?? 0 });
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
      const bytes = await compressMessage(json.end());
      const sent = await session.connection.publish({ bytes, cursor, after: session.after });
      if (!sent.ok) return this.noteUnsent(session, sent.error);
      [session.told, session.after, session.moves] = [told, sent.value, 0];
      this.deps.cursors.markStream(cursor);
      this.noteTaken(records.length);
    }
    session.place = place;
    this.passed = place?.sequence ?? this.passed;
    if (!more) {
      [this.readUpTo, this.upToDateAt] = [lastSequence, this.deps.clock.now()];
      this.noteSuccess();
    }
    // Sales from now on are sent together in the next round: a message for each sale of a queue of customers would slow
    // down the next sale.
    return more;
  }

  private async sendState(session: Session): Promise<boolean> {
    const { state, clock } = this.deps;
    const json = stateJson({ ...(await state()), behind: this.report.behind });
    const sent = await session.connection.publishState(await compressMessage(Buffer.from(json)));
    if (!sent.ok) return this.noteFailure(sent.error);
    session.stateDue = clock.monotonic() + STATE_EVERY;
    return true;
  }

  private noteTaken(records: number): void {
    this.noteSuccess();
    const { recordsPerSecond } = this.setting;
    if (recordsPerSecond === undefined) return;
    this.notBefore = this.deps.clock.monotonic() + (records * 1000) / recordsPerSecond;
  }

  private noteSuccess(): void {
    const attempts = this.retries.noteSuccess();
    if (attempts > 0) this.deps.log('stream.recovered', { attempts });
  }

  /**
   * The stream contains an unexpected message: that of a request whose answer was lost, or of another box with this
   * ledger.
   */
  private async noteUnsent(session: Session, failure: StreamFailure): Promise<boolean> {
    if (failure.kind !== 'moved' || session.moves >= MAX_LOOK_UPS) return this.noteFailure(failure);
    session.moves += 1;
    return this.find(session);
  }

  /** Returns false, as the result of a step without work. */
  private async noteFailure(failure: StreamFailure): Promise<false> {
    await this.end();
    if (failure.kind === 'stopped') return false;
    const reason: DeliveryFailure =
      failure.kind === 'moved' ? { kind: 'broken', status: null, cause: 'moved', retryAfter: 0 } : failure;
    const isNews = this.retries.noteFailure(reason);
    if (isNews) this.deps.log('stream.failed', { reason: reason.kind, cause: reason.cause });
    return false;
  }

  private async end(): Promise<void> {
    const { session } = this;
    this.session = undefined;
    await session?.connection.close();
  }
}
