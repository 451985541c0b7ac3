import { type Clock, type Environment, ENVIRONMENTS } from '../../base/index.js';
import type { Intent, IssuedInvoice, Ledger, OpenIntentState } from '../../ledger/index.js';

/** An intent whose outcome is not known. */
export interface Unsettled {
  readonly intent: Intent;
  readonly state: OpenIntentState;
  /** PFR number that it was signed under, by the running numbers; null unless the state is `notHeld`. */
  readonly number: string | null;
}

/** What is known of an open intent in addition to its record. It is lost with the process, and found out again. */
export interface Progress {
  /** By the monotonic clock; undefined when the intent was open at the start. */
  readonly askedAt: number | undefined;
  /** By the monotonic clock. Before this the processor may still be signing, so that "not found" proves nothing. */
  readonly signingDeadline: number;
  /** When its answer was given up, or the box found it open, by the monotonic clock. */
  lostAt: number;
  lookedUpAt: number;
  /** Did its last look-up end without a word on it, such as by a timeout? */
  hasToldNothing: boolean;
  /** Was another receipt asked for since? Some processors then do not know this one any more. */
  isOvertaken: boolean;
  state: OpenIntentState;
  number: string | null;
}

/** An overdue answer that is still awaited. */
interface Awaited {
  /** Gives the caller the outcome that a look-up or a person found: the receipt, or null when nothing was signed. */
  readonly settle: (invoice: IssuedInvoice | null) => void;
  /** Resolves {@link ended}. */
  readonly end: () => void;
  /** Resolves when the answer is no longer awaited. */
  readonly ended: Promise<void>;
}

export interface OpenIntentsParts {
  readonly ledger: Ledger;
  readonly clock: Clock;
}

/** Between two look-ups of an order that others have followed, but that may still be signed late, ms. */
const LATE_LOOKS = 3000;

/** The intents whose outcome is not recorded, and how far each has come. */
export class OpenIntents {
  private readonly progress = new Map<string, Progress>();
  /** Request ids that a processor is being asked for at this moment: their outcome is on its way. */
  private readonly beingAsked = new Set<string>();
  /** Overdue answers that are still awaited, by request id. */
  private readonly awaited = new Map<string, Awaited>();
  /** When a processor was last asked to sign, by the monotonic clock. */
  private readonly askedAt: Record<Environment, number> = { sandbox: -Infinity, production: -Infinity };

  constructor(private readonly parts: OpenIntentsParts) {}

  /** All of an environment, oldest first. */
  of(environment: Environment): readonly Intent[] {
    return this.parts.ledger.main.intents(environment);
  }

  find(requestId: string): Intent | undefined {
    return ENVIRONMENTS.flatMap((environment) => this.of(environment)).find((intent) => intent.requestId === requestId);
  }

  /** The one that was asked for under an idempotency key. */
  withKey(environment: Environment, id: string): Intent | undefined {
    return this.of(environment).find(({ clientRequestId }) => clientRequestId === id);
  }

