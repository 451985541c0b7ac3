import { chargedTo } from '../../../base/index.js';
import { type Environment, ENVIRONMENTS } from '../../../contract/index.js';
import type { Intent } from '../../../platform/ledger/index.js';
import type { Pfr } from '../../../processors/pfr/index.js';
import type { ProcessorWait, SaleLocks } from '../issue/locks.js';
import type { RecordDeps } from '../issue/recordInvoice.js';
import type { CounterGaps, CounterEvidence } from './counterEvidence.js';
import type { IntentLookUp } from './lookUp.js';
import type { OpenIntents } from './openIntents.js';
import type { ReconciliationSale } from './reconciliationSale.js';

/**
 * Pauses between look-ups, ms: each is twice as long as the one before, up to the longest; longer still for intents
 * that remain open.
 */
const FIRST_PAUSE = 1000;
const LAST_PAUSE = 60_000;
const OLD_PAUSE = 10 * 60_000;
/** From this age on an order is looked up rarely, ms: only a later receipt or a person can determine its outcome. */
const OLD = 15 * 60_000;
/** Time from a signing limit to the next look-up, and the shortest pause between two, ms. Timers may fire early. */
const AFTER_LIMIT = 500;
/** How long a look-up waits for a receipt that is being signed, ms. */
const PROCESSOR_WAIT = 60_000;

interface BackgroundDeps extends Pick<RecordDeps, 'ledger' | 'clock' | 'log'> {
  readonly pfrOf: (environment: Environment) => Pfr;
  readonly openIntents: OpenIntents;
  readonly locks: SaleLocks;
  readonly lookUp: IntentLookUp;
  readonly evidence: CounterEvidence;
  readonly counterGaps: CounterGaps;
  readonly reconciliationSale: ReconciliationSale;
}

/** Repeats the look-ups of open intents of an environment while other receipts are signed. */
export class BackgroundLookUps {
  private readonly loops = new Map<Environment, Promise<void>>();
  /** Aborted to end the pause of a loop early. */
  private readonly pauses = new Map<Environment, AbortController>();
  /** Environments where the next look-up is due at once. */
  private readonly due = new Set<Environment>();
  private readonly stopped = new AbortController();
  /** Request ids of orders whose lost answer is being recorded. */
  private readonly lostAnswersBeingRecorded = new Set<string>();

  constructor(private readonly deps: BackgroundDeps) {}

  /** Aborted when the box stops, to end all waiting. */
  get stopping(): AbortSignal {
    return this.stopped.signal;
  }

  /**
   * Reconciles all intents that are open at the start. The next receipt waits for the first look-ups of an order that
   * was in progress.
   */
  start(): void {
    for (const environment of ENVIRONMENTS) {
      if (this.deps.openIntents.of(environment).length > 0) this.begin(environment, () => this.afterStart(environment));
    }
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    await Promise.all(this.loops.values());
  }

  /** Repeats the look-ups with increasing pauses until no intent is open. */
  ensureRunning(environment: Environment): void {
    this.recordLostAnswers(environment);
    if (!this.loops.has(environment)) this.begin(environment, () => this.repeat(environment));
  }

  /**
   * A receipt was recorded whose numbers say more about an open order than its last look-up. Starts a look-up at once.
   */
  lookUpAtOnce(environment: Environment): void {
    this.due.add(environment);
    this.pauses.get(environment)?.abort();
  }

  /**
   * Runs the work while holding the processor. Undefined when the processor remained busy, or the box stops. `how`: see
   * {@link SaleLocks.withProcessor}.
   */
  async withProcessor<T>(
    environment: Environment,
    work: () => Promise<T>,
    how: Omit<ProcessorWait, 'signal'> = {},
  ): Promise<T | undefined> {
    const { locks, pfrOf } = this.deps;
    const unlessStopped = async (): Promise<T | undefined> => (this.stopping.aborted ? undefined : work());
    const options = { wait: PROCESSOR_WAIT, ...how, signal: this.stopping };
    const done = await locks.withProcessor(pfrOf(environment), unlessStopped, options);
    return done.ok ? done.value : undefined;
  }

  /**
   * Records, once per order, that its caller does not know the outcome: an event of the kind `in-doubt`, also while the
   * state of the order is still `asking`. No caller waits for this.
   */
  private recordLostAnswers(environment: Environment): void {
    for (const { intent } of this.deps.openIntents.unresolved(environment)) {
      const { requestId } = intent;
      if (this.deps.openIntents.isAwaited(intent)) continue;
      const isRecorded = this.deps.ledger.main.boxEvents.inDoubt(requestId) !== undefined;
      if (isRecorded || this.lostAnswersBeingRecorded.has(requestId)) continue;
      this.lostAnswersBeingRecorded.add(requestId);
      void this.loggingFaults(environment, () => this.recordLostAnswer(intent)).then(() =>
        this.lostAnswersBeingRecorded.delete(requestId),
      );
    }
  }

  private recordLostAnswer({ requestId, environment, clientRequestId, draft }: Intent): Promise<unknown> {
    const { ledger, clock } = this.deps;
    const { invoiceType, transactionType, total, referentNumber } = draft;
    const order = { requestId, environment, clientRequestId, invoiceType, transactionType, total, referentNumber };
    return ledger.put({ type: 'event', event: { kind: 'in-doubt', at: clock.now(), ...order } });
  }

