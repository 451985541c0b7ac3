import type { Clock } from '../../../base/index.js';
import { type Environment, ENVIRONMENTS } from '../../../contract/index.js';
import type { Intent, IssuedInvoice, Ledger, OpenIntentState } from '../../../platform/ledger/index.js';

/** An intent whose outcome is not known. */
export interface UnresolvedIntent {
  readonly intent: Intent;
  readonly state: OpenIntentState;
  /**
   * PFR number that it was signed under, according to the running numbers; null unless the state is `notHeld`.
   */
  readonly number: string | null;
}

/**
 * What is known of an open intent in addition to its record. It is in memory only, and determined again after a
 * restart.
 */
export interface Progress {
  /** By the monotonic clock; undefined when the intent was open at the start. */
  readonly sentAt: number | undefined;
  /** By the monotonic clock. Before this time the processor may still be signing, so "not found" proves nothing. */
  readonly signingDeadline: number;
  /** When the box stopped waiting for its answer, or found it open, by the monotonic clock. */
  lostAt: number;
  lookedUpAt: number;
  /** True when its last look-up gave no answer about it, for example a timeout. */
  wasInconclusive: boolean;
  /** True when another receipt was requested since. Some processors then no longer know this one. */
  isOvertaken: boolean;
  state: OpenIntentState;
  number: string | null;
}

/** An overdue answer that is still awaited. */
interface Awaited {
  /** Resolves `ended`. */
  readonly end: () => void;
  /** Resolves when the answer is no longer awaited. */
  readonly ended: Promise<void>;
}

interface OpenIntentsDeps {
  readonly ledger: Ledger;
  readonly clock: Clock;
}

/** Time between two look-ups of an order that others have followed, but that may still be signed late, ms. */
const LATE_LOOK_UP_INTERVAL = 3000;

/** The intents whose outcome is not recorded, and the progress of each. */
export class OpenIntents {
  private readonly progress = new Map<string, Progress>();
  /** Request ids that a processor is being asked to sign at this moment; their outcome is expected. */
  private readonly beingSigned = new Set<string>();
  /** Overdue answers that are still awaited, by request id. */
  private readonly awaited = new Map<string, Awaited>();
  /** Callers that wait for the outcome of an open intent, by request id. */
  private readonly waiting = new Map<string, (invoice: IssuedInvoice | null) => void>();
  /** When a processor was last asked to sign, by the monotonic clock. */
  private readonly lastSent: Record<Environment, number> = { sandbox: -Infinity, production: -Infinity };

  constructor(private readonly deps: OpenIntentsDeps) {}

  /** All intents of an environment, oldest first. */
  of(environment: Environment): readonly Intent[] {
    return this.deps.ledger.main.intents(environment);
  }

  find(requestId: string): Intent | undefined {
    return ENVIRONMENTS.flatMap((environment) => this.of(environment)).find((intent) => intent.requestId === requestId);
  }

  /** The intent that was requested under an idempotency key. */
  withKey(environment: Environment, id: string): Intent | undefined {
    return this.of(environment).find(({ clientRequestId }) => clientRequestId === id);
  }

  /** Intents whose answer was lost, or that were open at the start, oldest first. */
  unresolved(environment: Environment): UnresolvedIntent[] {
    return this.of(environment)
      .filter(({ requestId }) => !this.beingSigned.has(requestId))
      .map((intent) => {
        const { state = 'asking', number = null } = this.progress.get(intent.requestId) ?? {};
        return { intent, state, number };
      });
  }

  /** What is known of an intent that needs a person; undefined for any other. */
  doubtOf({ requestId }: Intent): { readonly number: string | null } | undefined {
    const { state = 'asking', number = null } = this.progress.get(requestId) ?? {};
    return state === 'asking' ? undefined : { number };
  }

