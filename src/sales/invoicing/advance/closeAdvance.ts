import { assertNever, type Environment, failed, ok, type Result } from '../../../base/index.js';
import type { IssuedInvoice, Ledger, Reservation } from '../../../platform/ledger/index.js';
import type { Pfr } from '../../../processors/pfr/index.js';
import { isAdvanceSale, kindInWords } from '../draft/kind.js';
import { type ClosingDocument, inDocument } from '../draft/refusals/closing.js';
import { refusals } from '../draft/refusals/refusals.js';
import type { ValidationError } from '../draft/refusals/sentence.js';
import { environmentMismatch } from '../draft/prepared.js';
import type { InvoiceRequest } from '../draft/validate.js';
import type { ContentGuard } from '../findings/contentGuard.js';
import type { Issuer } from '../issue/issuer.js';
import type { KeyStatuses } from '../issue/keyStatus.js';
import type { SaleLocks } from '../issue/locks.js';
import {
  type Asker,
  BUSY,
  type IssueOutcome,
  type NotIssued,
  type Order,
  refused,
  type Warned,
  warned,
} from '../issue/order.js';
import { keyOf, operationFingerprint, type RequestKey } from '../issue/requestKey.js';
import type { ReplayWarnings } from '../issue/replayWarnings.js';
import { type AdvanceChain, finalOf, readChain, refundsOf, unreturnedAfter } from './chain.js';
import { type Closing, prepareAdvanceRefund, prepareFinal } from './closingDrafts.js';

/** Outcome of closing an advance. `isNew`: the final receipt was issued by this request, not earlier. */
export type CloseOutcome = Closed | NotIssued;

interface Closed extends Warned {
  readonly kind: 'closed';
  readonly isNew: boolean;
  readonly advance: IssuedInvoice;
  readonly refund: IssuedInvoice;
  readonly final: IssuedInvoice;
}

interface CloseRequest {
  readonly advance: IssuedInvoice;
  readonly request: InvoiceRequest;
  readonly environment: Environment;
  readonly logRef: string;
  readonly by: Asker;
}

interface KeyedRequest extends CloseRequest {
  readonly key: RequestKey | null;
}

/** Suffix that turns the idempotency key of the final receipt into the key of the refund. */
const REFUND_KEY = ':ar';

interface CloseAdvanceParts {
  readonly ledger: Ledger;
  readonly pfrOf: (environment: Environment) => Pfr;
  readonly keys: KeyStatuses;
  readonly locks: SaleLocks;
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
  constructor(private readonly parts: CloseAdvanceParts) {}

  async close(asked: CloseRequest): Promise<CloseOutcome> {
    const { request, environment } = asked;
    const key = keyOf(request.clientRequestId, () => fingerprintOf(asked));
    const { locks } = this.parts;
    const work = async (): Promise<CloseOutcome> => {
      const done = await locks.withTurn(environment, () => this.closeInTurn(asked, key));
      return done.ok ? done.value : BUSY;
    };
    if (key === null) return work();
    const keyed = await locks.withKey(environment, key, work);
    if (keyed === 'taken') return invalid(refusals.keyUsedForOther());
    const { isRepeat, outcome } = keyed;
    if (outcome.kind !== 'closed' || (outcome.isNew && !isRepeat)) return outcome;
    const { by, logRef } = asked;
    const { replayWarnings, contentGuard } = this.parts;
    const warnings = replayWarnings.aboutCaller({ key, apiKey: by.id }, outcome.final, logRef);
    return warned({ ...outcome, isNew: false }, [...warnings, ...(await contentGuard.warningsOf(outcome.final))]);
  }

  private async closeInTurn(asked: CloseRequest, key: RequestKey | null): Promise<CloseOutcome> {
    const { advance, environment } = asked;
    const mismatch = environmentMismatch(advance, environment);
    if (mismatch !== undefined) return invalid(mismatch);
    if (!isAdvanceSale(advance.draft)) return invalid(refusals.closeIneligible(kindInWords(advance.draft)));
    const { locks, pfrOf } = this.parts;
    const done = await locks.withProcessor(pfrOf(environment), () => this.closeAtProcessor({ ...asked, key }));
    return done.ok ? done.value : BUSY;
  }

  private async closeAtProcessor(asked: KeyedRequest): Promise<CloseOutcome> {
    const { advance, request, environment, key } = asked;
    const { ledger, keys, issuer } = this.parts;
    // Reconcile first: a receipt requested under this key, or a refund whose answer was lost, may have been signed.
    const unready = await issuer.whyNotReady(environment, await this.numbersAbout(advance), key);
    if (key !== null) {
      const status = await keys.forHolder(environment, key);
      const isUsed = status.state === 'used for other content' && status.usedBy === 'receipt';
      if (isUsed) return invalid(refusals.keyUsedForOther());
    }
    const refunds = await refundsOf(ledger, advance);
    for (const refund of refunds) {
      const final = await finalOf(ledger, refund);
      if (final !== undefined) return { kind: 'closed', isNew: false, advance, refund, final };
    }
    if (unready !== undefined) return naming(refunds.length === 0 ? 'refund' : 'final', unready, refunds[0]);
    const state = await this.stateOf(advance, refunds);
    if (!state.ok) return invalid(state.error);
    const { chain, refund } = state.value;
    return this.issueBoth(asked, { last: advance, chain, request }, refund);
  }

