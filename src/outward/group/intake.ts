import {
  type Clock,
  defineMessages,
  failed,
  type Log,
  type Message,
  type Result,
  type Slice,
} from '../../base/index.js';
import type { Catalogue } from '../../shop/catalogue/index.js';
import { ENCODING, FORMAT, type GroupMessage } from '../delivery/index.js';
import type { GroupPart, GroupVersion, Ledger, ReceivedVersion, StorageFailure } from '../../platform/ledger/index.js';
import type { Settings } from '../../shop/settings/index.js';
import { asPhrase, faultsOf, isDue, rowsOf } from './groupParts.js';
import { RETRY, type Standings } from './standings.js';
import { type Content, readContent, decompressVersion } from './value.js';

/** An owner changes prices some times a day; a catalogue of ten thousand items has 100 to 300 KB, packed. */
const MAX_STORED_PER_HOUR = 12;
const MAX_BYTES_PER_DAY = 2 * 1024 * 1024;

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

/**
 * Limits the versions that are stored for one part of a group. The ledger never deletes anything, and an attacker with
 * the owner's credential could fill the flash of every box. Counted since the start of the program.
 */
class KeptLimit {
  /** The stores within a day, oldest first. */
  private kept: { readonly at: number; readonly bytes: number }[] = [];

  constructor(private readonly clock: Pick<Clock, 'monotonic'>) {}

  /** How long a version of this many packed bytes has to wait, ms; 0: it may be stored now. */
  wait(bytes: number): number {
    const now = this.clock.monotonic();
    this.kept = this.kept.filter(({ at }) => at + DAY > now);
    const first = this.kept.at(-MAX_STORED_PER_HOUR);
    let until = first === undefined ? now : first.at + HOUR;
    let sum = this.kept.reduce((all, one) => all + one.bytes, bytes);
    for (const one of this.kept) {
      if (sum <= MAX_BYTES_PER_DAY) break;
      sum -= one.bytes;
      until = Math.max(until, one.at + DAY);
    }
    return Math.max(0, until - now);
  }

  note(bytes: number): void {
    this.kept.push({ at: this.clock.monotonic(), bytes });
  }
}

const MESSAGES = defineMessages('groupIntake', {
  tooLarge: { en: 'it has more than {most} bytes', sr: 'има више од {most} бајтова' },
  unknownForm: {
    en: 'its format is not known to this release',
    sr: 'облик није познат овом издању',
  },
});

export interface IntakeDeps {
  readonly ledger: Pick<Ledger, 'main' | 'put'>;
  readonly catalogue: Pick<Catalogue, 'check'>;
  readonly settings: Pick<Settings, 'checkOfGroup'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly slice: Slice;
}

/** Largest packed version, bytes. */
const MAX_PACKED = 1024 * 1024;

/**
 * Receives versions from the owner's server and stores them in the ledger. The ledger never deletes anything, so few
 * are stored: only the newest of those that arrive in short succession, limited per hour and day, and none that the box
 * could not apply.
 */
export class Intake {
  private readonly arrivals: Arrivals;
  private readonly limits: Readonly<Record<GroupPart, KeptLimit>>;
  /** A version that was just stored and is applied at once, so that it is not read twice. */
  private fresh: (GroupVersion & { readonly content: Content }) | undefined;

  constructor(
    private readonly deps: IntakeDeps,
    private readonly standings: Standings,
  ) {
    const { clock } = deps;
    this.arrivals = new Arrivals(clock);
    this.limits = { catalogue: new KeptLimit(clock), settings: new KeptLimit(clock) };
  }

  get isEmpty(): boolean {
    return this.arrivals.isEmpty;
  }

  hear(key: string, message: GroupMessage): void {
    this.arrivals.hear(key, message);
  }

  /** Retries all messages, since they may be accepted now. */
  lookAgain(): void {
    this.arrivals.lookAgain();
  }

  /**
   * Stores the messages that are due. A bug must not stop sales, so exceptions are logged and the message is retried
   * later.
   */
  async receiveAll(): Promise<void> {
    for (const [key, message] of this.arrivals.due()) {
      try {
        this.arrivals.noteProcessed(key, message, await this.receive(key, message));
      } catch (error) {
        this.arrivals.noteProcessed(key, message, RETRY);
        this.deps.log('group.broken', { error: String(error) });
      }
    }
  }

