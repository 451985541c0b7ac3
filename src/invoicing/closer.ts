import type { Environment } from '../base/fiscal.js';
import { failed, never, ok, type Result } from '../base/result.js';
import type { Reservation } from '../ledger/entry.js';
import type { IssuedInvoice } from '../ledger/invoice.js';
import type { Ledger } from '../ledger/ledger.js';
import { type AdvanceChain, finalOf, standingAfter, readChain, refundsOf } from './advance.js';
import { type Closing, prepareAdvanceRefund, prepareFinal } from './close.js';
import { keyOf, operationFingerprint, type RequestKey } from './fingerprint.js';
import type { Issuer } from './issue.js';
import { isAdvanceSale, kindInWords } from './kind.js';
import { type ClosingDocument, inDocument, refusals, type ValidationError } from './messages.js';
import { elsewhere, type IssueOutcome, type NotIssued, type Order } from './order.js';
import type { InvoiceRequest } from './validate.js';

/** How closing an advance ends. `isNew`: the final receipt was issued now, not before. */
export type CloseOutcome = Closed | NotIssued;

interface Closed {
  readonly kind: 'closed';
  readonly isNew: boolean;
  readonly advance: IssuedInvoice;
  readonly refund: IssuedInvoice;
  readonly final: IssuedInvoice;
}

export interface CloseRequest {
  readonly advance: IssuedInvoice;
  readonly request: InvoiceRequest;
  readonly environment: Environment;
  readonly askedBy: string;
}

interface KeyedRequest extends CloseRequest {
  readonly key: RequestKey | null;
}

/** Behind the key of the final receipt it names the refund. */
const REFUND_KEY = ':ar';

/**
 * Closes advances: one refund, one final receipt, however often and from wherever it is asked for. What is done is found
 * by the receipts themselves, which name each other, so that a repeat after a power cut goes on where the first stopped.
 */
export class AdvanceCloser {
  constructor(
    private readonly ledger: Ledger,
    private readonly issuer: Issuer,
  ) {}

  async close(asked: CloseRequest): Promise<CloseOutcome> {
    const { request, environment } = asked;
    const key = keyOf(request.clientRequestId, () => fingerprintOf(asked));
    const work = (): Promise<CloseOutcome> => this.issuer.inTurn(environment, () => this.closeInTurn(asked, key));
    if (key === null) return work();
    const turn = await this.issuer.underKey(environment, key, work);
    if (turn === 'other') return invalid(refusals.keyUsedForOther());
    const { isRepeat, outcome } = turn;
    return isRepeat && outcome.kind === 'closed' ? { ...outcome, isNew: false } : outcome;
  }

  private async closeInTurn(asked: CloseRequest, key: RequestKey | null): Promise<CloseOutcome> {
    const { advance, environment } = asked;
    const stranger = elsewhere(advance, environment);
    if (stranger !== undefined) return invalid(stranger);
    if (!isAdvanceSale(advance.draft)) return invalid(refusals.closeIneligible(kindInWords(advance.draft)));
    return this.issuer.atProcessor(environment, () => this.closeAtProcessor({ ...asked, key }));
  }

  private async closeAtProcessor(asked: KeyedRequest): Promise<CloseOutcome> {
    const { advance, request, environment, key } = asked;
    // Looked at first: what was sent under this key, or a refund whose answer was lost, may stand already.
    const unready = await this.issuer.notReady(environment);
    if (key !== null) {
      const stored = await this.ledger.invoiceByRequest(environment, key.id);
      if (stored !== undefined && stored.fingerprint !== key.fingerprint) return invalid(refusals.keyUsedForOther());
    }
    const refunds = await refundsOf(this.ledger, advance);
    for (const refund of refunds) {
      const final = await finalOf(this.ledger, refund);
      if (final !== undefined) return { kind: 'closed', isNew: false, advance, refund, final };
    }
    if (unready !== undefined) return naming(refunds.length === 0 ? 'refund' : 'final', unready, refunds[0]);
    const state = await this.stateOf(advance, refunds);
    if (!state.ok) return invalid(state.error);
    const { chain, refund } = state.value;
    return this.issueBoth(asked, { last: advance, chain, request }, refund);
  }

