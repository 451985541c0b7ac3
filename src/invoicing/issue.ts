import type { Draft, Environment, UtcMs } from '../base/fiscal.js';
import type { Log } from '../base/log.js';
import { drawRandom } from '../base/random.js';
import { never } from '../base/result.js';
import type { IssuedInvoice } from '../ledger/invoice.js';
import type { Ledger } from '../ledger/ledger.js';
import type { StorageFailure } from '../ledger/entry.js';
import type { Pfr, Signature } from '../pfr/port.js';
import type { Settings } from '../settings/settings.js';
import { buildDraft } from './draft.js';
import { refusals, type ValidationError } from './messages.js';
import { type InvoiceRequest, requestFingerprint } from './validate.js';

/** How a request to issue ends. Only with `issued` was anything new signed. */
export type IssueOutcome =
  | { readonly kind: 'issued'; readonly invoice: IssuedInvoice }
  /** The same request was answered before, under the same idempotency key. */
  | { readonly kind: 'replayed'; readonly invoice: IssuedInvoice }
  | { readonly kind: 'invalid'; readonly error: ValidationError }
  /** The processor refused, or it is certain that it was not reached: nothing was signed. */
  | { readonly kind: 'refused'; readonly message: string }
  /** Nothing was signed, because it could not have been recorded; or it was signed, and the disk then failed. */
  | { readonly kind: 'storage'; readonly failure: StorageFailure };

export interface IssuerParts {
  readonly ledger: Ledger;
  readonly settings: Settings;
  /** The processor of an environment. */
  readonly pfrOf: (environment: Environment) => Pfr;
  readonly now: () => UtcMs;
  readonly log: Log;
}

/** One request to issue on its way. */
interface Sale {
  readonly request: InvoiceRequest;
  readonly environment: Environment;
  /** Null without an idempotency key. */
  readonly fingerprint: string | null;
  /** Names the API request in the log. */
  readonly askedBy: string;
}

interface Running {
  readonly fingerprint: string;
  readonly outcome: Promise<IssueOutcome>;
}

/** Room that a record needs besides its lines, and for each line at its longest, bytes. */
const RECORD_BYTES = 16 * 1024;
const LINE_BYTES = 1500;

/**
 * The one way of a sale: idempotency, validation, room, signing, recording. A receipt is answered only when it is
 * durable, and a repeated key never makes a second one.
 */
export class Issuer {
  /** Requests with a key that are being worked on; a second one with the key waits for the first. */
  private readonly running = new Map<string, Running>();

  constructor(private readonly parts: IssuerParts) {}

  /**
   * Issues what was asked for, or tells which earlier request has. Keys are told apart by environment. `askedBy` names
   * the API request in the log.
   */
  async issue(request: InvoiceRequest, askedBy: string): Promise<IssueOutcome> {
    // Taken once: a switch of environment meanwhile does not move a receipt that is under way.
    const { environment } = this.parts.settings.now;
    if (request.clientRequestId === null) return this.sell({ request, environment, fingerprint: null, askedBy });
    const key = `${environment} ${request.clientRequestId}`;
    const fingerprint = requestFingerprint(request);
    const first = this.running.get(key);
    if (first !== undefined) return repeatOf(first, fingerprint);
    const sale = { request, environment, fingerprint, askedBy };
    const outcome = this.issueOnce(sale).finally(() => this.running.delete(key));
    this.running.set(key, { fingerprint, outcome });
    return outcome;
  }

  private async issueOnce(sale: Sale): Promise<IssueOutcome> {
    const { request, environment, fingerprint } = sale;
    const stored = await this.parts.ledger.invoiceByRequest(environment, request.clientRequestId ?? '');
    if (stored === undefined) return this.sell(sale);
    return stored.fingerprint === fingerprint
      ? { kind: 'replayed', invoice: stored }
      : { kind: 'invalid', error: refusals.keyUsedForOther() };
  }

  private async sell(sale: Sale): Promise<IssueOutcome> {
    const pfr = this.parts.pfrOf(sale.environment);
    const { simplifiedCash } = this.parts.settings.now;
    const draft = buildDraft(sale.request, { taxLabels: pfr.taxLabels(), simplifiedCash });
    if (!draft.ok) return { kind: 'invalid', error: draft.error };
    const reserved = await this.parts.ledger.reserve(RECORD_BYTES + draft.value.lines.length * LINE_BYTES);
    if (!reserved.ok) return { kind: 'storage', failure: reserved.error };
    try {
      return await this.signAndRecord(sale, pfr, draft.value);
    } finally {
      reserved.value.release();
    }
  }

  private async signAndRecord(sale: Sale, pfr: Pfr, draft: Draft): Promise<IssueOutcome> {
    const { settings, log } = this.parts;
    const requestId = drawRandom(16).toString('hex');
    const outcome = await pfr.sign({ requestId, draft, esirNumber: settings.esirNumber });
    switch (outcome.kind) {
      case 'signed':
        return this.record(sale, pfr, draft, outcome.signature);
      case 'refused':
      case 'unknown':
        log('invoice.refused', { request: sale.askedBy, code: outcome.kind === 'refused' ? outcome.code : null });
        return { kind: 'refused', message: outcome.message };
      default:
        return never(outcome);
    }
  }

  private async record(sale: Sale, pfr: Pfr, draft: Draft, signature: Signature): Promise<IssueOutcome> {
    const { ledger, now, log } = this.parts;
    const createdAt = now();
    const invoice: IssuedInvoice = {
      uuid: ledger.newUuid(createdAt),
      environment: pfr.environment,
      mode: pfr.mode,
      draft,
      signature,
      clientRequestId: sale.request.clientRequestId,
      fingerprint: sale.fingerprint,
      createdAt,
    };
    const recorded = await ledger.issue(invoice);
    if (!recorded.ok) return { kind: 'storage', failure: recorded.error };
    const { uuid, environment } = invoice;
    log('invoice.issued', { request: sale.askedBy, uuid, number: signature.invoiceNumber, environment });
    return { kind: 'issued', invoice };
  }
}

async function repeatOf(first: Running, fingerprint: string): Promise<IssueOutcome> {
  if (first.fingerprint !== fingerprint) return { kind: 'invalid', error: refusals.keyUsedForOther() };
  const outcome = await first.outcome;
  return outcome.kind === 'issued' ? { kind: 'replayed', invoice: outcome.invoice } : outcome;
}
