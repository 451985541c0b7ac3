import { assertNever, ok, type Warning } from '../../../base/index.js';
import type { Environment } from '../../../contract/index.js';
import type { IssuedInvoice, Reservation } from '../../../platform/ledger/index.js';
import type { Pfr } from '../../../processors/pfr/index.js';
import { type ClosingDocument, inDocument, type ValidationError } from '../draft/refusals/sentence.js';
import { validationErrors } from '../draft/refusals/validationErrors.js';
import { findByNumber } from '../draft/pfrNumber.js';
import { paymentFindings } from '../findings/contentFindings.js';
import type { ContentGuard } from '../findings/contentGuard.js';
import type { Issuer } from '../issue/issuer.js';
import type { KeyStatuses } from '../issue/keyStatus.js';
import type { SaleLocks } from '../issue/locks.js';
import {
  type Caller,
  BUSY,
  type IssueOutcome,
  type NotIssued,
  type Order,
  refused,
  type Warned,
  warned,
} from '../issue/order.js';
import type { PreSigningChecks } from '../issue/preSigningChecks.js';
import { keyOf, type RequestKey } from '../issue/requestKey.js';
import type { ReplayWarnings } from '../issue/replayWarnings.js';
import type { Books } from '../refunds/referring.js';
import { finalOf } from './chain.js';
import {
  type Closing,
  closedOtherwise,
  defaultPaymentFindings,
  prepareAdvanceRefund,
  prepareFinal,
} from './closingDrafts.js';
import type { ClosingRequest, EarlierClosingRequest } from './closingRequest.js';
import { earlierSubject, numberOf, ownSubject, REFUND_KEY, type Subject } from './closingSubject.js';

/**
 * Outcome of closing an advance. `isNew`: the final receipt was issued by this request, not earlier. `advance`: null
 * when all advances are from before fiscalization.
 */
export type CloseOutcome<A = IssuedInvoice> = Closed<A> | NotIssued;

interface Closed<A> extends Warned {
  readonly kind: 'closed';
  readonly isNew: boolean;
  readonly advance: A;
  readonly refund: IssuedInvoice;
  readonly final: IssuedInvoice;
}

interface CloseRequest {
  readonly request: ClosingRequest;
  readonly environment: Environment;
  readonly logRef: string;
  readonly by: Caller;
}

interface KeyedRequest extends CloseRequest {
  readonly key: RequestKey | null;
}

interface CloseAdvanceDeps extends Books {
  readonly pfrOf: (environment: Environment) => Pfr;
  readonly keys: KeyStatuses;
  readonly locks: SaleLocks;
  readonly checks: PreSigningChecks;
  readonly issuer: Issuer;
  readonly contentGuard: ContentGuard;
  readonly replayWarnings: ReplayWarnings;
}

/**
 * Closes advances with one refund and one final receipt, however often closing is requested. The receipts name each
 * other and so show what is already done. A repeat after a power cut therefore continues where the first request
 * stopped. The four locks are taken once, for both documents.
 */
export class CloseAdvance {
  constructor(private readonly deps: CloseAdvanceDeps) {}

  /** Closes the chain that ends with this advance. */
  async close(advance: IssuedInvoice, input: CloseRequest): Promise<CloseOutcome> {
    const outcome = await this.closeSubject(ownSubject(this.deps, advance, input), input);
    if (outcome.kind !== 'closed') return outcome;
    // v1 sets the payment of the advance to the new total, so this is never refused.
    const set = defaultPaymentFindings(input.request, outcome.refund.draft, outcome.final.draft);
    return warned(outcome, [
      ...(outcome.warnings ?? []),
      ...set.map(({ rule, message, messageEn }) => ({ rule, message, messageEn })),
      ...(input.request.isTenderedIgnored === true ? [TENDERED_IGNORED] : []),
    ]);
  }

  /** Closes advances that this box did not issue. Only the key identifies a repeat, so a key is needed. */
  async closeEarlier(
    request: EarlierClosingRequest,
    input: Omit<CloseRequest, 'request'>,
    sellerTin: string,
  ): Promise<CloseOutcome<null>> {
    if (request.clientRequestId === null) return invalid(validationErrors.earlierNeedsKey());
    return this.closeSubject(earlierSubject(this.deps.keys, request, input.environment, sellerTin), {
      ...input,
      request,
    });
  }

