import { type Clock, type Environment, Mutex, ok, type Result } from '../../base/index.js';
import type { Ledger, Reservation, StorageFailure } from '../../ledger/index.js';
import { isRemote, type Pfr } from '../../pfr/index.js';
import type { Prepared } from '../draft/prepared.js';
import type { KeysAtWork } from './keysAtWork.js';
import type { KeyStatuses } from './keyStatus.js';
import type { RequestKey } from './requestKey.js';

export interface SaleLocksParts {
  readonly ledger: Ledger;
  /** The processor of an environment. */
  readonly pfrOf: (environment: Environment) => Pfr;
  readonly clock: Clock;
  readonly keys: KeyStatuses;
  readonly keysAtWork: KeysAtWork;
}

/** How a request with a key went. `isRepeat`: the outcome is that of an earlier request, which was still at work. */
export interface KeyedOutcome<T> {
  readonly isRepeat: boolean;
  readonly outcome: T;
}

/** How to wait for the processor. */
export interface ProcessorWait {
  /** ms; as long as a request waits when left out. */
  readonly wait?: number;
  readonly signal?: AbortSignal | undefined;
  /** True to be served before all other waiters, for an answer that has arrived and must be recorded. */
  readonly isFirst?: boolean | undefined;
}

/** How long a request waits for its turn, and then for the processor, ms. */
const TURN_WAIT = 30_000;
const PROCESSOR_WAIT = 30_000;

/** Room that a record needs besides its lines, and for each line at its longest, bytes. */
const RECORD_BYTES = 16 * 1024;
const LINE_BYTES = 1500;
/** What a real processor adds: a drawn QR code and members that the box does not know, bytes. */
const REMOTE_BYTES = 96 * 1024;

/**
 * The four locks of a receipt. Whoever needs several takes them in this order, so that no two wait for each other:
 *
 * 1. key: first, since a repeat waits for the first request: it must hold no lock that the first request needs;
 * 2. turn: a receipt that refers to others reads them, and that must hold until it is recorded. It is waited for without
 *    the processor, which other sales go on using;
 * 3. processor: it answers one call at a time, and keeps its last answer only;
 * 4. room on the disk: last, since on a full disk a sale waits for room. If it held room while waiting for the processor,
 *    the sale that has the processor could wait for that room for ever.
 *
 * Closing an advance takes all four, and then the key of its refund. That is safe: a key in use by others is refused at
 * once, and a repeat of the closing waits at its own key, before it holds anything.
 */
export class SaleLocks {
  /** One for each environment: a processor that hangs holds up nobody in the other one. */
  private readonly turns: Readonly<Record<Environment, Mutex>>;

  constructor(private readonly parts: SaleLocksParts) {
    this.turns = { sandbox: new Mutex(parts.clock), production: new Mutex(parts.clock) };
  }

  /**
   * 1. Does the work of a request with its key held. A repeat that comes meanwhile gets the same outcome; a request of
   * other content is told so at once, as is every request while a sale waits in the queue under the key.
   */
  async withKey<T>(
    environment: Environment,
    key: RequestKey,
    work: () => Promise<T>,
  ): Promise<KeyedOutcome<T> | 'taken'> {
    const { keys, keysAtWork } = this.parts;
    let status = keys.inMemory(environment, key);
    while (status.state === 'at work') {
      // Equal fingerprints are equal requests, so that the outcome is of the type that this one waits for.
      if (status.work.by === 'request') return { isRepeat: true, outcome: (await status.work.outcome) as T };
      await status.work.ended;
      status = keys.inMemory(environment, key);
    }
    // An open intent of other content does not keep the key from its holder, who settles it first.
    const isTaken = status.state === 'used for other content' && status.usedBy !== 'intent';
    if (isTaken || status.state === 'queued') return 'taken';
    const { id, fingerprint } = key;
    return { isRepeat: false, outcome: await keysAtWork.start(environment, id, { by: 'request', fingerprint }, work) };
  }

  /**
   * 1. Does something to a queued order with its key held, which must not be at work otherwise. Two removals at the same
   * time are one.
   */
  holdKey<T>(environment: Environment, id: string, by: 'queue' | 'removal', work: () => Promise<T>): Promise<T> {
    const running = this.parts.keysAtWork.find(environment, id);
    if (running?.by === by) return running.outcome as Promise<T>;
    return this.parts.keysAtWork.start(environment, id, { by, fingerprint: null }, work);
  }

  /**
   * 2. Does the work while no other receipt of the environment that refers to earlier ones is being made. Advances form
   * chains, so that a lock on one of them would not do: what was read about a chain must hold until its refund is recorded.
   */
  withTurn<T>(environment: Environment, work: () => Promise<T>): Promise<Result<T, 'busy'>> {
    return this.turns[environment].run(TURN_WAIT, work);
  }

  /** 3. Does the work with the processor held; one that is a part of the box needs no lock. `wait` in ms. */
  async withProcessor<T>(
    { mutex }: Pick<Pfr, 'mutex'>,
    work: () => Promise<T>,
    { wait = PROCESSOR_WAIT, signal, isFirst }: ProcessorWait = {},
  ): Promise<Result<T, 'busy'>> {
    return mutex === null ? ok(await work()) : mutex.run(wait, work, { signal, isFirst });
  }

  /**
   * 4. Keeps room for the records of receipts, since what is signed must be recorded. Whoever needs several asks for all
   * of them at once: on a full disk, whoever already holds room would wait for its own.
   */
  reserveRoom(
    environment: Environment,
    ...receipts: readonly Prepared[]
  ): Promise<Result<Reservation, StorageFailure>> {
    const hasIntent = isRemote(this.parts.pfrOf(environment));
    const bytes = receipts.map(({ draft }) => {
      const record = RECORD_BYTES + draft.lines.length * LINE_BYTES;
      // An intent repeats what the receipt says.
      return hasIntent ? 2 * record + REMOTE_BYTES : record;
    });
    return this.parts.ledger.reserve(bytes.reduce((sum, size) => sum + size, 0));
  }
}
