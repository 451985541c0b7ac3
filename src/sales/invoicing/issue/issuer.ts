import type { Environment } from '../../../contract/index.js';
import type { Warning } from '../../../base/index.js';
import type { Reservation } from '../../../platform/ledger/index.js';
import { isRemote, type Pfr, PFR_REFUSALS, type RemoteProcessor } from '../../../processors/pfr/index.js';
import type { Rules } from '../draft/draft.js';
import { validationErrors } from '../draft/refusals/validationErrors.js';
import type { Prepared } from '../draft/prepared.js';
import type { CorporateCardSales, RefundGuard } from '../refunds/refundGuard.js';
import { type DemoSigningDeps, signWithDemo } from './demoSigning.js';
import {
  BUSY,
  type IssueOutcome,
  type NotIssued,
  type Order,
  outcomeOf,
  type Queued,
  refused,
  type Refused,
  type SaleOutcome,
  type OutcomeOrUnderway,
  warned,
} from './order.js';
import type { PreSigningChecks } from './preSigningChecks.js';
import type { ReplayWarnings } from './replayWarnings.js';
import { RemoteSigning, type RemoteSigningDeps } from './remoteSigning.js';

export interface IssuerDeps extends RemoteSigningDeps, DemoSigningDeps {
  /** The processor of an environment. */
  readonly pfrOf: (environment: Environment) => Pfr;
  readonly checks: PreSigningChecks;
  readonly refundGuard: RefundGuard;
  readonly replayWarnings: ReplayWarnings;
}

/** What to do with an order that could not be sent. */
type OfflineFallback = (refused: Refused) => Promise<Queued | NotIssued>;

/** How long an order without a key waits for an equal one whose answer is overdue, ms. */
const EQUAL_WAIT = 30_000;

/** An order that was prepared before the processor was free. */
interface EarlyPreparation {
  readonly rules: Rules;
  readonly prepared: ReturnType<Order['prepare']>;
  /** What the refund guard has read ahead. */
  readonly corporateCardSales?: CorporateCardSales | undefined;
}

/**
 * Issues every receipt. The methods follow the path of an order: the key and the reference lock; the draft; the
 * processor and the checks (`preSigningChecks.ts`); the reserved disk space; then intent, signing and record
 * (`remoteSigning.ts`, or `demoSigning.ts` without an intent). The answer is returned by the same path. A receipt is
 * returned only when it is durable, and a repeated key never makes a second one.
 */
export class Issuer {
  private readonly remoteSigning: RemoteSigning;

  constructor(private readonly deps: IssuerDeps) {
    this.remoteSigning = new RemoteSigning(deps);
  }

  /**
   * Lock 1, the key. Carries out the order, or returns the outcome of the earlier request with its key. Each
   * environment has its own keys. `logRef` names the API request in the log.
   */
  issue(order: Order, logRef: string): Promise<IssueOutcome>;
  /**
   * As above. `fallback` runs while the key is still locked, when the processor was unreachable and has certainly
   * signed nothing.
   */
  issue(order: Order, logRef: string, fallback: OfflineFallback): Promise<SaleOutcome>;
  async issue(order: Order, logRef: string, fallback?: OfflineFallback): Promise<SaleOutcome> {
    const work = async (): Promise<SaleOutcome> => {
      const outcome = await this.issueHoldingKey(order, logRef);
      const isUnreached = outcome.kind === 'refused' && outcome.about === 'unreachable';
      return isUnreached && fallback !== undefined ? fallback(outcome) : outcome;
    };
    if (order.key === null) return work();
    const keyed = await this.deps.locks.withKey(order.environment, order.key, work);
    if (keyed === 'taken') return { kind: 'invalid', error: validationErrors.keyUsedForOther() };
    const { isRepeat, outcome } = keyed;
    if (outcome.kind !== 'replayed' && !(isRepeat && outcome.kind === 'issued')) return outcome;
    const { invoice } = outcome;
    const replayed: IssueOutcome = { kind: 'replayed', invoice };
    return warned(replayed, await this.deps.replayWarnings.of(order, invoice, logRef));
  }

  /** Lock 2, the reference lock. As {@link issue}, for a caller that holds the key. */
  async issueHoldingKey(order: Order, logRef: string): Promise<IssueOutcome> {
    if (!order.needsReferenceLock) return this.issueHoldingReferenceLock(order, logRef);
    const done = await this.deps.locks.withReferenceLock(order.environment, () =>
      this.startHoldingReferenceLock(order, logRef),
    );
    return done.ok ? outcomeOf(done.value) : BUSY;
  }

