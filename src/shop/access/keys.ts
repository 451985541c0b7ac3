import { createHash, randomBytes } from 'node:crypto';
import type { Environment } from '../../contract/index.js';
import {
  failed,
  localTime,
  type Log,
  ok,
  type Result,
  TaskQueue,
  type UtcMs,
  defineMessages,
  type Message,
} from '../../base/index.js';
import type {
  KeyTally,
  Ledger,
  PastTally,
  SeenAddress,
  StorageFailure,
  StoredKey,
} from '../../platform/ledger/index.js';
import { Addresses, newAddresses, plainAddress } from './addresses.js';
import { labelFault } from './label.js';
import { GONE, nextCallerNumber, NEVER_ABORTED } from './callers.js';
import { type UnusualRefunds, unusualRefunds } from './refunds.js';

const MESSAGES = defineMessages('keys', {
  notStored: {
    en: 'The key could not be stored ({code}). Run: kasirbox doctor',
    sr: 'Кључ није сачуван ({code}). Покрените: kasirbox doctor',
    srOnPage: 'Кључ није сачуван. Погледајте Стање.',
    enOnPage: 'The key could not be stored. See Status.',
  },
  revoked: {
    en: 'Key {id} ({label}) was revoked on {time}; there is nothing to accept.',
    sr: 'Кључ {id} ({label}) је опозван {time}; нема шта да се прихвати.',
  },
  notRecorded: {
    en: 'It could not be recorded ({code}). Run: kasirbox doctor',
    sr: 'То није записано ({code}). Покрените: kasirbox doctor',
    srOnPage: 'То није записано. Погледајте Стање.',
    enOnPage: 'It could not be recorded. See Status.',
  },
  notRevoked: {
    en: 'The key could not be revoked ({code}). Run: kasirbox doctor',
    sr: 'Кључ није опозван ({code}). Покрените: kasirbox doctor',
    srOnPage: 'Кључ није опозван. Погледајте Стање.',
    enOnPage: 'The key could not be revoked. See Status.',
  },
  unknown: {
    en: 'There is no key {id}. See: kasirbox keys list',
    sr: 'Нема кључа {id}. Погледајте: kasirbox keys list',
    srOnPage: 'Нема кључа {id}. Учитајте страницу поново.',
    enOnPage: 'There is no key {id}. Reload the page.',
  },
});

const FORM = /^kasir_[0-9a-f]{48}$/;
const SECRET_BYTES = 24;
/** Stored prefix of a key, characters, so that its owner can distinguish keys. */
const PREFIX_LENGTH = 12;
/** The last use of a key is recorded when its last record is older than this, ms. */
const SAVE_AFTER = 24 * 60 * 60 * 1000;
/**
 * How many times in a day a key is recorded for a new address: a caller that changes addresses must not wear out the
 * flash.
 */
const MAX_ADDRESS_RECORDS = 4;

/** A key, and the data for judging its use. */
export interface KeyUse {
  readonly key: StoredKey;
  /** Addresses of the last thirty days, the last used one first; 16 at most. */
  readonly addresses: readonly SeenAddress[];
  /** The new ones of these addresses that were not accepted. */
  readonly newAddresses: readonly SeenAddress[];
  /** Receipts issued with it in the last day, in the given environment. */
  readonly lastDay: KeyTally;
  /** Undefined when its refunds are as usual, or accepted. */
  readonly unusualRefunds: UnusualRefunds | undefined;
}

/** Usage of one key, not all of it recorded. */
interface Use {
  at: UtcMs | null;
  readonly addresses: Addresses;
  /** True when it has an address that is not recorded. */
  hasNews: boolean;
  /** Times in the last day when it was recorded because of an address. */
  recordedAt: UtcMs[];
}

/**
 * The API keys. Only SHA-256 hashes are stored, and keys are looked up by hash, so that the duration reveals nothing.
 * The time and address of the last use are in memory and recorded once a day; a new address is recorded by the next
 * {@link saveLastUse}.
 */
export class KeyRing {
  /** Called with the number of a key as soon as it is revoked. */
  onRevoked: (id: number) => void = () => undefined;
  /** In the order of creation. */
  private readonly byHash = new Map<string, StoredKey>();
  private readonly uses = new Map<number, Use>();
  private readonly changes = new TaskQueue();

  constructor(
    private readonly ledger: Ledger,
    private readonly now: () => UtcMs,
    private readonly log: Log,
  ) {
    for (const key of ledger.main.keys()) this.byHash.set(key.hash, key);
  }

  /** All keys, including revoked ones, in the order of creation. */
  list(): StoredKey[] {
    return Array.from(this.byHash.values(), (key) => this.withUse(key));
  }

  /** Addresses from which active keys were recently used, the last used one last. */
  addressesInUse(): string[] {
    const active = this.list().filter(({ revokedAt }) => revokedAt === null);
    const seen = active.flatMap(({ addresses = [] }) => addresses);
    return seen.toSorted((one, other) => one.lastAt - other.lastAt).map(({ address }) => address);
  }

  /**
   * Creates a key, unless the caller's signal has aborted when its turn comes. Only this result ever contains
   * the full key.
   */
  create(
    label: string,
    signal: AbortSignal = NEVER_ABORTED,
  ): Promise<Result<{ readonly id: number; readonly key: string }, Message>> {
    return this.changes.run(async () => {
      if (signal.aborted) return failed(GONE);
      const fault = labelFault(label);
      if (fault !== undefined) return failed(fault);
      const key = `kasir_${randomBytes(SECRET_BYTES).toString('hex')}`;
      const id = nextCallerNumber(this.ledger);
      const stored: StoredKey = {
        id,
        label,
        prefix: key.slice(0, PREFIX_LENGTH),
        hash: hashOf(key),
        createdAt: this.now(),
        revokedAt: null,
        lastUsedAt: null,
      };
      const put = await this.store(stored);
      if (!put.ok) return failed(MESSAGES.notStored({ code: put.error }));
      this.log('key.created', { id });
      return ok({ id, key });
    });
  }

