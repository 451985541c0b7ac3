import { assertNever, type Clock, type Ok } from '../../../base/index.js';
import { type Environment, PFR_TRAITS, counterSeries, type Signature } from '../../../contract/index.js';
import type { Intent, IssuedInvoice, OpenIntentState } from '../../../platform/ledger/index.js';
import type { FindOutcome, Pfr } from '../../../processors/pfr/index.js';
import { unrecordedInvoiceOf, recordInvoice, type RecordDeps, signRequestOf } from '../issue/recordInvoice.js';
import type { CounterEvidence } from './counterEvidence.js';
import type { OpenIntents, Progress } from './openIntents.js';
import type { PossibleDuplicates, UnclaimedReceipts } from './possibleDuplicates.js';
import { totalBefore } from './counterProof.js';

interface IntentLookUpDeps extends RecordDeps {
  readonly pfrOf: (environment: Environment) => Pfr;
  readonly openIntents: OpenIntents;
  readonly unclaimed: UnclaimedReceipts;
  readonly evidence: CounterEvidence;
  readonly possibleDuplicates: PossibleDuplicates;
  /** Called before a receipt is recorded, and after it is in the ledger. */
  readonly beforeRecording: (intent: Intent, signature: Signature) => void;
  readonly afterRecording: (intent: Intent, invoice: IssuedInvoice) => void;
}

/** Pauses before the look-ups that are made while the caller of a lost order still waits, ms. */
const LOOK_UP_PAUSES = [0, 1000, 2000];
/** Minimum time between two look-ups of one intent, ms. Shorter than every pause, because timers may fire early. */
const MIN_LOOK_UP_INTERVAL = 500;

/**
 * Determines and records the outcome of an intent. The request id decides whenever the processor has its receipt;
 * otherwise the running numbers do. The caller holds the processor.
 */
export class IntentLookUp {
  constructor(private readonly deps: IntentLookUpDeps) {}

  /** Reconciles one intent, unless that was just tried. True when its outcome is recorded. */
  async reconcile(intent: Intent, within?: number): Promise<boolean> {
    const { clock, openIntents } = this.deps;
    if (clock.monotonic() - openIntents.lookedUpAt(intent) < MIN_LOOK_UP_INTERVAL) return false;
    return this.reconcileNow(intent, within);
  }

  /** As {@link reconcile}, even if it was just tried. `within`: maximum time for the answer, ms. */
  async reconcileNow({ requestId }: Intent, within?: number): Promise<boolean> {
    const { clock, pfrOf, openIntents, log } = this.deps;
    // While the caller waited for the processor, the intent may have ended, or the same sale may have been issued
    // again.
    const intent = openIntents.find(requestId);
    if (intent === undefined) return true;
    const pfr = pfrOf(intent.environment);
    const progress = openIntents.progressOf(intent, pfr.signingLimit);
    const outcome = pfr.mode === intent.mode ? await this.outcomeOf(pfr, intent, progress, within) : 'doubt';
    progress.lookedUpAt = clock.monotonic();
    if (outcome === 'resolved') {
      openIntents.forget(intent);
      return true;
    }
    if (outcome !== progress.state && outcome !== 'asking') {
      const { environment } = intent;
      log(outcome === 'doubt' ? 'pfr.doubt' : 'pfr.not-held', {
        pfrRequest: requestId,
        environment,
        number: progress.number,
      });
    }
    progress.state = outcome;
    return false;
  }

  /**
   * Tries to reconcile a lost order while its caller still waits, for at most `within` ms, because most lost answers
   * are found at once. True when its outcome is recorded. `lookUp`: performs one look-up of at most the given ms. By
   * default the caller holds the processor during all look-ups.
   */
  async reconcileWithin(
    lost: Intent,
    within: number,
    stopping: AbortSignal,
    lookUp = (remaining: number): Promise<boolean> => this.reconcile(lost, remaining),
  ): Promise<boolean> {
    const { clock } = this.deps;
    const deadline = clock.monotonic() + within;
    for (const pause of LOOK_UP_PAUSES) {
      if (clock.monotonic() + pause >= deadline) return false;
      if (pause > 0 && !(await clock.sleep(pause, stopping))) return false;
      if (await lookUp(deadline - clock.monotonic())) return true;
    }
    return false;
  }

  private async outcomeOf(
    pfr: Pfr,
    intent: Intent,
    progress: Progress,
    within?: number,
  ): Promise<OpenIntentState | 'resolved'> {
    const isPastSigningLimit = this.deps.openIntents.isPastSigningLimit(intent);
    const found = await pfr.find(signRequestOf(intent), within);
    progress.wasInconclusive = found.kind === 'unknown';
    if (found.kind === 'signed' && !this.isOfAnother(intent, found.signature)) {
      const receipt = unrecordedInvoiceOf(intent, found.signature, { by: 'processor' });
      return (await this.record(intent, receipt)) === undefined ? 'asking' : 'resolved';
    }
    if (!isPastSigningLimit) return 'asking';
    if (this.areCountersUsable(pfr, intent, found)) {
      const now = await pfr.counters();
      if (now !== undefined) this.deps.evidence.report(intent, now);
    }
    return this.stateByProof(pfr, intent);
  }

  /**
   * True when the receipt rather belongs to another open order with the same content. Some processors answer a look-up
   * with their latest receipt, whatever the request id. That is harmless, unless a number before it is missing that
   * this order may have.
   */
  private isOfAnother(intent: Intent, signature: Signature): boolean {
    const { openIntents, evidence } = this.deps;
    const series = counterSeries(signature);
    const fits = openIntents.unresolved(intent.environment).some((other) => {
      const isOther = other.intent.requestId !== intent.requestId && isForTheSame(intent, other.intent);
      return isOther && signature.totalCounter > totalBefore(other, series);
    });
    return fits && evidence.lacksBefore(intent, signature);
  }