  /** As {@link issue}, for a caller that holds the key and the reference lock. */
  async issueHoldingReferenceLock(order: Order, logRef: string): Promise<IssueOutcome> {
    return outcomeOf(await this.startHoldingReferenceLock(order, logRef));
  }

  private async startHoldingReferenceLock(order: Order, logRef: string): Promise<OutcomeOrUnderway> {
    const { checks, pfrOf } = this.deps;
    const known = await checks.outcomeByKey(order, () => pfrOf(order.environment));
    if (known !== undefined) return known;
    // Taken after the wait, during which the setting may have changed.
    const pfr = pfrOf(order.environment);
    return isRemote(pfr) ? this.issueRemotely(order, logRef, pfr) : this.issueWithDemo(order, logRef, pfr);
  }

  /** The whole way with the demo processor, which needs no processor lock. */
  private async issueWithDemo(order: Order, logRef: string, pfr: Pfr): Promise<IssueOutcome> {
    const { refundGuard, checks } = this.deps;
    const prepared = order.prepare(this.rules(order.environment));
    if (!prepared.ok) return { kind: 'invalid', error: prepared.error };
    const corporateCardSales = await refundGuard.readCorporateCardSales(order.environment, prepared.value.draft);
    const checked = await checks.checkContent(order, prepared.value, { logRef, corporateCardSales });
    if (!checked.ok) return { kind: 'invalid', error: checked.error };
    const outcome = await this.withSpace(order, prepared.value, async () =>
      signWithDemo(this.deps, order, prepared.value, pfr, logRef),
    );
    return withWarnings(checked.value, outcome);
  }

  /** The draft, and then lock 3, the processor. */
  private async issueRemotely(order: Order, logRef: string, pfr: RemoteProcessor): Promise<OutcomeOrUnderway> {
    const { openIntents, locks, checks } = this.deps;
    // Validation errors are returned before waiting for the processor, unless an intent is open, or no rates are known
    // yet. With an open intent, this request may repeat a receipt that was signed.
    const rules = this.rules(order.environment);
    const early = { rules, prepared: order.prepare(rules) };
    const isOpen = openIntents.unresolved(order.environment).length > 0;
    if (rules.taxLabels.length > 0 && !early.prepared.ok && !isOpen) {
      return { kind: 'invalid', error: early.prepared.error };
    }
    if (order.space !== undefined) return this.issueAtProcessor(order, logRef, pfr, early);
    // While the processor is busy, its last known state is sufficient. It is checked now and again when the processor
    // is free.
    const why = (): Promise<IssueOutcome | undefined> => checks.whyUnreachable(order, pfr);
    const whyIfBusy = async (): Promise<IssueOutcome | undefined> => (pfr.mutex.isBusy ? why() : undefined);
    const before = await whyIfBusy();
    if (before !== undefined) return before;
    const draft = early.prepared.ok ? early.prepared.value.draft : undefined;
    const corporateCardSales = draft && (await checks.readCorporateCardSalesAhead(order.environment, draft));
    const meanwhile = corporateCardSales && (await whyIfBusy());
    if (meanwhile !== undefined) return meanwhile;
    const wasBusy = pfr.mutex.isBusy;
    const work = async (): Promise<OutcomeOrUnderway> =>
      (wasBusy ? await why() : undefined) ??
      this.issueAtProcessor(order, logRef, pfr, { ...early, corporateCardSales });
    const done = await locks.withProcessor(pfr, work);
    return done.ok ? done.value : ((await why()) ?? BUSY);
  }

