import type { Environment } from '../base/fiscal.js';
import { failed, ok, type Result } from '../base/result.js';
import type { IssuedInvoice } from '../ledger/invoice.js';
import type { QueuedOrder } from '../ledger/queued.js';
import { AdvanceCloser, type CloseOutcome } from './closer.js';
import { type CopyRequest, prepareCopy } from './copy.js';
import { buildDraft, type Rules } from './draft.js';
import { type Asked, keyOf, operationFingerprint, requestFingerprint } from './fingerprint.js';
import { Issuer, type IssuerParts } from './issue.js';
import { refusals, type ValidationError } from './messages.js';
import { elsewhere, type IssueOutcome, type Order, type Prepared, type SaleOutcome } from './order.js';
import { findByNumber } from './number.js';
import { OfflineQueue } from './queue.js';
import { prepareRefund, type RefundRequest } from './refund.js';
import { Settling } from './settling.js';
import { UnderWay } from './underWay.js';
import type { InvoiceRequest } from './validate.js';

/** There is no receipt with this uuid. */
export interface Absent {
  readonly kind: 'absent';
}

export type TillParts = Omit<IssuerParts, 'settling'>;

/** All that makes receipts. `askedBy` names the API request in the log. */
export class Till {
  /** Receipts whose end is not known. */
  readonly settling: Settling;
  /** Requests that are being worked on. */
  readonly underWay: UnderWay;
  /** Sales that wait for their processor. */
  readonly queue: OfflineQueue;
  private readonly issuer: Issuer;
  private readonly closer: AdvanceCloser;

  constructor(private readonly parts: TillParts) {
    this.settling = new Settling(parts);
    this.underWay = new UnderWay(parts.clock.monotonic);
    this.issuer = new Issuer({ ...parts, settling: this.settling });
    this.closer = new AdvanceCloser(parts.ledger, this.issuer);
    this.queue = new OfflineQueue({
      ...parts,
      isAtWork: (environment, id) => this.issuer.isAtWork(environment, id),
      isAsked: ({ environment, clientRequestId }) => this.settling.holds(environment, clientRequestId),
      issue: (order) => this.issueQueued(order),
    });
  }

  /** The request is validated again by what holds today, and signed under the key that the queue has kept for it. */
  private issueQueued({ environment, request }: QueuedOrder): Promise<IssueOutcome> {
    const { printReceipts = true } = this.parts.settings.now.offlineQueue;
    const order = saleOf(environment, request as InvoiceRequest);
    const printed = { ...order, print: printReceipts ? order.print : false };
    return this.underWay.during(() => this.issuer.issueUnderKey(printed, 'queue'));
  }

  /** Issues what `POST /invoices` asks for. */
  sell(request: InvoiceRequest, askedBy: string): Promise<SaleOutcome> {
    return this.underWay.during(() => this.sellNow(request, askedBy));
  }

  private async sellNow(request: InvoiceRequest, askedBy: string): Promise<SaleOutcome> {
    const { environment } = this;
    const { referentDocumentNumber: referent } = request;
    const original = referent === null ? undefined : await findByNumber(this.parts.ledger, referent);
    const stranger = original && elsewhere(original, environment);
    if (stranger !== undefined) return { kind: 'invalid', error: stranger };
    const order = saleOf(environment, request);
    const { key } = order;
    if (key === null) {
      return request.whenOffline === null
        ? this.issuer.issue(order, askedBy)
        : { kind: 'invalid', error: refusals.queueNeedsKey() };
    }
    const removal = (): Promise<unknown> | undefined => this.queue.removal(environment, key.id);
    for (let under = removal(); under !== undefined; under = removal()) await under;
    // From here to the keeping of the key nothing is waited for: no other request can queue it in between.
    const standing = this.queue.standing(environment, key);
    if (standing !== undefined) return standing;
    if (request.whenOffline === null) return this.issuer.issue(order, askedBy);
    return this.issuer.issue({ ...order, mayWait: true }, askedBy, async (refused) => {
      const rules = this.issuer.rules(environment);
      const prepared = order.prepare(rules);
      // What cannot be checked is not promised.
      if (rules.taxLabels.length === 0) return refused;
      if (!prepared.ok) return { kind: 'invalid', error: prepared.error };
      return this.queue.add({ environment, key, request, prepared: prepared.value, refused, askedBy });
    });
  }

  /** Refunds a whole receipt. */
  refund(uuid: string, request: RefundRequest, askedBy: string): Promise<IssueOutcome | Absent> {
    const prepare = (original: IssuedInvoice, rules: Rules) => prepareRefund(original, request, rules);
    return this.underWay.during(() => this.follow({ operation: 'refund', uuid, request }, prepare, askedBy));
  }

  /** Issues a copy of a receipt. */
  copy(uuid: string, request: CopyRequest, askedBy: string): Promise<IssueOutcome | Absent> {
    return this.underWay.during(() => this.follow({ operation: 'copy', uuid, request }, prepareCopy, askedBy));
  }

  /** Returns an advance and issues the final receipt, or tells which documents did so before. */
  closeAdvance(uuid: string, request: InvoiceRequest, askedBy: string): Promise<CloseOutcome | Absent> {
    const { environment } = this;
    return this.underWay.during(async () => {
      const advance = await this.parts.ledger.invoice(uuid);
      return advance === undefined ? { kind: 'absent' } : this.closer.close({ advance, request, environment, askedBy });
    });
  }

  private get environment(): Environment {
    return this.parts.settings.now.environment;
  }

  private async follow(
    asked: Asked,
    prepare: (original: IssuedInvoice, rules: Rules) => Result<Prepared, ValidationError>,
    askedBy: string,
  ): Promise<IssueOutcome | Absent> {
    const { environment } = this;
    const { uuid, request } = asked;
    const original = await this.parts.ledger.invoice(uuid);
    if (original === undefined) return { kind: 'absent' };
    const fingerprint = (): string => operationFingerprint(asked);
    const order = {
      environment,
      takesTurn: true,
      key: keyOf(request.clientRequestId, fingerprint),
      fingerprint,
      print: request.print ?? null,
      prepare: (rules: Rules) => {
        const stranger = elsewhere(original, environment);
        return stranger === undefined ? prepare(original, rules) : failed(stranger);
      },
    };
    return this.issuer.issue(order, askedBy);
  }
}

/** What `POST /invoices` asks for, as an order. */
function saleOf(environment: Environment, request: InvoiceRequest): Order {
  const fingerprint = (): string => requestFingerprint(request);
  return {
    environment,
    takesTurn: request.referentDocumentNumber !== null,
    key: keyOf(request.clientRequestId, fingerprint),
    fingerprint,
    print: request.print,
    prepare: (rules: Rules): Result<Prepared, ValidationError> => {
      const draft = buildDraft(request, rules);
      return draft.ok ? ok({ draft: draft.value, taxLabels: rules.taxLabels }) : draft;
    },
  };
}