  /**
   * True when the counters that the processor reports are usable as proof. The reported counters may be older than what
   * it has signed, for example after its own restart. If it has sent an unreadable answer to this order, only the
   * numbers of receipts count.
   */
  private areCountersUsable(pfr: Pfr, intent: Intent, found: FindOutcome): boolean {
    return found.kind === 'absent' && PFR_TRAITS[pfr.mode].hasOneSigner && intent.hasAnswered !== true;
  }

  /** What the running numbers prove about an intent that the processor can no longer sign and has no receipt for. */
  private async stateByProof(pfr: Pfr, intent: Intent): Promise<OpenIntentState | 'resolved'> {
    const { openIntents, evidence, possibleDuplicates } = this.deps;
    const proof = evidence.proofs(intent.environment).get(intent.requestId) ?? { kind: 'waiting' };
    openIntents.progressOf(intent, pfr.signingLimit).number = proof.kind === 'signed' ? proof.number : null;
    switch (proof.kind) {
      case 'not signed':
        return (await this.abort(intent)) ? 'resolved' : 'asking';
      case 'signed':
        await possibleDuplicates.reportDuplicate(intent, proof.number);
        return 'notHeld';
      case 'no proof':
        return 'doubt';
      case 'waiting':
        return this.canNextReceiptProve(pfr, intent) ? 'asking' : 'doubt';
      default:
        return assertNever(proof);
    }
  }

  /**
   * True when the next receipt of the processor can prove something about the intent. False with another card, or when
   * the card at that time is not known.
   */
  private canNextReceiptProve(pfr: Pfr, { counterBaseline: { uid } }: Intent): boolean {
    const { uid: present } = pfr.status();
    return uid !== '' && (present === '' || present === uid);
  }

  /**
   * Records a receipt as the outcome, and stores it for a caller who may repeat the request. Undefined when the disk
   * could not record it.
   */
  async record(intent: Intent, receipt: Omit<IssuedInvoice, 'uuid'>): Promise<Ok<IssuedInvoice> | undefined> {
    const { openIntents, unclaimed, possibleDuplicates, log } = this.deps;
    this.deps.beforeRecording(intent, receipt.signature);
    const recorded = await recordInvoice(this.deps, receipt, { logRef: null, print: intent.print ?? null });
    if (!recorded.ok) return undefined;
    const { invoiceNumber } = receipt.signature;
    log('pfr.settled', { pfrRequest: intent.requestId, number: invoiceNumber });
    this.deps.afterRecording(intent, recorded.value);
    const age = openIntents.ageOf(intent);
    const isAwaited = openIntents.isAwaited(intent);
    openIntents.forget(intent, recorded.value);
    await possibleDuplicates.reportDuplicate(intent, invoiceNumber);
    await possibleDuplicates.recordRepeat(intent, recorded.value);
    // If the same sale was issued again meanwhile, its caller has a receipt. A caller that still waits for the answer
    // gets this one.
    if (intent.clientRequestId === null && intent.soldAgainAs === undefined && !isAwaited) {
      unclaimed.add(intent, recorded.value, age);
    }
    return recorded;
  }

  private async abort({ requestId }: Intent): Promise<boolean> {
    const { ledger, log } = this.deps;
    const aborted = await ledger.put({ type: 'abort', requestId, cause: { by: 'counter' } });
    if (aborted.ok) log('pfr.settled', { pfrRequest: requestId, number: null });
    return aborted.ok;
  }
}

/** True when the link of a receipt would match both intents. */
function isForTheSame({ draft: one }: Intent, { draft: other }: Intent): boolean {
  const isSameType = one.invoiceType === other.invoiceType && one.transactionType === other.transactionType;
  return isSameType && one.total === other.total && one.buyerId === other.buyerId;
}

/** Maximum time that the next receipt waits while lost orders before it are looked up once more, ms. */
const PRE_SEND_LIMIT = 2000;

interface PreSendLookupDeps {
  readonly clock: Clock;
  readonly openIntents: OpenIntents;
  readonly lookUp: IntentLookUp;
  /** Called when an order of an environment remains open. */
  readonly staysOpen: (environment: Environment) => void;
}

/**
 * Makes a last look-up of the lost orders that the processor may forget with the next receipt. The caller holds the
 * processor and has not sent that receipt yet.
 */
export class PreSendLookup {
  constructor(private readonly deps: PreSendLookupDeps) {}

  async run(environment: Environment): Promise<void> {
    await this.lookUpIf(environment, () => true);
  }

  /**
   * Repeats the look-up of orders that the processor gave no answer about, now that it reports ready. It may have been
   * out of reach until then, and is about to sign another receipt. True when any of them is resolved now.
   */
  rerun(environment: Environment): Promise<boolean> {
    return this.lookUpIf(environment, (intent) => this.deps.openIntents.wasInconclusive(intent));
  }

  private async lookUpIf(environment: Environment, isIncluded: (intent: Intent) => boolean): Promise<boolean> {
    const { clock, openIntents, lookUp, staysOpen } = this.deps;
    const deadline = clock.monotonic() + PRE_SEND_LIMIT;
    let isAnyReconciled = false;
    // The latest first: a processor with a short memory still knows that one.
    for (const intent of [...openIntents.of(environment)].reverse()) {
      const remaining = deadline - clock.monotonic();
      if (remaining <= 0) break;
      if (!isIncluded(intent) || !openIntents.mayProcessorForget(intent)) continue;
      if (await lookUp.reconcileNow(intent, remaining)) isAnyReconciled = true;
      else staysOpen(environment);
    }
    return isAnyReconciled;
  }
}
