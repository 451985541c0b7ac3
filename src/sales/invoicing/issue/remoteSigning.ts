import { assertNever, type SalePriority, secureRandom } from '../../../base/index.js';
import type { CounterBaseline } from '../../../contract/index.js';
import type { AbortCause, Intent, IssuedInvoice, Reservation } from '../../../platform/ledger/index.js';
import {
  explanationOf,
  type Pfr,
  type Refusal,
  PFR_REFUSALS,
  type Signature,
  type SignOutcome,
} from '../../../processors/pfr/index.js';
import type { Settings } from '../../../shop/settings/index.js';
import type { Prepared } from '../draft/prepared.js';
import type { OpenIntents } from '../reconciliation/openIntents.js';
import type { Reconciliation } from '../reconciliation/reconciliation.js';
import { earlierOutcome } from './earlierOutcome.js';
import type { KeyStatuses } from './keyStatus.js';
import type { SaleLocks } from './locks.js';
import { type IssueOutcome, NOT_SIGNED, type Order, outcomeUnknown, refused, type OutcomeOrUnderway } from './order.js';
import { unrecordedInvoiceOf, recordInvoice, type RecordDeps, signRequestOf } from './recordInvoice.js';

/** Maximum time that a late answer waits for the processor lock, ms. Every holder releases it much sooner. */
const LATE_ANSWER = 10 * 60_000;

/** An order that was sent to the processor. */
interface SentOrder {
  readonly order: Order;
  readonly intent: Intent;
  readonly pfr: Pfr;
  readonly logRef: string;
}

/** `space`: disk space reserved for the record of its outcome; absent when it was already released. */
type ConcludedOrder = Omit<SentOrder, 'order'> & { readonly space?: Reservation };

export interface RemoteSigningDeps extends RecordDeps {
  readonly locks: SaleLocks;
  readonly settings: Settings;
  readonly keys: KeyStatuses;
  readonly openIntents: OpenIntents;
  readonly reconciliation: Reconciliation;
  readonly salePriority: SalePriority;
}

/**
 * Signs with a processor outside the box. The intent is on the disk before the first byte is sent. A lost answer
 * therefore leaves an open intent, even if the box fails.
 */
export class RemoteSigning {
  constructor(private readonly deps: RemoteSigningDeps) {}

  /**
   * Records the intent, asks the processor to sign, and records the result. The caller holds all locks of the order.
   * `space` belongs to the caller; it is released here only when a look-up begins. If the answer is overdue and
   * `order.space` is absent, this returns `underway`: the locks are released, other orders are sent, and the outcome
   * follows.
   */
  async sign(
    order: Order,
    prepared: Prepared,
    counterBaseline: CounterBaseline,
    { pfr, space, logRef }: { readonly pfr: Pfr; readonly space: Reservation; readonly logRef: string },
  ): Promise<OutcomeOrUnderway> {
    const { ledger, openIntents } = this.deps;
    const intent = this.intentOf(order, prepared, pfr, counterBaseline);
    const recorded = await ledger.put({ type: 'intent', intent }, space);
    if (!recorded.ok) return { kind: 'storage', failure: recorded.error };
    openIntents.begin(intent, pfr.signingLimit);
    const answer = pfr.sign(signRequestOf(intent));
    if (order.space === undefined && (await this.isOverdue(answer, pfr.overdueAfter))) {
      const reconciledMeanwhile = openIntents.markOverdue(intent);
      const outcome = this.afterAnswer({ order, intent, pfr, logRef }, answer, reconciledMeanwhile);
      return { kind: 'underway', outcome };
    }
    const concluded = answer.then((answered) => this.conclude({ intent, pfr, logRef, space }, answered));
    const outcome = await this.ending(intent, concluded);
    if (outcome !== undefined) return outcome;
    // A look-up reserves space like any other record. On a full disk it would wait for the space of this order.
    space.release();
    // Read the intent again: its record now says whether an answer came, and the proof of its outcome depends on that.
    return this.lookUpNow(order, openIntents.find(intent.requestId) ?? intent, pfr.lookUpTime);
  }

