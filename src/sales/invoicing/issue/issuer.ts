import { type Draft, type Environment, PFR_TRAITS } from '../../../contract/index.js';
import { type Log, ok, type Result, type Warning } from '../../../base/index.js';
import type { Ledger, Reservation } from '../../../platform/ledger/index.js';
import { explanationOf, isRemote, type Pfr, REFUSALS, type RemoteProcessor } from '../../../processors/pfr/index.js';
import type { Settings } from '../../../shop/settings/index.js';
import type { Rules } from '../draft/draft.js';
import { refusals } from '../draft/refusals/refusals.js';
import type { ValidationError } from '../draft/refusals/sentence.js';
import type { Prepared } from '../draft/prepared.js';
import type { ContentGuard } from '../findings/contentGuard.js';
import type { CardReading, RefundGuard } from '../refunds/refundGuard.js';
import type { Reconciliation } from '../reconciliation/reconciliation.js';
import { type DemoSigningDeps, signWithDemo } from './demoSigning.js';
import { answerTo, earlierOutcome } from './earlierOutcome.js';
import type { KeyStatus, KeyStatuses } from './keyStatus.js';
import type { SaleLocks } from './locks.js';
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
  type Sent,
  warned,
} from './order.js';
import type { ReplayWarnings } from './replayWarnings.js';
import type { RequestKey } from './requestKey.js';
import { RemoteSigning, type RemoteSigningDeps } from './remoteSigning.js';

export interface IssuerDeps extends RemoteSigningDeps, DemoSigningDeps {
  readonly ledger: Ledger;
  readonly settings: Settings;
  /** The processor of an environment. */
  readonly pfrOf: (environment: Environment) => Pfr;
  readonly log: Log;
  readonly keys: KeyStatuses;
  readonly locks: SaleLocks;
  readonly reconciliation: Reconciliation;
  readonly refundGuard: RefundGuard;
  readonly contentGuard: ContentGuard;
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
  readonly cards?: CardReading | undefined;
}

/**
 * Issues every receipt. It takes the locks in this order: key, reference lock, processor, disk space; then it has the
 * receipt signed and records it. A receipt is returned only when it is durable, and a repeated key never makes a second
 * one.
 */
export class Issuer {
  private readonly remoteSigning: RemoteSigning;

  constructor(private readonly deps: IssuerDeps) {
    this.remoteSigning = new RemoteSigning(deps);
  }

  /**
   * Step 1, the key. Carries out the order, or returns the outcome of the earlier request with its key. Each
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
    if (keyed === 'taken') return { kind: 'invalid', error: refusals.keyUsedForOther() };
    const { isRepeat, outcome } = keyed;
    if (outcome.kind !== 'replayed' && !(isRepeat && outcome.kind === 'issued')) return outcome;
    const { invoice } = outcome;
    const replayed: IssueOutcome = { kind: 'replayed', invoice };
    return warned(replayed, await this.deps.replayWarnings.of(order, invoice, logRef));
  }

  /** Step 2, the reference lock. As {@link issue}, for a caller that holds the key. */
  async issueHoldingKey(order: Order, logRef: string): Promise<IssueOutcome> {
    if (!order.needsReferenceLock) return this.issueAfterReferenceLock(order, logRef);
    const done = await this.deps.locks.withReferenceLock(order.environment, () =>
      this.sendAfterReferenceLock(order, logRef),
    );
    return done.ok ? outcomeOf(done.value) : BUSY;
  }

  /** As {@link issue}, for a caller that holds the key and the reference lock. */
  async issueAfterReferenceLock(order: Order, logRef: string): Promise<IssueOutcome> {
    return outcomeOf(await this.sendAfterReferenceLock(order, logRef));
  }

  private async sendAfterReferenceLock(order: Order, logRef: string): Promise<Sent> {
    const { keys, ledger, pfrOf } = this.deps;
    const { environment, key } = order;
    const status = key === null ? undefined : await keys.forHolder(environment, key);
    // Open intents are reconciled first, while holding the processor: see issueAtProcessor.
    const answer = status !== undefined && hasReceipt(status) ? answerTo(status) : undefined;
    if (answer !== undefined) return answer;
    // The key's receipt was lost with a damaged part of the ledger. Refuse, since a second one must not be issued
    // unnoticed.
    if (key !== null && status?.state === 'free' && ledger.hasLostKey(environment, key.id))
      return { kind: 'storage', failure: 'damaged' };
    const pfr = pfrOf(environment);
    if (isRemote(pfr)) return this.issueRemotely(order, logRef, pfr);
    // A real processor was set when the key was used, and may have signed for it.
    if (status !== undefined && status.state !== 'free') return refused(REFUSALS.unknown);
    return this.issueWithDemo(order, logRef, pfr);
  }