  /** What is unknown of earlier orders, the checks, and then lock 4 and the signing. The caller holds the processor. */
  private async issueAtProcessor(
    order: Order,
    logRef: string,
    pfr: Pfr,
    early: EarlyPreparation,
  ): Promise<OutcomeOrUnderway> {
    const { checks, reconciliation, ledger } = this.deps;
    const equal = this.overdueEqual(order);
    if (equal !== undefined) return { kind: 'underway', outcome: this.issueAfter(equal, order, logRef) };
    await this.lookUpFirst(order);
    const earlier = await checks.earlierOutcome(order);
    if (earlier !== undefined) return earlier;
    const ready = await pfr.ready();
    if (ready.kind === 'refused') return this.remoteSigning.refuse(ready, logRef);
    // The look-up may have found the receipt of this very sale, and the counters have advanced.
    if (await reconciliation.preSendLookup.rerun(order.environment))
      return this.issueAtProcessor(order, logRef, pfr, early);
    const prepared = this.preparedNow(order, early);
    if (!prepared.ok) return { kind: 'invalid', error: prepared.error };
    if (checks.dependsOnUnknown(order, prepared.value)) return refused(PFR_REFUSALS.earlierUnknown);
    const checked = await checks.checkContent(order, prepared.value, {
      logRef,
      corporateCardSales: early.corporateCardSales,
    });
    if (!checked.ok) return { kind: 'invalid', error: checked.error };
    const counters = ledger.main.countersInUse(ready.counterBaseline.uid);
    const counterBaseline = { ...ready.counterBaseline, counters };
    const outcome = await this.withSpace(order, prepared.value, async (space): Promise<OutcomeOrUnderway> =>
      this.remoteSigning.sign(order, prepared.value, counterBaseline, { pfr, space, logRef }),
    );
    if (outcome.kind !== 'underway') return withWarnings(checked.value, outcome);
    return { kind: 'underway', outcome: outcome.outcome.then((late) => withWarnings(checked.value, late)) };
  }

  /**
   * An order without a key that equals one whose answer is overdue may come from the next buyer or be a repeat. It
   * waits for that answer, as it would wait for the processor.
   */
  private overdueEqual({ key, space, environment, fingerprint }: Order): Promise<void> | undefined {
    if (key !== null || space !== undefined) return undefined;
    return this.deps.openIntents.awaitedEqual(environment, fingerprint());
  }

  private async issueAfter(ended: Promise<void>, order: Order, logRef: string): Promise<IssueOutcome> {
    const over = new AbortController();
    const inTime = ended.then(() => true);
    const late = this.deps.clock.sleep(EQUAL_WAIT, over.signal).then(() => false);
    const hasEnded = await Promise.race([inTime, late]).finally(() => over.abort());
    return hasEnded ? this.issueHoldingKey(order, logRef) : BUSY;
  }

  /**
   * Tries to reconcile a lost order with the same key. Then, before the next receipt is sent, does the same for the
   * lost orders that the processor may forget with it.
   */
  private async lookUpFirst({ environment, key }: Order): Promise<void> {
    const { reconciliation, openIntents } = this.deps;
    const own = key === null ? undefined : openIntents.withKey(environment, key.id);
    // While that intent is open nothing is sent, and the processor is free for other orders.
    if (own !== undefined && !(await reconciliation.reconcile(own))) return;
    await reconciliation.preSendLookup.run(environment);
  }

  /**
   * Lock 4, disk space. Runs the work with space reserved for its records: the caller's reservation, if it is not
   * released; otherwise (also after a look-up released it) one of its own, which is released at the end.
   */
  private async withSpace<T>(
    order: Order,
    prepared: Prepared,
    work: (space: Reservation) => Promise<T>,
  ): Promise<T | Extract<IssueOutcome, { kind: 'storage' }>> {
    if (order.space?.isHeld === true) return work(order.space);
    const space = await this.deps.locks.reserveSpace(order.environment, prepared);
    if (!space.ok) return { kind: 'storage', failure: space.error };
    return work(space.value).finally(() => space.value.release());
  }

  /** Validation rules that apply to a receipt of this environment now. */
  rules(environment: Environment): Rules {
    const { simplifiedCash } = this.deps.settings.now;
    return { taxLabels: this.deps.pfrOf(environment).taxLabels(), simplifiedCash, now: this.deps.clock.now() };
  }

  /** The rates of the processor are certain only now. If they have changed, the order is prepared again. */
  private preparedNow(order: Order, { rules: before, prepared }: EarlyPreparation): EarlyPreparation['prepared'] {
    const now = this.rules(order.environment);
    const areSame = now.taxLabels === before.taxLabels && now.simplifiedCash === before.simplifiedCash;
    return areSame ? prepared : order.prepare(now);
  }
}

/** Adds the warnings to an outcome that is a receipt. */
function withWarnings(warnings: readonly Warning[], outcome: IssueOutcome): IssueOutcome {
  return outcome.kind === 'issued' ? warned(outcome, warnings) : outcome;
}