  /**
   * Notes that a processor is about to be asked; it may sign for `signingLimit` ms. A call of {@link markEnded} must
   * follow.
   */
  begin(intent: Intent, signingLimit: number): void {
    for (const { requestId } of this.of(intent.environment)) {
      const other = this.progress.get(requestId);
      if (other !== undefined && requestId !== intent.requestId) other.isOvertaken = true;
    }
    this.beingSigned.add(intent.requestId);
    const now = this.deps.clock.monotonic();
    this.lastSent[intent.environment] = now;
    this.remember(intent, signingLimit, now);
  }

  /**
   * Notes that the processor's answer is overdue and still awaited. From now on the intent counts as lost: it is looked
   * up, and other receipts are sent. A call of {@link markEnded} must follow. Resolves when a look-up or a person
   * resolves it: with its receipt, or with null when nothing was signed.
   */
  markOverdue({ requestId }: Intent): Promise<IssuedInvoice | null> {
    this.beingSigned.delete(requestId);
    const progress = this.progress.get(requestId);
    if (progress !== undefined) progress.lostAt = this.deps.clock.monotonic();
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    this.awaited.set(requestId, { end, ended });
    return this.reconciled({ requestId });
  }

  /**
   * Resolves when a look-up or a person resolves the intent, which must be open: with its receipt, or with null when
   * nothing was signed. One caller per intent.
   */
  reconciled({ requestId }: Pick<Intent, 'requestId'>): Promise<IssuedInvoice | null> {
    return new Promise((resolve) => this.waiting.set(requestId, resolve));
  }

  /**
   * Resolves when the overdue order without a key for the same content has its outcome; undefined when there is none.
   */
  awaitedEqual(environment: Environment, fingerprint: string): Promise<void> | undefined {
    const equal = this.of(environment).find(
      (intent) => intent.clientRequestId === null && intent.fingerprint === fingerprint && this.isAwaited(intent),
    );
    return equal && this.awaited.get(equal.requestId)?.ended;
  }

  /** True while its overdue answer is awaited. */
  isAwaited({ requestId }: Intent): boolean {
    return this.awaited.has(requestId);
  }

  /**
   * Notes that the processor has answered, or is no longer waited for. If the intent is still open, its
   * outcome is now unknown.
   */
  markEnded({ requestId, environment }: Intent): void {
    this.beingSigned.delete(requestId);
    this.awaited.get(requestId)?.end();
    this.awaited.delete(requestId);
    const isOpen = this.of(environment).some((intent) => intent.requestId === requestId);
    if (!isOpen) this.forget({ requestId });
    const progress = this.progress.get(requestId);
    if (progress !== undefined) progress.lostAt = this.deps.clock.monotonic();
  }

  /**
   * Call when its outcome is recorded. `invoice`: its receipt; null: nothing was signed. A caller that still waits for
   * the answer gets it.
   */
  forget({ requestId }: Pick<Intent, 'requestId'>, invoice: IssuedInvoice | null = null): void {
    this.progress.delete(requestId);
    const awaited = this.awaited.get(requestId);
    this.awaited.delete(requestId);
    this.waiting.get(requestId)?.(invoice);
    this.waiting.delete(requestId);
    awaited?.end();
  }

  /**
   * The progress of an intent that is looked up. After a restart the time of its request is not known: the limit starts
   * now.
   */
  progressOf(intent: Intent, signingLimit: number): Progress {
    return this.progress.get(intent.requestId) ?? this.remember(intent, signingLimit);
  }

  private remember({ requestId }: Intent, signingLimit: number, sentAt?: number): Progress {
    const now = this.deps.clock.monotonic();
    const progress: Progress = {
      sentAt,
      signingDeadline: now + signingLimit,
      lostAt: now,
      lookedUpAt: -Infinity,
      wasInconclusive: false,
      isOvertaken: false,
      state: 'asking',
      number: null,
    };
    this.progress.set(requestId, progress);
    return progress;
  }