  /** Step 3, the processor. */
  private async issueRemotely(order: Order, logRef: string, pfr: RemoteProcessor): Promise<Sent> {
    const { openIntents, locks } = this.deps;
    // Validation errors are returned before waiting for the processor, unless an intent is open: this request may
    // repeat a receipt that was signed.
    const rules = this.rules(order.environment);
    const early = { rules, prepared: order.prepare(rules) };
    const isOpen = openIntents.unresolved(order.environment).length > 0;
    if (rules.taxLabels.length > 0 && !early.prepared.ok && !isOpen) {
      return { kind: 'invalid', error: early.prepared.error };
    }
    if (order.space !== undefined) return this.issueAtProcessor(order, logRef, pfr, early);
    // While the processor is busy, its last known state is sufficient. It is checked now and again when the processor
    // is free.
    const whyUnreached = async (): Promise<IssueOutcome | undefined> =>
      pfr.mutex.isBusy ? this.refusedAsUnreachable(order, pfr) : undefined;
    const known = await whyUnreached();
    if (known !== undefined) return known;
    const cards = early.prepared.ok ? await this.cardsAhead(order.environment, early.prepared.value.draft) : undefined;
    const unreached = cards && (await whyUnreached());
    if (unreached !== undefined) return unreached;
    const found = pfr.mutex.isBusy ? () => this.refusedAsUnreachable(order, pfr) : () => undefined;
    const work = async (): Promise<Sent> =>
      (await found()) ?? this.issueAtProcessor(order, logRef, pfr, { ...early, cards });
    const done = await locks.withProcessor(pfr, work);
    return done.ok ? done.value : ((await found()) ?? BUSY);
  }

  /**
   * What the refund guard can read before the processor is free. Nothing while a refund may have been signed without
   * being in the ledger: it may void another, and is found only when the processor is taken.
   */
  private async cardsAhead(environment: Environment, draft: Draft): Promise<CardReading | undefined> {
    const open = this.deps.openIntents.of(environment);
    if (open.some((intent) => intent.draft.transactionType === 'Refund')) return undefined;
    return this.deps.refundGuard.readCards(environment, draft);
  }

  /** Why an order that may be queued is not issued now: its processor was last seen unreachable. */
  private async refusedAsUnreachable(order: Order, pfr: Pfr): Promise<IssueOutcome | undefined> {
    if (order.isQueueable !== true || !isOutOfReach(pfr)) return undefined;
    return (await this.earlier(order)) ?? refused(REFUSALS.outOfReach, 'unreachable');
  }