  private intentOf(
    order: Order,
    { draft, taxLabels }: Prepared,
    { environment, mode }: Pfr,
    counterBaseline: CounterBaseline,
  ): Intent {
    const { settings, clock } = this.deps;
    return {
      requestId: secureRandom(16).toString('hex'),
      environment,
      mode,
      draft,
      taxLabels,
      esirNumber: settings.esirNumber,
      counterBaseline,
      clientRequestId: order.key?.id ?? null,
      fingerprint: order.key?.fingerprint ?? order.fingerprint(),
      ...(order.print !== null && { print: order.print }),
      ...(order.apiKey !== null && { apiKey: order.apiKey }),
      createdAt: clock.now(),
    };
  }

  /** True when no answer arrives within `ms`. Never rejects: the caller awaits the answer itself, too. */
  private async isOverdue(answer: Promise<SignOutcome>, ms: number): Promise<boolean> {
    const answered = new AbortController();
    const inTime = (): false => false;
    const overdue = this.deps.clock.sleep(ms, answered.signal).then(() => true);
    return Promise.race([answer.then(inTime, inTime), overdue]).finally(() => answered.abort());
  }

  /**
   * Waits for the outcome of an order whose answer was overdue. Holds the processor only while recording. The disk
   * space was released before: on a full disk a look-up that holds the processor may be waiting for it.
   */
  private async afterAnswer(
    sent: SentOrder,
    answer: Promise<SignOutcome>,
    reconciledMeanwhile: Promise<IssuedInvoice | null>,
  ): Promise<IssueOutcome> {
    const { order, intent, pfr } = sent;
    const { locks, openIntents, reconciliation } = this.deps;
    const reconciled = reconciledMeanwhile.then((invoice) => ({ kind: 'reconciled', invoice }) as const);
    const work = async (answered: SignOutcome): Promise<IssueOutcome | undefined> => {
      // While it waited for the processor, a look-up or a person may have resolved it.
      if (openIntents.find(intent.requestId) === undefined) {
        const { invoice } = await reconciled;
        const isOther = this.logOtherReceipt(intent, answered, invoice);
        // Decided as not signed, although the processor did sign it.
        if (isOther && invoice === null) return outcomeUnknown(undefined);
        return reconciledOutcome(invoice);
      }
      return this.conclude(sent, await this.unlessRecorded(answered));
    };
    const firstOutcome = async (): Promise<IssueOutcome | undefined> => {
      const first = await Promise.race([reconciled, answer]);
      if (first.kind === 'reconciled') return reconciledOutcome(first.invoice);
      const done = await locks.withProcessor(pfr, () => work(first), { wait: LATE_ANSWER, isFirst: true });
      return done.ok ? done.value : undefined;
    };
    const outcome = await this.ending(intent, firstOutcome());
    if (outcome !== undefined) return outcome;
    const isReconciled = await reconciliation.reconcileConcurrently(openIntents.find(intent.requestId) ?? intent);
    return isReconciled ? this.found(order, (await reconciled).invoice) : this.unknown(intent);
  }

  /**
   * Waits for the work on the answer; then the processor is no longer being asked. After an internal error no caller
   * looks the order up, so it is looked up in the background.
   */
  private ending<T>(intent: Intent, work: Promise<T>): Promise<T> {
    const { openIntents, reconciliation } = this.deps;
    return work
      .finally(() => openIntents.markEnded(intent))
      .catch((bug: unknown) => {
        reconciliation.lookUpInBackground(intent.environment);
        throw bug;
      });
  }

  /**
   * Logs the receipt of a late answer when a look-up or a person has resolved the order without it. True when that was
   * the case.
   */
  private logOtherReceipt({ requestId }: Intent, answered: SignOutcome, invoice: IssuedInvoice | null): boolean {
    if (answered.kind !== 'signed') return false;
    const { invoiceNumber } = answered.signature;
    if (invoiceNumber === invoice?.signature.invoiceNumber) return false;
    this.deps.log('pfr.foreign', { pfrRequest: requestId, cause: `late answer ${invoiceNumber}` });
    return true;
  }