  /**
   * When a processor of the environment was last asked to sign, by the monotonic clock; -Infinity when not since the
   * start.
   */
  lastSentAt(environment: Environment): number {
    return this.lastSent[environment];
  }

  /**
   * Time until the processor can certainly no longer sign it, ms; 0 when that time has passed; undefined before its
   * first look-up after a start.
   */
  timeToLimit({ requestId }: Pick<Intent, 'requestId'>): number | undefined {
    const deadline = this.progress.get(requestId)?.signingDeadline;
    return deadline === undefined ? undefined : Math.max(0, deadline - this.deps.clock.monotonic());
  }

  /** True when the processor can certainly no longer sign it. */
  isPastSigningLimit({ requestId }: Intent): boolean {
    const progress = this.progress.get(requestId);
    return progress !== undefined && this.deps.clock.monotonic() >= progress.signingDeadline;
  }

  /** True when `other` was requested after `intent` could no longer be signed. */
  wasOverBefore(intent: Intent, other: Intent): boolean {
    const deadline = this.progress.get(intent.requestId)?.signingDeadline;
    const sentAt = this.progress.get(other.requestId)?.sentAt;
    return deadline !== undefined && sentAt !== undefined && sentAt >= deadline;
  }

  /** Time since the box stopped waiting for its answer, or found it open, ms. */
  lostFor({ requestId }: Intent): number {
    const lostAt = this.progress.get(requestId)?.lostAt;
    return lostAt === undefined ? 0 : this.deps.clock.monotonic() - lostAt;
  }

  /** When it was last looked up, by the monotonic clock; -Infinity for never. */
  lookedUpAt({ requestId }: Intent): number {
    return this.progress.get(requestId)?.lookedUpAt ?? -Infinity;
  }

  /** True when its last look-up gave no answer about it, for example a timeout. */
  wasInconclusive({ requestId }: Intent): boolean {
    return this.progress.get(requestId)?.wasInconclusive === true;
  }

  /** The numbers now prove its outcome, so no person is needed; it is looked up once more. */
  endDoubt({ requestId }: Intent): void {
    const progress = this.progress.get(requestId);
    if (progress === undefined) return;
    progress.state = 'asking';
    progress.number = null;
  }

  /**
   * True when it must be looked up before the next receipt is sent. A processor may store its latest answer only. If no
   * other receipt was requested since, that is this one. Otherwise it may still be signed late, so it is looked up
   * again, at most every 3 s, until a look-up after its signing limit.
   */
  mayProcessorForget({ requestId }: Intent): boolean {
    const progress = this.progress.get(requestId);
    if (progress?.isOvertaken !== true) return true;
    const isLookedUp = this.deps.clock.monotonic() - progress.lookedUpAt < LATE_LOOK_UP_INTERVAL;
    return !isLookedUp && progress.lookedUpAt < progress.signingDeadline;
  }

  /**
   * Time since it was requested, ms. After a restart only the wall clock is available. If that is not trusted, this is
   * 0, as if the caller still waited: giving the receipt to the next customer with the same goods is better than
   * issuing it twice.
   */
  ageOf({ requestId, createdAt }: Intent): number {
    const { clock } = this.deps;
    const sentAt = this.progress.get(requestId)?.sentAt;
    if (sentAt !== undefined) return clock.monotonic() - sentAt;
    return clock.isTrusted() ? Math.abs(clock.now() - createdAt) : 0;
  }

  /** True when the processor might still sign it, so that not even a person can know yet that nothing is signed. */
  mayStillBeSigned({ requestId, createdAt }: Intent, signingLimit: number): boolean {
    const { clock } = this.deps;
    const progress = this.progress.get(requestId);
    // A command on a stopped box has only the wall clock. A clock that was set back must not make it wait for ever.
    if (progress === undefined) return Math.abs(clock.now() - createdAt) < signingLimit;
    return clock.monotonic() < progress.signingDeadline;
  }
}