  private async issueAtProcessor(order: Order, logRef: string, pfr: Pfr, early: EarlyPreparation): Promise<Sent> {
    const equal = this.overdueEqual(order);
    if (equal !== undefined) return { kind: 'underway', outcome: this.issueAfter(equal, order, logRef) };
    await this.lookUpFirst(order);
    const earlier = await this.earlier(order);
    if (earlier !== undefined) return earlier;
    const ready = await pfr.ready();
    if (ready.kind === 'refused') return this.remoteSigning.refuse(ready, logRef);
    // The look-up may have found the receipt of this very sale, and the counters have advanced.
    if (await this.deps.reconciliation.preSendLookup.rerun(order.environment))
      return this.issueAtProcessor(order, logRef, pfr, early);
    const prepared = this.preparedNow(order, early);
    if (!prepared.ok) return { kind: 'invalid', error: prepared.error };
    if (this.waitsForAnother(order, prepared.value)) return refused(REFUSALS.unsettled);
    const judged = await this.judge(order, prepared.value, { logRef, cards: early.cards });
    if (!judged.ok) return { kind: 'invalid', error: judged.error };
    const runs = this.deps.ledger.main.runsInUse(ready.counterBaseline.uid);
    const counterBaseline = { ...ready.counterBaseline, runs };
    const outcome = await this.withSpace(order, prepared.value, async (space): Promise<Sent> =>
      this.remoteSigning.sign(order, prepared.value, counterBaseline, { pfr, space, logRef }),
    );
    if (outcome.kind !== 'underway') return withWarnings(judged.value, outcome);
    return { kind: 'underway', outcome: outcome.outcome.then((late) => withWarnings(judged.value, late)) };
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
   * True when the receipt would repeat a refund or a closing that an order with an unknown outcome may have done, or
   * would refer to that order.
   */
  private waitsForAnother({ environment }: Order, { draft }: Prepared): boolean {
    const { referentNumber, invoiceType, transactionType } = draft;
    if (referentNumber === null) return false;
    return this.deps.openIntents.unresolved(environment).some(({ intent: { draft: other }, number }) => {
      const isSameKind = other.invoiceType === invoiceType && other.transactionType === transactionType;
      const isRepeated = other.referentNumber === referentNumber && isSameKind && invoiceType !== 'Copy';
      return isRepeated || number === referentNumber;
    });
  }

  /** Warnings about its buyer and about earlier refunds, or why it is refused. The caller holds the reference lock. */
  private async judge(
    { environment, closesAdvance, isOfPage = false, wasAccepted, requestFindings }: Order,
    { draft }: Prepared,
    { logRef, cards }: { readonly logRef: string; readonly cards: CardReading | undefined },
  ): Promise<Result<readonly Warning[], ValidationError>> {
    if (closesAdvance === true) return ok([]);
    const { contentGuard } = this.deps;
    const isStrict = wasAccepted !== true && contentGuard.isStrict(isOfPage);
    const content = await contentGuard.judge(environment, draft, isStrict, requestFindings?.(draft));
    if (!content.ok) return content;
    const refund = await this.deps.refundGuard.judge(environment, draft, {
      logRef,
      isStrict,
      ...(cards && { cards }),
    });
    return refund.ok ? ok([...refund.value, ...content.value]) : refund;
  }

  /**
   * Step 4, disk space. Runs the work with space reserved for its records: the caller's reservation if there is one,
   * otherwise its own, which is released at the end.
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

  /** Step 4 for the demo processor, which needs no processor lock. */
  private async issueWithDemo(order: Order, logRef: string, pfr: Pfr): Promise<IssueOutcome> {
    const prepared = order.prepare(this.rules(order.environment));
    if (!prepared.ok) return { kind: 'invalid', error: prepared.error };
    const cards = await this.deps.refundGuard.readCards(order.environment, prepared.value.draft);
    const judged = await this.judge(order, prepared.value, { logRef, cards });
    if (!judged.ok) return { kind: 'invalid', error: judged.error };
    const outcome = await this.withSpace(order, prepared.value, async () =>
      signWithDemo(this.deps, order, prepared.value, pfr, logRef),
    );
    return withWarnings(judged.value, outcome);
  }

  /** The rates of the processor are certain only now. If they have changed, the order is prepared again. */
  private preparedNow(order: Order, { rules: before, prepared }: EarlyPreparation): EarlyPreparation['prepared'] {
    const now = this.rules(order.environment);
    const areSame = now.taxLabels === before.taxLabels && now.simplifiedCash === before.simplifiedCash;
    return areSame ? prepared : order.prepare(now);
  }

  private earlier(order: Order): Promise<IssueOutcome | undefined> {
    const { keys, reconciliation } = this.deps;
    return earlierOutcome({ keys, reconciliation }, order);
  }

  /** Validation rules that apply to a receipt of this environment now. */
  rules(environment: Environment): Rules {
    const { simplifiedCash } = this.deps.settings.now;
    return { taxLabels: this.deps.pfrOf(environment).taxLabels(), simplifiedCash, now: this.deps.clock.now() };
  }

  /**
   * Why no receipt that refers to earlier ones can be built now: a receipt that refers to them may have been signed
   * without being in the ledger, or the labels of a real processor are not known. Undefined when everything is known.
   * `numbers`: PFR numbers of the earlier receipts; `key`: the key of the receipt to be issued. The caller holds the
   * processor.
   */
  async whyNotReady(
    environment: Environment,
    numbers: ReadonlySet<string | null>,
    key: RequestKey | null,
  ): Promise<Refused | undefined> {
    const { reconciliation, openIntents, pfrOf } = this.deps;
    await reconciliation.preSendLookup.run(environment);
    for (const intent of openIntents.of(environment)) {
      const isOwn = key !== null && intent.clientRequestId === key.id;
      if (!isOwn && !numbers.has(intent.draft.referentNumber)) continue;
      if (!(await reconciliation.reconcile(intent))) return refused(REFUSALS.unsettled);
    }
    const pfr = pfrOf(environment);
    if (!PFR_TRAITS[pfr.mode].hasOwnRates || pfr.taxLabels().length > 0) return undefined;
    const ready = await pfr.ready();
    return ready.kind === 'refused' ? refused(explanationOf(ready)) : undefined;
  }
}

/** Adds the warnings to an outcome that is a receipt. */
function withWarnings(warnings: readonly Warning[], outcome: IssueOutcome): IssueOutcome {
  return outcome.kind === 'issued' ? warned(outcome, warnings) : outcome;
}

/** True when a receipt was issued under the key. */
function hasReceipt(status: KeyStatus): boolean {
  return status.state === 'issued' || (status.state === 'used for other content' && status.usedBy === 'receipt');
}

/** Last known reachability; true when the processor is out of reach. */
function isOutOfReach(pfr: Pfr): boolean {
  return pfr.status().findings.some((finding) => finding.isOutOfReach === true);
}