  private begin(environment: Environment, work: () => Promise<void>): void {
    if (this.stopping.aborted) return;
    // The caller is not charged for work on other callers' open intents.
    const loop = chargedTo(undefined, work).finally(() => this.loops.delete(environment));
    this.loops.set(environment, loop);
  }

  /**
   * A processor that was being asked when the box stopped may sign only now, and forget that receipt with the next one.
   * The next receipt therefore waits as it does after a lost answer.
   */
  private async afterStart(environment: Environment): Promise<void> {
    const { pfrOf, lookUp, evidence } = this.deps;
    const underWay = this.underWay(environment);
    if (underWay === undefined) return this.repeat(environment);
    const hasRecalled = await this.withProcessor(environment, async () => {
      const recalled = await this.loggingFaults(environment, () => evidence.recall(environment));
      const { lookUpTime } = pfrOf(environment);
      await this.loggingFaults(environment, () => lookUp.reconcileWithin(underWay, lookUpTime, this.stopping));
      return recalled;
    });
    return this.repeat(environment, hasRecalled);
  }

  /**
   * The order that the current processor may have been working on when the box stopped: the last one, if no receipt
   * followed it.
   */
  private underWay(environment: Environment): Intent | undefined {
    const { openIntents, evidence, pfrOf } = this.deps;
    const { mode, signingLimit } = pfrOf(environment);
    const last = openIntents.of(environment).at(-1);
    if (last?.mode !== mode || evidence.isFollowed(last)) return undefined;
    return openIntents.ageOf(last) < signingLimit ? last : undefined;
  }

  private async repeat(environment: Environment, wasRecalled = false): Promise<void> {
    const { openIntents, evidence, counterGaps, reconciliationSale } = this.deps;
    const isOpen = (): boolean => openIntents.of(environment).length > 0;
    let hasRecalled = wasRecalled;
    this.recordLostAnswers(environment);
    for (let pause = FIRST_PAUSE; isOpen(); pause = Math.min(2 * pause, this.longestPause(environment))) {
      if (!(await this.pause(environment, this.untilNext(environment, pause)))) return;
      await this.loggingFaults(environment, async () => {
        if (!hasRecalled) await evidence.recall(environment);
        hasRecalled = true;
        await this.reconcileEach(environment);
        // Not awaited, so that look-ups continue and a stop is quick however long the processor takes.
        if (!this.stopping.aborted)
          void this.loggingFaults(environment, () => reconciliationSale.issueIfDue(environment));
      });
    }
    for (const { series, before, after } of evidence.discardUnneeded(environment)) {
      counterGaps.add(environment, { jid: series.slice(0, series.indexOf('-')), before, after });
    }
  }

  /**
   * Logs errors such as a record that can no longer be read. Reads are still served, and the next attempt may succeed.
   */
  private async loggingFaults(environment: Environment, work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      const cause = error instanceof Error ? `${error.name}: ${error.message}` : 'error';
      this.deps.log('pfr.unsettled', { environment, cause });
      return false;
    }
  }

  /** One by one, so that a receipt to be signed waits for one look-up at most. */
  private async reconcileEach(environment: Environment): Promise<void> {
    const { openIntents, pfrOf, lookUp } = this.deps;
    for (const intent of openIntents.of(environment)) {
      // Look up even when it was looked up just now: a receipt that was recorded meanwhile may determine its outcome.
      const within = pfrOf(environment).lookUpTime;
      const isReconciled = await this.withProcessor(environment, () => lookUp.reconcileNow(intent, within));
      if (isReconciled === undefined) return;
    }
  }

  /**
   * False when the box stops. A receipt that is recorded meanwhile ends the pause, because its numbers may determine an
   * outcome.
   */
  private async pause(environment: Environment, ms: number): Promise<boolean> {
    const ended = new AbortController();
    this.pauses.set(environment, ended);
    if (!this.due.has(environment)) await this.deps.clock.sleep(ms, AbortSignal.any([ended.signal, this.stopping]));
    this.due.delete(environment);
    this.pauses.delete(environment);
    return !this.stopping.aborted;
  }

  /** `pause`, ms; less when an order reaches its signing limit, or a reconciliation sale is due, before that. */
  private untilNext(environment: Environment, pause: number): number {
    const { openIntents, reconciliationSale } = this.deps;
    const limits = openIntents.of(environment).map((intent) => (openIntents.timeToLimit(intent) ?? 0) + AFTER_LIMIT);
    const dueIn = Math.max(AFTER_LIMIT, reconciliationSale.dueIn(environment) ?? Infinity);
    return Math.min(pause, dueIn, ...limits.filter((limit) => limit > AFTER_LIMIT));
  }

  private longestPause(environment: Environment): number {
    const { openIntents } = this.deps;
    const isYoung = openIntents.of(environment).some((intent) => openIntents.lostFor(intent) < OLD);
    return isYoung ? LAST_PAUSE : OLD_PAUSE;
  }
}