  /** Stores a version that is newer than the box's. Returns the delay until the next attempt, ms; undefined: none. */
  private async receive(key: string, message: GroupMessage): Promise<number | undefined> {
    const report = this.standings.reportByKey(key);
    if (report === undefined) return undefined;
    const { part, group, mode } = report;
    const { length } = message.bytes;
    if (length > MAX_PACKED) {
      this.standings.refuse(part, null, MESSAGES.tooLarge({ most: MAX_PACKED }));
      return undefined;
    }
    const value = Buffer.from(message.bytes).toString('base64');
    const { inUse, next } = this.deps.ledger.main.group.of(part);
    const have = [next, inUse].find((one) => one?.group === group);
    if (have?.value === value) {
      this.standings.noteNothingNewer(part, have.version, null);
      return undefined;
    }
    const read = await this.read(part, message);
    if (!read.ok) {
      this.standings.refuse(part, null, read.error);
      return undefined;
    }
    const { version, validFrom } = read.value;
    if (have !== undefined && version <= have.version) {
      const isOther = version < have.version || have.value !== undefined;
      this.standings.noteNothingNewer(part, have.version, isOther ? version : null);
      return undefined;
    }
    this.standings.of(part).older = null;
    const wait = this.limits[part].wait(length);
    if (wait > 0) return this.standings.hold(part, version, wait);
    const isDueNow = mode === 'follow' && isDue(validFrom, this.deps.clock.now());
    // A version that cannot be applied is not stored either, since it would fill the flash.
    const fault = isDueNow ? await this.faultOf(read.value) : undefined;
    if (fault !== undefined) {
      this.standings.refuse(part, version, fault);
      return RETRY;
    }
    const failure = await this.keep({ part, group, version, validFrom, value, decision: 'none' });
    if (failure !== undefined) return this.standings.hold(part, version);
    this.limits[part].note(length);
    this.standings.noteApplied(part, version);
    if (isDueNow) this.fresh = { part, group, version, content: read.value };
    this.deps.log('group.received', { part, group, version, ...(validFrom !== null && { validFrom }) });
    return undefined;
  }

  /** Why a version could not be applied now. */
  private async faultOf(content: Content): Promise<Message | undefined> {
    const { catalogue, settings } = this.deps;
    if ('items' in content) return faultsOf(await catalogue.check(rowsOf(content.items)));
    const checked = await settings.checkOfGroup(content.settings);
    return checked.ok ? undefined : asPhrase(checked.error);
  }

  private async read(part: GroupPart, { encoding, format, bytes }: GroupMessage): Promise<Result<Content, Message>> {
    if (format !== FORMAT || encoding !== ENCODING) return failed(MESSAGES.unknownForm);
    return readContent(part, await decompressVersion(bytes), this.deps.slice);
  }

  /** Returns the content of the version that was just stored, once. */
  takeFresh({ part, group, version }: GroupVersion): Content | undefined {
    const { fresh } = this;
    this.fresh = undefined;
    return fresh?.part === part && fresh.group === group && fresh.version === version ? fresh.content : undefined;
  }

  /** Stores a version, or the decision on it. */
  async keep(version: ReceivedVersion): Promise<StorageFailure | undefined> {
    const { ledger, clock } = this.deps;
    const event = { kind: 'group-version', at: clock.now(), ...version } as const;
    const put = await ledger.put({ type: 'event', event });
    return put.ok ? undefined : put.error;
  }
}

/** Only the newest message of a key is processed within this time, ms: each costs time to read, and flash to store. */
const PAUSE = 5_000;

interface Arrival {
  readonly message: GroupMessage;
  /** Monotonic time before which it is not processed, ms. */
  readonly notBefore: number;
}

/**
 * The newest message of each key, until it is fully processed. Messages are only in memory, since the server still has
 * them.
 */
class Arrivals {
  private readonly newest = new Map<string, Arrival>();
  /** Monotonic time when the next message of a key may be processed, ms. */
  private readonly next = new Map<string, number>();

  constructor(private readonly clock: Pick<Clock, 'monotonic'>) {}

  get isEmpty(): boolean {
    return this.newest.size === 0;
  }

  hear(key: string, message: GroupMessage): void {
    this.newest.set(key, { message, notBefore: this.next.get(key) ?? 0 });
  }

  /** Messages that are due. */
  due(): (readonly [string, GroupMessage])[] {
    const now = this.clock.monotonic();
    return [...this.newest].flatMap(([key, { message, notBefore }]) => {
      if (notBefore > now) return [];
      this.next.set(key, now + PAUSE);
      return [[key, message] as const];
    });
  }

  /** Makes all messages due again, since they may be accepted now. */
  lookAgain(): void {
    for (const [key, { message }] of this.newest) this.hear(key, message);
  }

  /**
   * Records that a message was processed. It becomes due again after `wait` ms; undefined: never. A newer message that
   * has arrived meanwhile is not affected.
   */
  noteProcessed(key: string, message: GroupMessage, wait: number | undefined): void {
    if (this.newest.get(key)?.message !== message) return;
    if (wait === undefined) this.newest.delete(key);
    else this.newest.set(key, { message, notBefore: this.clock.monotonic() + wait });
  }
}