  /** PFR numbers of the advance, of those before it, and of the refunds that return it. */
  private async numbersAbout(advance: IssuedInvoice): Promise<ReadonlySet<string>> {
    const chain = await readChain(this.parts.ledger, advance);
    const advances = chain.ok ? chain.value.advances : [advance];
    return new Set([...advances, ...(await refundsOf(this.parts.ledger, advance))].map(numberOf));
  }

  /** What is to be returned, and the refund that has already returned it, if there is one. */
  private async stateOf(
    advance: IssuedInvoice,
    refunds: readonly IssuedInvoice[],
  ): Promise<Result<{ readonly chain: AdvanceChain; readonly refund: IssuedInvoice | undefined }, ValidationError>> {
    const { ledger } = this.parts;
    const chain = await readChain(ledger, advance);
    if (!chain.ok) return chain;
    const refund = refunds.find(({ draft }) => draft.total === chain.value.total);
    if (refund !== undefined) return ok({ chain: chain.value, refund });
    const number = numberOf(advance);
    const earlier = chain.value.advances.at(-2)?.signature.invoiceNumber;
    if (earlier !== undefined && refunds.some(({ draft }) => draft.total === advance.draft.total)) {
      return failed(refusals.advanceReturnedAlone(number, earlier));
    }
    if (refunds.length > 0) return failed(refusals.advancePartlyRefunded(number));
    const [next] = await unreturnedAfter(ledger, advance);
    if (next !== undefined) return failed(refusals.advanceNotLast(next.signature.invoiceNumber));
    return ok({ chain: chain.value, refund: undefined });
  }

  /**
   * The refund cannot be undone. The final receipt is therefore validated, and disk space is reserved for both, before
   * it is issued.
   */
  private async issueBoth(
    asked: KeyedRequest,
    closing: Closing,
    found: IssuedInvoice | undefined,
  ): Promise<CloseOutcome> {
    const { issuer, locks } = this.parts;
    const rules = issuer.rules(asked.environment);
    const preview = prepareFinal(closing, undefined, rules);
    if (!preview.ok) return naming('final', invalid(preview.error));
    const { contentGuard } = this.parts;
    const isStrict = contentGuard.isStrict(asked.by.isPage);
    const judged = await contentGuard.judge(asked.environment, preview.value.draft, isStrict);
    if (!judged.ok) return naming('final', invalid(judged.error));
    const refunding = found === undefined ? prepareAdvanceRefund(closing, rules) : undefined;
    if (refunding?.ok === false) return naming('refund', invalid(refunding.error));
    const receipts = refunding === undefined ? [preview.value] : [refunding.value, preview.value];
    const room = await locks.reserveRoom(asked.environment, ...receipts);
    if (!room.ok) return { kind: 'storage', failure: room.error, ...(found && { refund: numberOf(found) }) };
    try {
      const refund = found ?? (await this.issueRefund(asked, closing, room.value));
      return 'kind' in refund ? refund : await this.issueFinal(asked, closing, refund, room.value);
    } finally {
      room.value.release();
    }
  }

  private async issueRefund(
    { advance, key, environment, logRef, by }: KeyedRequest,
    closing: Closing,
    room: Reservation,
  ): Promise<IssuedInvoice | NotIssued> {
    const { uuid } = advance;
    const fingerprint = (): string => operationFingerprint({ operation: 'advance-refund', uuid, request: {} });
    const order: Order = {
      environment,
      takesTurn: false,
      key: keyOf(key && `${key.id}${REFUND_KEY}`, fingerprint),
      apiKey: by.id,
      fingerprint,
      room,
      closesAdvance: true,
      // The refund is not given to the buyer (Technical Instruction, §9.1).
      print: false,
      prepare: (rules) => prepareAdvanceRefund(closing, rules),
    };
    const outcome = await this.parts.issuer.issue(order, logRef);
    if (isIssued(outcome)) return outcome.invoice;
    const isTaken =
      outcome.kind === 'invalid' && outcome.error.rule === 'request.idempotency-key-used' && order.key !== null;
    return isTaken ? invalid(refusals.refundKeyUsed(order.key.id)) : naming('refund', outcome);
  }

  private async issueFinal(
    { advance, key, environment, logRef, by }: KeyedRequest,
    closing: Closing,
    refund: IssuedInvoice,
    room: Reservation,
  ): Promise<CloseOutcome> {
    const prepare: Order['prepare'] = (rules) => prepareFinal(closing, refund, rules);
    const fingerprint = (): string => fingerprintOf({ advance, request: closing.request });
    const { print } = closing.request;
    const asker = { apiKey: by.id, isOfPage: by.isPage };
    const order: Order = { environment, takesTurn: false, key, ...asker, fingerprint, room, print, prepare };
    const outcome = await this.parts.issuer.issueHoldingTurn(order, logRef);
    if (!isIssued(outcome)) return naming('final', outcome, refund);
    const { kind, invoice: final, warnings = [] } = outcome;
    return warned<Closed>({ kind: 'closed', isNew: kind === 'issued', advance, refund, final }, warnings);
  }
}

function fingerprintOf({ advance, request }: Pick<CloseRequest, 'advance' | 'request'>): string {
  return operationFingerprint({ operation: 'close-advance', uuid: advance.uuid, request });
}

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

function numberOf({ signature }: IssuedInvoice): string {
  return signature.invoiceNumber;
}