  /** What is to be returned, and the refund that has returned it already. */
  private async stateOf(
    advance: IssuedInvoice,
    refunds: readonly IssuedInvoice[],
  ): Promise<Result<{ readonly chain: AdvanceChain; readonly refund: IssuedInvoice | undefined }, ValidationError>> {
    const chain = await readChain(this.ledger, advance);
    if (!chain.ok) return chain;
    const refund = refunds.find(({ draft }) => draft.total === chain.value.total);
    if (refund !== undefined) return ok({ chain: chain.value, refund });
    const number = numberOf(advance);
    const earlier = chain.value.advances.at(-2)?.signature.invoiceNumber;
    if (earlier !== undefined && refunds.some(({ draft }) => draft.total === advance.draft.total)) {
      return failed(refusals.advanceReturnedAlone(number, earlier));
    }
    if (refunds.length > 0) return failed(refusals.advancePartlyRefunded(number));
    const [next] = await standingAfter(this.ledger, advance);
    if (next !== undefined) return failed(refusals.advanceNotLast(next.signature.invoiceNumber));
    return ok({ chain: chain.value, refund: undefined });
  }

  /** The final receipt is tried out, and both have their room, before the refund is issued, which cannot be taken back. */
  private async issueBoth(
    asked: KeyedRequest,
    closing: Closing,
    found: IssuedInvoice | undefined,
  ): Promise<CloseOutcome> {
    const rules = this.issuer.rules(asked.environment);
    const trial = prepareFinal(closing, undefined, rules);
    if (!trial.ok) return naming('final', invalid(trial.error));
    const refunding = found === undefined ? prepareAdvanceRefund(closing, rules) : undefined;
    if (refunding?.ok === false) return naming('refund', invalid(refunding.error));
    const receipts = refunding === undefined ? [trial.value] : [refunding.value, trial.value];
    const room = await this.issuer.reserve(asked.environment, ...receipts);
    if (!room.ok) return { kind: 'storage', failure: room.error, ...(found && { refund: numberOf(found) }) };
    try {
      const refund = found ?? (await this.issueRefund(asked, closing, room.value));
      return 'kind' in refund ? refund : await this.issueFinal(asked, closing, refund, room.value);
    } finally {
      room.value.release();
    }
  }

  private async issueRefund(
    { advance, key, environment, askedBy }: KeyedRequest,
    closing: Closing,
    room: Reservation,
  ): Promise<IssuedInvoice | NotIssued> {
    const { uuid } = advance;
    const fingerprint = (): string => operationFingerprint({ operation: 'advance-refund', uuid, request: {} });
    const order: Order = {
      environment,
      takesTurn: false,
      key: keyOf(key && `${key.id}${REFUND_KEY}`, fingerprint),
      fingerprint,
      room,
      // Not handed to the buyer (Technical Instruction, §9.1).
      print: false,
      prepare: (rules) => prepareAdvanceRefund(closing, rules),
    };
    const outcome = await this.issuer.issue(order, askedBy);
    if (isIssued(outcome)) return outcome.invoice;
    const isTaken = outcome.kind === 'invalid' && outcome.error.field === 'clientRequestId' && order.key !== null;
    return isTaken ? invalid(refusals.refundKeyUsed(order.key.id)) : naming('refund', outcome);
  }

  private async issueFinal(
    { advance, key, environment, askedBy }: KeyedRequest,
    closing: Closing,
    refund: IssuedInvoice,
    room: Reservation,
  ): Promise<CloseOutcome> {
    const prepare: Order['prepare'] = (rules) => prepareFinal(closing, refund, rules);
    const fingerprint = (): string => fingerprintOf({ advance, request: closing.request });
    const { print } = closing.request;
    const order: Order = { environment, takesTurn: false, key, fingerprint, room, print, prepare };
    const outcome = await this.issuer.issueAlone(order, askedBy);
    if (!isIssued(outcome)) return naming('final', outcome, refund);
    return { kind: 'closed', isNew: outcome.kind === 'issued', advance, refund, final: outcome.invoice };
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

/** Says which of the two documents was not issued, and which one stands. */
function naming(document: ClosingDocument, outcome: NotIssued, refund?: IssuedInvoice): NotIssued {
  const number = refund && numberOf(refund);
  switch (outcome.kind) {
    case 'invalid': {
      const { message, field } = outcome.error;
      return invalid({ message: inDocument(document, message, number), field });
    }
    case 'refused':
      return { kind: 'refused', message: inDocument(document, outcome.message, number) };
    case 'storage':
      return { ...outcome, ...(number !== undefined && { refund: number }) };
    default:
      return never(outcome);
  }
}

function numberOf({ signature }: IssuedInvoice): string {
  return signature.invoiceNumber;
}
