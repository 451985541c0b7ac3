import { ok, type Result, type Warning } from '../../../base/index.js';
import { type Draft, type Environment, PFR_TRAITS } from '../../../contract/index.js';
import type { Ledger } from '../../../platform/ledger/index.js';
import { explanationOf, isRemote, type Pfr, PFR_REFUSALS } from '../../../processors/pfr/index.js';
import type { Prepared } from '../draft/prepared.js';
import type { ValidationError } from '../draft/refusals/sentence.js';
import type { ContentGuard } from '../findings/contentGuard.js';
import type { OpenIntents } from '../reconciliation/openIntents.js';
import type { Reconciliation } from '../reconciliation/reconciliation.js';
import type { CorporateCardSales, RefundGuard } from '../refunds/refundGuard.js';
import { answerTo, earlierOutcome } from './earlierOutcome.js';
import type { KeyStatus, KeyStatuses } from './keyStatus.js';
import { type IssueOutcome, type Order, refused, type Refused } from './order.js';
import type { RequestKey } from './requestKey.js';

interface PreSigningChecksDeps {
  readonly ledger: Ledger;
  /** The processor of an environment. */
  readonly pfrOf: (environment: Environment) => Pfr;
  readonly keys: KeyStatuses;
  readonly openIntents: OpenIntents;
  readonly reconciliation: Reconciliation;
  readonly refundGuard: RefundGuard;
  readonly contentGuard: ContentGuard;
}

/**
 * Why an order is not signed now, in the order in which the issuer asks. An order may already have an outcome, its
 * processor may be unreachable, its receipt may depend on an order whose outcome is unknown, and its content or its
 * refund may be forbidden. None of the checks signs or records a receipt for the order.
 */
export class PreSigningChecks {
  constructor(private readonly deps: PreSigningChecksDeps) {}

  /**
   * The answer that follows from the key alone: its receipt, that its record is lost, or, at the demo processor, that a
   * real one may have signed. Undefined when the order may proceed. At a remote processor, an open intent of the key is
   * reconciled later, while the order holds the processor. The caller holds the key. `pfr`: the processor as it is
   * set when it is called.
   */
  async outcomeByKey({ environment, key }: Order, pfr: () => Pfr): Promise<IssueOutcome | undefined> {
    if (key === null) return undefined;
    const { keys, ledger } = this.deps;
    const status = await keys.forHolder(environment, key);
    if (hasReceipt(status)) return answerTo(status);
    // The key's receipt was lost with a damaged part of the ledger. Refuse, since a second one must not be issued
    // unnoticed.
    if (status.state === 'free' && ledger.main.boxEvents.hasLostKey(environment, key.id))
      return { kind: 'storage', failure: 'damaged' };
    // A real processor was set when the key was used, and may have signed for it.
    return status.state === 'free' || isRemote(pfr()) ? undefined : refused(PFR_REFUSALS.unknown);
  }

  /** The outcome of an order that the processor was already asked to sign; undefined when it was not asked. */
  earlierOutcome(order: Order): Promise<IssueOutcome | undefined> {
    return earlierOutcome(this.deps, order);
  }

  /** Why an order that may be queued is not issued now: its processor was last seen unreachable. */
  async whyUnreachable(order: Order, pfr: Pfr): Promise<IssueOutcome | undefined> {
    if (order.isQueueable !== true || !isOutOfReach(pfr)) return undefined;
    return (await this.earlierOutcome(order)) ?? refused(PFR_REFUSALS.outOfReach, 'unreachable');
  }

  /**
   * The sales by corporate card that a refund is compared with, read before the processor is free. Undefined while a
   * refund may have been signed without being in the ledger: it may void another, and is found only when the processor
   * is taken.
   */
  async readCorporateCardSalesAhead(environment: Environment, draft: Draft): Promise<CorporateCardSales | undefined> {
    const open = this.deps.openIntents.of(environment);
    if (open.some((intent) => intent.draft.transactionType === 'Refund')) return undefined;
    return this.deps.refundGuard.readCorporateCardSales(environment, draft);
  }

  /**
   * True when the receipt would repeat a refund or a closing that an order with an unknown outcome may have done, or
   * would refer to that order.
   */
  dependsOnUnknown({ environment }: Order, { draft }: Prepared): boolean {
    const { referentNumber, invoiceType, transactionType } = draft;
    if (referentNumber === null) return false;
    return this.deps.openIntents.unresolved(environment).some(({ intent: { draft: other }, number }) => {
      const isSameKind = other.invoiceType === invoiceType && other.transactionType === transactionType;
      const isRepeated = other.referentNumber === referentNumber && isSameKind && invoiceType !== 'Copy';
      return isRepeated || number === referentNumber;
    });
  }

  /**
   * Warnings about the content of the receipt and about earlier refunds; the error is why it is refused.
   * `corporateCardSales`: what {@link readCorporateCardSalesAhead} has read. The caller holds the reference lock if the
   * order needs it.
   */
  async checkContent(
    { environment, closesAdvance, isOfPage = false, wasAccepted, requestFindings }: Order,
    { draft }: Prepared,
    {
      logRef,
      corporateCardSales,
    }: { readonly logRef: string; readonly corporateCardSales: CorporateCardSales | undefined },
  ): Promise<Result<readonly Warning[], ValidationError>> {
    if (closesAdvance === true) return ok([]);
    const { contentGuard, refundGuard } = this.deps;
    const isStrict = wasAccepted !== true && contentGuard.isStrict(isOfPage);
    const content = await contentGuard.check(environment, draft, isStrict, requestFindings?.(draft));
    if (!content.ok) return content;
    const refund = await refundGuard.check(environment, draft, {
      logRef,
      isStrict,
      ...(corporateCardSales && { corporateCardSales }),
    });
    return refund.ok ? ok([...refund.value, ...content.value]) : refund;
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
      if (!(await reconciliation.reconcile(intent))) return refused(PFR_REFUSALS.earlierUnknown);
    }
    const pfr = pfrOf(environment);
    if (!PFR_TRAITS[pfr.mode].hasOwnRates || pfr.taxLabels().length > 0) return undefined;
    const ready = await pfr.ready();
    return ready.kind === 'refused' ? refused(explanationOf(ready)) : undefined;
  }
}

/** True when a receipt was issued under the key. */
function hasReceipt(status: KeyStatus): boolean {
  return status.state === 'issued' || (status.state === 'used for other content' && status.usedBy === 'receipt');
}

/** True when a finding of the last known state says that the processor is out of reach. */
function isOutOfReach(pfr: Pfr): boolean {
  return pfr.status().findings.some((finding) => finding.isOutOfReach === true);
}