  /** All keys with the data for judging their use, in the order of {@link list}; receipts of one environment. */
  judged(environment: Environment): KeyUse[] {
    const { keyActivity } = this.ledger.main;
    const now = this.now();
    const keys = this.list();
    // A key without a history is compared with all others, so each history is summed up only once.
    const pasts = new Map<number, PastTally>();
    const pastOf = ({ id }: StoredKey): PastTally => {
      const past = pasts.get(id) ?? keyActivity.past(environment, id, now);
      pasts.set(id, past);
      return past;
    };
    return keys.map((key): KeyUse => {
      const { id, revokedAt, addresses = [], acceptedAt = 0 } = key;
      const lastDay = keyActivity.lastDay(environment, id, now);
      if (revokedAt !== null) return { key, addresses, newAddresses: [], lastDay, unusualRefunds: undefined };
      const others = (): StoredKey[] => keys.filter((other) => other.id !== id && other.revokedAt === null);
      const counted = keyActivity.lastDay(environment, id, now, acceptedAt);
      return {
        ...{ key, addresses, lastDay },
        newAddresses: newAddresses(
          addresses,
          () => others().flatMap((other) => other.addresses ?? []),
          now,
          acceptedAt,
        ),
        unusualRefunds: unusualRefunds(counted, pastOf(key), () => others().map(pastOf)),
      };
    });
  }

  /** Records that the use of an active key so far is accepted; returns the key. */
  accept(id: number): Promise<Result<StoredKey, Message>> {
    return this.changes.run(async () => {
      const key = this.list().find((candidate) => candidate.id === id);
      if (key === undefined) return noKey(id);
      if (key.revokedAt !== null) {
        return failed(MESSAGES.revoked({ id, label: key.label, time: localTime(key.revokedAt) }));
      }
      const put = await this.store({ ...key, acceptedAt: this.now() });
      if (!put.ok) return failed(MESSAGES.notRecorded({ code: put.error }));
      this.log('key.accepted', { id });
      return ok(key);
    });
  }

  /** Revokes a key at once and for good. Returns the key as it was before. */
  revoke(id: number): Promise<Result<StoredKey, Message>> {
    return this.changes.run(async () => {
      const key = this.list().find((candidate) => candidate.id === id);
      if (key === undefined) return noKey(id);
      if (key.revokedAt !== null) return ok(key);
      const put = await this.store({ ...key, revokedAt: this.now() });
      if (!put.ok) return failed(MESSAGES.notRevoked({ code: put.error }));
      this.log('key.revoked', { id });
      this.onRevoked(id);
      return ok(key);
    });
  }

  /**
   * The active key for a presented secret, as it was before this call; undefined if there is none. Notes the time of
   * the call and the address of its socket, if given.
   */
  authenticate(presented: string, address?: string): StoredKey | undefined {
    const key = this.find(presented);
    if (key === undefined) return undefined;
    const use = this.useOf(key);
    const before = { ...key, lastUsedAt: use.at };
    use.at = this.now();
    if (address !== undefined && use.addresses.note(plainAddress(address), use.at)) use.hasNews = true;
    return before;
  }

  /** True for an active key. Notes nothing. */
  isActive(presented: string): boolean {
    return this.find(presented) !== undefined;
  }

  /**
   * Records the use of keys whose last record is a day old, or that have a new address; with `all`, of all keys, for a
   * clean stop.
   */
  async saveLastUse(all = false): Promise<void> {
    for (const { hash } of this.list()) await this.changes.run(() => this.saveLastUseOf(hash, all));
  }

  /** Looks the key up only when its turn comes: it must not undo an earlier revocation. */
  private async saveLastUseOf(hash: string, all: boolean): Promise<void> {
    const key = this.byHash.get(hash);
    if (key === undefined) return;
    const use = this.useOf(key);
    const saved = key.lastUsedAt ?? 0;
    if (use.at === null || use.at <= saved) return;
    use.recordedAt = use.recordedAt.filter((at) => Math.abs(this.now() - at) < SAVE_AFTER);
    const hasNews = use.hasNews && use.recordedAt.length < MAX_ADDRESS_RECORDS;
    if (!all && !hasNews && use.at - saved < SAVE_AFTER) return;
    if (hasNews) use.recordedAt.push(this.now());
    use.hasNews = false;
    await this.store(this.withUse(key));
  }

  private find(presented: string): StoredKey | undefined {
    if (!FORM.test(presented)) return undefined;
    const key = this.byHash.get(hashOf(presented));
    return key?.revokedAt === null ? key : undefined;
  }

  private async store(key: StoredKey): Promise<Result<void, StorageFailure>> {
    const put = await this.ledger.put({ type: 'key', key });
    if (put.ok) this.byHash.set(key.hash, key);
    return put;
  }

  private withUse(key: StoredKey): StoredKey {
    const use = this.useOf(key);
    const addresses = use.addresses.lately(this.now());
    const hasAny = key.addresses !== undefined || addresses.length > 0;
    return { ...key, lastUsedAt: use.at, ...(hasAny && { addresses }) };
  }

  private useOf({ id, lastUsedAt, addresses }: StoredKey): Use {
    let use = this.uses.get(id);
    if (use === undefined) {
      use = { at: lastUsedAt, addresses: new Addresses(addresses), hasNews: false, recordedAt: [] };
      this.uses.set(id, use);
    }
    return use;
  }
}

function noKey(id: number): Result<never, Message> {
  return failed(MESSAGES.unknown({ id }));
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