  /** Those whose answer was lost, or that were open at the start, oldest first. */
  unsettled(environment: Environment): Unsettled[] {
    return this.of(environment)
      .filter(({ requestId }) => !this.beingAsked.has(requestId))
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

  /** Notes that a processor is about to be asked: it may sign for `signingLimit` ms. {@link ended} is to follow. */
  begin(intent: Intent, signingLimit: number): void {
    for (const { requestId } of this.of(intent.environment)) {
      const other = this.progress.get(requestId);
      if (other !== undefined && requestId !== intent.requestId) other.isOvertaken = true;
    }
    this.beingAsked.add(intent.requestId);
    const now = this.parts.clock.monotonic();
    this.askedAt[intent.environment] = now;
    this.remember(intent, signingLimit, now);
  }

  /**
   * Notes that the processor's answer is overdue and still awaited. From now on the intent counts as lost: it is looked up, and other
   * receipts are sent. A call of {@link ended} must follow. Resolves when a look-up or a person settles it meanwhile: with its receipt, or
   * with null when nothing was signed.
   */
  overdue({ requestId }: Intent): Promise<IssuedInvoice | null> {
    this.beingAsked.delete(requestId);
    const progress = this.progress.get(requestId);
    if (progress !== undefined) progress.lostAt = this.parts.clock.monotonic();
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    return new Promise((settle) => this.awaited.set(requestId, { settle, end, ended }));
  }

  /** Resolves when the overdue order without a key for the same content has its outcome; undefined when there is none. */
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

  /** Notes that the processor has answered, or is not waited for any more. What is still open now is unsettled. */
  ended({ requestId, environment }: Intent): void {
    this.beingAsked.delete(requestId);
    this.awaited.get(requestId)?.end();
    this.awaited.delete(requestId);
    const isOpen = this.of(environment).some((intent) => intent.requestId === requestId);
    if (!isOpen) this.forget({ requestId });
    const progress = this.progress.get(requestId);
    if (progress !== undefined) progress.lostAt = this.parts.clock.monotonic();
  }

  /** Its outcome is recorded. `invoice`: its receipt; null: nothing was signed. A caller that still waits for the answer gets it. */
  forget({ requestId }: Pick<Intent, 'requestId'>, invoice: IssuedInvoice | null = null): void {
    this.progress.delete(requestId);
    const awaited = this.awaited.get(requestId);
    this.awaited.delete(requestId);
    awaited?.settle(invoice);
    awaited?.end();
  }

  /** The progress of an intent that is looked up. After a restart nobody knows when it was asked for: the limit begins now. */
  progressOf(intent: Intent, signingLimit: number): Progress {
    return this.progress.get(intent.requestId) ?? this.remember(intent, signingLimit);
  }

  private remember({ requestId }: Intent, signingLimit: number, askedAt?: number): Progress {
    const now = this.parts.clock.monotonic();
    const progress: Progress = {
      askedAt,
      signingDeadline: now + signingLimit,
      lostAt: now,
      lookedUpAt: -Infinity,
      hasToldNothing: false,
      isOvertaken: false,
      state: 'asking',
      number: null,
    };
    this.progress.set(requestId, progress);
    return progress;
  }

  /** When a processor of the environment was last asked to sign, by the monotonic clock; -Infinity since the start for never. */
  lastAskedAt(environment: Environment): number {
    return this.askedAt[environment];
  }

  /** How long until the processor is certain to sign it no more, ms; 0 when it is; undefined before its first look-up after a start. */
  timeToLimit({ requestId }: Pick<Intent, 'requestId'>): number | undefined {
    const deadline = this.progress.get(requestId)?.signingDeadline;
    return deadline === undefined ? undefined : Math.max(0, deadline - this.parts.clock.monotonic());
  }

  /** Is the processor certain to sign it no more? */
  isOver({ requestId }: Intent): boolean {
    const progress = this.progress.get(requestId);
    return progress !== undefined && this.parts.clock.monotonic() >= progress.signingDeadline;
  }

  /** Was `other` asked for when `intent` could be signed no more? */
  wasOverBefore(intent: Intent, other: Intent): boolean {
    const deadline = this.progress.get(intent.requestId)?.signingDeadline;
    const askedAt = this.progress.get(other.requestId)?.askedAt;
    return deadline !== undefined && askedAt !== undefined && askedAt >= deadline;
  }

  /** How long ago its answer was given up, ms, or how long ago the box has found it open. */
  lostFor({ requestId }: Intent): number {
    const lostAt = this.progress.get(requestId)?.lostAt;
    return lostAt === undefined ? 0 : this.parts.clock.monotonic() - lostAt;
  }

  /** When it was looked up last, by the monotonic clock; -Infinity for never. */
  lookedUpAt({ requestId }: Intent): number {
    return this.progress.get(requestId)?.lookedUpAt ?? -Infinity;
  }

  /** Did its last look-up end without a word on it, such as by a timeout? */
  hasToldNothing({ requestId }: Intent): boolean {
    return this.progress.get(requestId)?.hasToldNothing === true;
  }

  /** The numbers tell its end meanwhile, so that no person is needed; it is looked up once more. */
  endDoubt({ requestId }: Intent): void {
    const progress = this.progress.get(requestId);
    if (progress === undefined) return;
    progress.state = 'asking';
    progress.number = null;
  }

  /**
   * Might the processor forget it with the next receipt? It may keep its latest answer only. That is this one's as long as no
   * other was asked for, and also later if it was signed late: until its limit it is looked up now and then.
   */
  mayBeForgotten({ requestId }: Intent): boolean {
    const progress = this.progress.get(requestId);
    if (progress?.isOvertaken !== true) return true;
    const isLookedUp = this.parts.clock.monotonic() - progress.lookedUpAt < LATE_LOOKS;
    return !isLookedUp && progress.lookedUpAt < progress.signingDeadline;
  }

  /**
   * How long ago it was asked for, ms. After a restart only the wall clock is left. If it is not trusted, this is 0, as if the
   * caller still waited: to give the receipt to the next customer with the same goods is better than to issue it twice.
   */
  ageOf({ requestId, createdAt }: Intent): number {
    const { clock } = this.parts;
    const askedAt = this.progress.get(requestId)?.askedAt;
    if (askedAt !== undefined) return clock.monotonic() - askedAt;
    return clock.isTrusted() ? Math.abs(clock.now() - createdAt) : 0;
  }

  /** Might the processor still sign it, so that not even a person can know yet that nothing is signed? */
  mayStillBeSigned({ requestId, createdAt }: Intent, signingLimit: number): boolean {
    const { clock } = this.parts;
    const progress = this.progress.get(requestId);
    // A command on a stopped box has the wall clock only; one that was set back must not make it wait for ever.
    if (progress === undefined) return Math.abs(clock.now() - createdAt) < signingLimit;
    return clock.monotonic() < progress.signingDeadline;
  }
}
