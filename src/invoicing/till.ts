import type { Environment } from '../base/fiscal.js';
import { failed, ok, type Result } from '../base/result.js';
import type { IssuedInvoice } from '../ledger/invoice.js';
import { AdvanceCloser, type CloseOutcome } from './closer.js';
import { type CopyRequest, prepareCopy } from './copy.js';
import { buildDraft, type Rules } from './draft.js';
import { type Asked, keyOf, operationFingerprint, requestFingerprint } from './fingerprint.js';
import { Issuer, type IssuerParts } from './issue.js';
import type { ValidationError } from './messages.js';
import { elsewhere, type IssueOutcome, type Prepared } from './order.js';
import { findByNumber } from './number.js';
import { prepareRefund, type RefundRequest } from './refund.js';
import { Settling } from './settling.js';
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
  private readonly issuer: Issuer;
  private readonly closer: AdvanceCloser;

  constructor(private readonly parts: TillParts) {
    this.settling = new Settling(parts);
    this.issuer = new Issuer({ ...parts, settling: this.settling });
    this.closer = new AdvanceCloser(parts.ledger, this.issuer);
  }

  /** Issues what `POST /invoices` asks for. */
  async sell(request: InvoiceRequest, askedBy: string): Promise<IssueOutcome> {
    const { environment } = this;
    const { referentDocumentNumber: referent } = request;
    const original = referent === null ? undefined : await findByNumber(this.parts.ledger, referent);
    const stranger = original && elsewhere(original, environment);
    if (stranger !== undefined) return { kind: 'invalid', error: stranger };
    const fingerprint = (): string => requestFingerprint(request);
    const order = {
      environment,
      takesTurn: referent !== null,
      key: keyOf(request.clientRequestId, fingerprint),
      fingerprint,
      print: request.print,
      prepare: (rules: Rules): Result<Prepared, ValidationError> => {
        const draft = buildDraft(request, rules);
        return draft.ok ? ok({ draft: draft.value, taxLabels: rules.taxLabels }) : draft;
      },
    };
    return this.issuer.issue(order, askedBy);
  }

  /** Refunds a whole receipt. */
  refund(uuid: string, request: RefundRequest, askedBy: string): Promise<IssueOutcome | Absent> {
    const prepare = (original: IssuedInvoice, rules: Rules) => prepareRefund(original, request, rules);
    return this.follow({ operation: 'refund', uuid, request }, prepare, askedBy);
  }

  /** Issues a copy of a receipt. */
  copy(uuid: string, request: CopyRequest, askedBy: string): Promise<IssueOutcome | Absent> {
    return this.follow({ operation: 'copy', uuid, request }, prepareCopy, askedBy);
  }

  /** Returns an advance and issues the final receipt, or tells which documents did so before. */
  async closeAdvance(uuid: string, request: InvoiceRequest, askedBy: string): Promise<CloseOutcome | Absent> {
    const { environment } = this;
    const advance = await this.parts.ledger.invoice(uuid);
    return advance === undefined ? { kind: 'absent' } : this.closer.close({ advance, request, environment, askedBy });
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