  private async closeSubject<A>(subject: Subject<A>, input: CloseRequest): Promise<CloseOutcome<A>> {
    const { request, environment } = input;
    const key = keyOf(request.clientRequestId, subject.fingerprint);
    const { locks } = this.deps;
    const work = async (): Promise<CloseOutcome<A>> => {
      const done = await locks.withReferenceLock(environment, () => this.closeHoldingLock(subject, { ...input, key }));
      return done.ok ? done.value : BUSY;
    };
    if (key === null) return work();
    const keyed = await locks.withKey(environment, key, work);
    if (keyed === 'taken') return invalid(validationErrors.keyUsedForOther());
    const { isRepeat, outcome } = keyed;
    if (outcome.kind !== 'closed' || (outcome.isNew && !isRepeat)) return outcome;
    const { by, logRef } = input;
    const { replayWarnings, contentGuard } = this.deps;
    // Warnings of a first request that this one waited for are determined again below.
    const own = outcome.isNew ? [] : (outcome.warnings ?? []);
    const warnings = replayWarnings.aboutCaller({ key, apiKey: by.id }, outcome.final, logRef);
    return warned({ ...outcome, isNew: false }, [
      ...own,
      ...warnings,
      ...(await contentGuard.warningsOf(outcome.final, paymentFindings(request.payments, outcome.final.draft.total))),
    ]);
  }

  private async closeHoldingLock<A>(subject: Subject<A>, input: KeyedRequest): Promise<CloseOutcome<A>> {
    const refusal = subject.refusal();
    if (refusal !== undefined) return invalid(refusal);
    const { locks, pfrOf } = this.deps;
    const done = await locks.withProcessor(pfrOf(input.environment), () => this.closeAtProcessor(subject, input));
    return done.ok ? done.value : BUSY;
  }

  private async closeAtProcessor<A>(subject: Subject<A>, input: KeyedRequest): Promise<CloseOutcome<A>> {
    const { request, environment, key } = input;
    const { ledger, keys, checks } = this.deps;
    // Reconcile first: a receipt requested under this key, or a refund whose answer was lost, may have been signed.
    const unready = await checks.whyNotReady(environment, await subject.numbers(), key);
    if (key !== null) {
      const status = await keys.forHolder(environment, key);
      const isUsed = status.state === 'used for other content' && status.usedBy === 'receipt';
      if (isUsed) return invalid(validationErrors.keyUsedForOther());
      // A repeat has the answer of the first request, whatever happened to the advance and the settings since.
      const own = status.state === 'issued' ? status.invoice : undefined;
      const returned = own && (await findByNumber(ledger, own.draft.referentNumber ?? ''));
      if (own !== undefined && returned !== undefined) {
        return { kind: 'closed', isNew: false, advance: subject.advance, refund: returned, final: own };
      }
    }
    const state = await subject.state(key);
    const refund = state.ok ? state.value.refund : undefined;
    const final = refund && (await finalOf(ledger, refund));
    if (refund !== undefined && final !== undefined) return this.closedBefore(subject, input, refund, final);
    if (unready !== undefined) return naming(refund === undefined ? 'refund' : 'final', unready, refund);
    if (!state.ok) return invalid(state.error);
    if (request.part === true && key === null) return naming('final', invalid(validationErrors.partNeedsKey()));
    return this.issueBoth(subject, input, state.value.closing, refund);
  }

  /** The answer when both documents exist: a warning or a refusal when they are for another delivery. */
  private closedBefore<A>(
    { advance, number }: Subject<A>,
    { request, environment, by }: KeyedRequest,
    refund: IssuedInvoice,
    final: IssuedInvoice,
  ): CloseOutcome<A> {
    const { issuer, contentGuard } = this.deps;
    const closed: Closed<A> = { kind: 'closed', isNew: false, advance, refund, final };
    const other = closedOtherwise(number, final, request, issuer.rules(environment));
    if (other === undefined) return closed;
    if (contentGuard.isStrict(by.isPage)) return invalid(other);
    const { rule, message, messageEn } = other;
    return warned(closed, [{ rule, message, messageEn }]);
  }