  /**
   * A processor may answer two requests with one receipt. If the other order has recorded that receipt, it is not the
   * answer to this one.
   */
  private async unlessRecorded(answered: SignOutcome): Promise<SignOutcome> {
    if (answered.kind !== 'signed') return answered;
    const { requestedBy, signedBy, totalCounter } = answered.signature;
    const recorded = await this.deps.ledger.invoiceByNumber(requestedBy, signedBy, totalCounter);
    return recorded === undefined
      ? answered
      : { kind: 'unknown', hasAnswered: true, message: PFR_REFUSALS.unknown.message };
  }

  /** Records the answer of the processor. The caller holds the processor. Undefined when the answer was lost. */
  private async conclude(concluded: ConcludedOrder, outcome: SignOutcome): Promise<IssueOutcome | undefined> {
    const { intent, pfr, logRef, space } = concluded;
    const { ledger, log } = this.deps;
    const { requestId } = intent;
    switch (outcome.kind) {
      case 'signed':
        // Other work continued while the processor signed.
        return this.deps.salePriority.during(() => this.record(concluded, outcome.signature));
      case 'refused': {
        const cause: AbortCause = { by: 'processor', code: outcome.code };
        // If the disk fails here, the next start finds the intent open and reconciles it.
        await ledger.put({ type: 'abort', requestId, cause }, space);
        return this.refuse(await pfr.explain(outcome), logRef);
      }
      case 'unknown':
        log('invoice.unknown', { request: logRef, pfrRequest: requestId });
        // Replaces the open intent. If this write fails the ledger is broken, and no receipt is issued before it is
        // repaired.
        if (outcome.hasAnswered) await ledger.put({ type: 'intent', intent: { ...intent, hasAnswered: true } }, space);
        return undefined;
      default:
        return assertNever(outcome);
    }
  }

  private async record({ intent, logRef, space }: ConcludedOrder, signature: Signature): Promise<IssueOutcome> {
    const { reconciliation } = this.deps;
    reconciliation.beforeRecording(intent, signature);
    const { print = null } = intent;
    const recorded = await recordInvoice(this.deps, unrecordedInvoiceOf(intent, signature), { logRef, print });
    if (!recorded.ok) return { kind: 'storage', failure: recorded.error };
    await reconciliation.possibleDuplicates.recordRepeat(intent, recorded.value, space);
    reconciliation.afterRecording(intent, recorded.value);
    return { kind: 'issued', invoice: recorded.value };
  }

  /**
   * Searches for the receipt while the caller and all other orders wait, because most lost answers are found at once.
   * After `lookUpTime` ms the other orders are served.
   */
  private async lookUpNow(order: Order, intent: Intent, lookUpTime: number): Promise<IssueOutcome> {
    const { openIntents, reconciliation } = this.deps;
    const reconciled = openIntents.reconciled(intent);
    const isReconciled = await reconciliation.reconcileLost(intent, lookUpTime);
    return isReconciled ? this.found(order, await reconciled) : this.unknown(intent);
  }

  private unknown(intent: Intent): IssueOutcome {
    return outcomeUnknown(this.deps.reconciliation.timeToOutcome(intent));
  }

  /**
   * The outcome for the caller of an order that was just reconciled. A found receipt counts as issued now. Without a
   * key, it may have been given to an equal request meanwhile.
   */
  private async found(order: Order, invoice: IssuedInvoice | null): Promise<IssueOutcome> {
    if (invoice === null) return NOT_SIGNED;
    const { keys, reconciliation } = this.deps;
    const earlier = await earlierOutcome({ keys, reconciliation }, order);
    if (earlier?.kind === 'replayed') return { kind: 'issued', invoice: earlier.invoice };
    return earlier ?? outcomeUnknown(undefined);
  }

  /** The answer to an order that the processor has refused. */
  refuse(refusal: Refusal, logRef: string): IssueOutcome {
    this.deps.log('invoice.refused', { request: logRef, code: refusal.code });
    return refused(explanationOf(refusal), refusal.about);
  }
}

/** The outcome of an order that a look-up or a person has resolved while its caller still waited for the answer. */
function reconciledOutcome(invoice: IssuedInvoice | null): IssueOutcome {
  return invoice === null ? NOT_SIGNED : { kind: 'issued', invoice };
}
