import { type Clock, Mutex, ok, type Result } from '../../../base/index.js';
import type { Environment } from '../../../contract/index.js';
import type { Ledger, Reservation, StorageFailure } from '../../../platform/ledger/index.js';
import { isRemote, type Pfr } from '../../../processors/pfr/index.js';
import type { Prepared } from '../draft/prepared.js';
import type { KeysAtWork } from './keysAtWork.js';
import type { KeyStatuses } from './keyStatus.js';
import type { RequestKey } from './requestKey.js';

interface SaleLocksDeps {
  readonly ledger: Ledger;
  /** The processor of an environment. */
  readonly pfrOf: (environment: Environment) => Pfr;
  readonly clock: Clock;
  readonly keys: KeyStatuses;
  readonly keysAtWork: KeysAtWork;
}

/**
 * Outcome of a request with a key. `isRepeat`: the outcome comes from an earlier request that was still in progress.
 */
interface KeyedOutcome<T> {
  readonly isRepeat: boolean;
  readonly outcome: T;
}

/** How to wait for the processor. */
export interface ProcessorWait {
  /** Maximum wait, ms; by default as long as a request waits. */
  readonly wait?: number;
  readonly signal?: AbortSignal | undefined;
  /** True to be served before all other waiters: for an answer that has arrived and must be recorded. */
  readonly isFirst?: boolean | undefined;
}

/** How long a request waits for the reference lock, and then for the processor, ms. */
const REFERENCE_LOCK_WAIT = 30_000;
const PROCESSOR_WAIT = 30_000;

/** Disk space for a record without its lines, and for each line at its longest, bytes. */
const RECORD_BYTES = 16 * 1024;
const LINE_BYTES = 1500;
/** Additional space for a real processor: a drawn QR code and members that the box does not know, bytes. */
const REMOTE_BYTES = 96 * 1024;

/**
 * The four locks of a receipt. A caller that needs several takes them in this order, so that no two wait for each
 * other:
 *
 * 1. key: first, because a repeat waits for the first request, and must not hold a lock that the first request needs;
 * 2. reference lock: a receipt that refers to others reads them, and what it read must remain true until it is
 *    recorded. A caller waits for it without holding the processor, so other sales continue;
 * 3. processor: it answers one call at a time, and stores its last answer only;
 * 4. disk space: last. A sale waits only while others hold reservations that may be released; otherwise a full disk
 *    refuses it. If it reserved before taking the processor, the holder of the processor could wait for it for ever.
 *
 * Closing an advance takes the key of its refund while it holds all four. If an order waits in the queue under that
 * key, or the key was used for something else, the closing is refused. If the queue is just finishing such an order,
 * the closing waits for the end of that work, which needs no further lock.
 */
export class SaleLocks {
  /** One lock per environment, so that a processor that hangs does not block the other environment. */
  private readonly referenceLocks: Readonly<Record<Environment, Mutex>>;

  constructor(private readonly deps: SaleLocksDeps) {
    this.referenceLocks = { sandbox: new Mutex(deps.clock), production: new Mutex(deps.clock) };
  }

  /**
   * Lock 1. Runs the work of a request while holding its key. A repeat that arrives meanwhile gets the same outcome. A
   * request of other content is refused at once, and so is every request while a sale is queued under the key.
   */
  async withKey<T>(
    environment: Environment,
    key: RequestKey,
    work: () => Promise<T>,
  ): Promise<KeyedOutcome<T> | 'taken'> {
    const { keys, keysAtWork } = this.deps;
    let status = keys.inMemory(environment, key);
    while (status.state === 'at work') {
      // Equal fingerprints are equal requests, so the outcome has the type that this caller expects.
      if (status.work.by === 'request') return { isRepeat: true, outcome: (await status.work.outcome) as T };
      await status.work.ended;
      status = keys.inMemory(environment, key);
    }
    // An open intent of other content does not block the key for its holder, who reconciles it first.
    const isTaken = status.state === 'used for other content' && status.usedBy !== 'intent';
    if (isTaken || status.state === 'queued') return 'taken';
    const { id, fingerprint } = key;
    return { isRepeat: false, outcome: await keysAtWork.start(environment, id, { by: 'request', fingerprint }, work) };
  }

  /**
   * Lock 1. Works on a queued order while holding its key, which must not otherwise be in use. Two concurrent removals
   * share one outcome.
   */
  holdKey<T>(environment: Environment, id: string, by: 'queue' | 'removal', work: () => Promise<T>): Promise<T> {
    const running = this.deps.keysAtWork.find(environment, id);
    if (running?.by === by) return running.outcome as Promise<T>;
    return this.deps.keysAtWork.start(environment, id, { by, fingerprint: null }, work);
  }

  /**
   * Lock 2. Runs the work while no other receipt of the environment that refers to earlier ones is being made. Advances
   * form chains, so a lock per advance would not suffice: what was read about a chain must remain true until its refund
   * is recorded.
   */
  withReferenceLock<T>(environment: Environment, work: () => Promise<T>): Promise<Result<T, 'busy'>> {
    return this.referenceLocks[environment].run(REFERENCE_LOCK_WAIT, work);
  }

  /** Lock 3. Runs the work while holding the processor. A processor inside the box needs no lock. `wait` in ms. */
  async withProcessor<T>(
    { mutex }: Pick<Pfr, 'mutex'>,
    work: () => Promise<T>,
    { wait = PROCESSOR_WAIT, signal, isFirst }: ProcessorWait = {},
  ): Promise<Result<T, 'busy'>> {
    return mutex === null ? ok(await work()) : mutex.run(wait, work, { signal, isFirst });
  }

  /**
   * Lock 4. Reserves disk space for the records of receipts, because what is signed must be recorded. A caller that
   * needs space for several receipts reserves all of it at once: on a full disk, a caller that already holds some would
   * wait for itself.
   */
  reserveSpace(
    environment: Environment,
    ...receipts: readonly Prepared[]
  ): Promise<Result<Reservation, StorageFailure>> {
    const hasIntent = isRemote(this.deps.pfrOf(environment));
    const bytes = receipts.map(({ draft }) => {
      const record = RECORD_BYTES + draft.lines.length * LINE_BYTES;
      // An intent repeats the contents of the receipt.
      return hasIntent ? 2 * record + REMOTE_BYTES : record;
    });
    return this.deps.ledger.reserve(bytes.reduce((sum, size) => sum + size, 0));
  }
}