  /**
   * The refund cannot be undone. The final receipt is therefore validated, and disk space is reserved for both, before
   * it is issued.
   */
  private async issueBoth<A>(
    subject: Subject<A>,
    input: KeyedRequest,
    closing: Closing,
    found: IssuedInvoice | undefined,
  ): Promise<CloseOutcome<A>> {
    const { issuer, locks } = this.deps;
    const rules = issuer.rules(input.environment);
    const refunding = found === undefined ? prepareAdvanceRefund(closing, rules) : ok(found);
    if (!refunding.ok) return naming('refund', invalid(refunding.error));
    const preview = prepareFinal(closing, refunding.value.draft, rules);
    if (!preview.ok) return naming('final', invalid(preview.error), found);
    const { contentGuard } = this.deps;
    const isStrict = contentGuard.isStrict(input.by.isPage);
    const payments = paymentFindings(closing.request.payments, preview.value.draft.total);
    const checked = await contentGuard.check(input.environment, preview.value.draft, isStrict, payments);
    if (!checked.ok) return naming('final', invalid(checked.error), found);
    const receipts = 'signature' in refunding.value ? [preview.value] : [refunding.value, preview.value];
    const space = await locks.reserveSpace(input.environment, ...receipts);
    if (!space.ok) return { kind: 'storage', failure: space.error, ...(found && { refund: numberOf(found) }) };
    try {
      const refund = found ?? (await this.issueRefund(subject, input, closing, space.value));
      return 'kind' in refund ? refund : await this.issueFinal(subject, input, closing, refund, space.value);
    } finally {
      space.value.release();
    }
  }

  private async issueRefund(
    { refundFingerprint: fingerprint }: Subject<unknown>,
    { key, environment, logRef, by }: KeyedRequest,
    closing: Closing,
    space: Reservation,
  ): Promise<IssuedInvoice | NotIssued> {
    const order: Order = {
      environment,
      needsReferenceLock: false,
      key: keyOf(key && `${key.id}${REFUND_KEY}`, fingerprint),
      apiKey: by.id,
      fingerprint,
      space,
      closesAdvance: true,
      // The refund is not given to the buyer (Technical Instruction, §9.1).
      print: false,
      prepare: (rules) => prepareAdvanceRefund(closing, rules),
    };
    const outcome = await this.deps.issuer.issue(order, logRef);
    if (isIssued(outcome)) return outcome.invoice;
    const isTaken =
      outcome.kind === 'invalid' && outcome.error.rule === 'request.idempotency-key-used' && order.key !== null;
    return isTaken ? invalid(validationErrors.refundKeyUsed(order.key.id)) : naming('refund', outcome);
  }

  private async issueFinal<A>(
    { advance, fingerprint }: Subject<A>,
    { key, environment, logRef, by }: KeyedRequest,
    closing: Closing,
    refund: IssuedInvoice,
    space: Reservation,
  ): Promise<CloseOutcome<A>> {
    const prepare: Order['prepare'] = (rules) => prepareFinal(closing, refund.draft, rules, refund);
    const { print } = closing.request;
    const caller = { apiKey: by.id, isOfPage: by.isPage };
    const order: Order = {
      environment,
      needsReferenceLock: false,
      key,
      ...caller,
      fingerprint,
      space,
      print,
      requestFindings: ({ total }) => paymentFindings(closing.request.payments, total),
      prepare,
    };
    const outcome = await this.deps.issuer.issueHoldingReferenceLock(order, logRef);
    if (!isIssued(outcome)) return naming('final', outcome, refund);
    const { kind, invoice: final, warnings = [] } = outcome;
    return warned<Closed<A>>({ kind: 'closed', isNew: kind === 'issued', advance, refund, final }, warnings);
  }
}

const TENDERED_IGNORED: Warning = {
  rule: 'invoice.closing-members',
  message: 'Поље „tendered” се не узима у обзир без поља „restPayments”: кусур се рачуна од остатка после аванса.',
  messageEn:
    'The field "tendered" is ignored without "restPayments": the change is counted from the rest after the advance.',
};

function isIssued(outcome: IssueOutcome): outcome is Exclude<IssueOutcome, NotIssued> {
  return outcome.kind === 'issued' || outcome.kind === 'replayed';
}

function invalid(error: ValidationError): NotIssued {
  return { kind: 'invalid', error };
}

/** Adds which of the two documents was not issued, and which one was. */
function naming(document: ClosingDocument, outcome: NotIssued, refund?: IssuedInvoice): NotIssued {
  const number = refund && numberOf(refund);
  switch (outcome.kind) {
    case 'invalid':
      return invalid(inDocument(document, outcome.error, number));
    case 'refused':
      return refused(inDocument(document, outcome, number));
    case 'storage':
      return { ...outcome, ...(number !== undefined && { refund: number }) };
    default:
      return assertNever(outcome);
  }
}
