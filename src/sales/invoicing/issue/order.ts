import type { Draft, Environment } from '../../../contract/index.js';
import { type Explanation, ok, type Result, type Warning } from '../../../base/index.js';
import type { IssuedInvoice, Reservation, StorageFailure } from '../../../platform/ledger/index.js';
import { type Refusal, PFR_REFUSALS } from '../../../processors/pfr/index.js';
import type { PrintOption } from '../../../paper/printing/index.js';
import { buildDraft, type Rules } from '../draft/draft.js';
import type { ValidationError } from '../draft/refusals/sentence.js';
import type { Prepared } from '../draft/prepared.js';
import { withReferentTime } from '../draft/refund.js';
import type { InvoiceRequest } from '../draft/validate.js';
import { paymentFindings } from '../findings/contentFindings.js';
import type { QueueEntry } from '../queue/queueEntry.js';
import { keyOf, type RequestKey, requestFingerprint } from './requestKey.js';

/** The client that requests a receipt. */
export interface Caller {
  /** Number of the API key or the user; null for the box itself. */
  readonly id: number | null;
  /** True for a page of the box. */
  readonly isPage: boolean;
}

export const THE_BOX: Caller = { id: null, isPage: false };

/** Something to be issued once: a sale, a refund, a copy, or one of the two documents that close an advance. */
export interface Order {
  /**
   * The environment that was active when the order arrived. A switch of environment does not move a receipt that is
   * being issued.
   */
  readonly environment: Environment;
  /**
   * True when the order needs the reference lock: it refers to a receipt, and the caller does not hold the lock yet.
   */
  readonly needsReferenceLock: boolean;
  /** Null without an idempotency key. */
  readonly key: RequestKey | null;
  /** Number of the API key of the caller; null when the box itself issues the order. */
  readonly apiKey: number | null;
  /** True for an order of a page, which may not contain what the tax authority forbids, see `ContentGuard`. */
  readonly isOfPage?: boolean;
  /** True when the order was accepted before, into the queue. A setting that was changed since does not refuse it. */
  readonly wasAccepted?: true;
  /** Faults of the request that its draft no longer shows. */
  readonly requestFindings?: (draft: Draft) => readonly ValidationError[];
  /** SHA-256 (hex) of the content of the request, with or without a key. Computed only where it is needed. */
  readonly fingerprint: () => string;
  /**
   * Disk space that the caller has reserved. A caller that passes it also holds the processor. Otherwise the issuer
   * takes both. If the reservation was released, the issuer makes one of its own; the caller still holds the processor.
   */
  readonly space?: Reservation;
  /** True when the order may go to the offline queue. It then does not wait for a processor known to be unreachable. */
  readonly isQueueable?: true;
  /**
   * True for the refund of an advance that is being closed. The remaining amount of the chain was already read for it.
   */
  readonly closesAdvance?: true;
  /** The printer that prints it. */
  readonly print: PrintOption;
  /** Pure, and may be called several times: the draft to sign is prepared after earlier outcomes were looked up. */
  readonly prepare: (rules: Rules) => Result<Prepared, ValidationError>;
}

/**
 * Outcome of an order. `issued`: signed and recorded now; `replayed`: recorded before; all others: no receipt is known.
 */
export type IssueOutcome =
  | ({ readonly kind: 'issued'; readonly invoice: IssuedInvoice } & Warned)
  /** The same request was answered before, under the same idempotency key. */
  | ({ readonly kind: 'replayed'; readonly invoice: IssuedInvoice } & Warned)
  | NotIssued;

/**
 * The processor's answer is overdue: other orders are sent, and the outcome follows. The caller holds the key and no
 * other lock.
 */
interface Underway {
  readonly kind: 'underway';
  readonly outcome: Promise<IssueOutcome>;
}

/** State of an order when its locks are released. */
export type OutcomeOrUnderway = IssueOutcome | Underway;

/**
 * The outcome of an order that was sent, however long it takes. Await it without holding the reference lock or the
 * processor.
 */
export async function outcomeOf(sent: OutcomeOrUnderway): Promise<IssueOutcome> {
  return sent.kind === 'underway' ? sent.outcome : sent;
}

/** Warnings to the caller of an order that was carried out. */
export interface Warned {
  readonly warnings?: readonly Warning[];
}

/** Adds the warnings to the outcome; without warnings the outcome is returned unchanged. */
export function warned<O extends Warned>(outcome: O, warnings: readonly Warning[]): O {
  return warnings.length === 0 ? outcome : { ...outcome, warnings };
}

/**
 * Nothing was signed, because the processor refused, was not reached or is busy. Or the outcome is not known, and the
 * message says so.
 */
export interface Refused extends Explanation {
  readonly kind: 'refused';
  /** The {@link Refusal} reason of the processor. Absent when the processor is busy or an outcome is not known. */
  readonly about?: Refusal['about'];
  /**
   * Maximum time until the outcome is known, seconds, if the processor answers. Absent when nothing was sent or there
   * is no maximum.
   */
  readonly retryAfter?: number;
}

/** The order could not be sent. It is on the disk and will be issued when the processor is back. */
export interface Queued extends Warned {
  readonly kind: 'queued';
  readonly entry: QueueEntry;
}

/** Outcome of a sale that may be queued. */
export type SaleOutcome = IssueOutcome | Queued;

export type NotIssued =
  | { readonly kind: 'invalid'; readonly error: ValidationError }
  | Refused
  /**
   * Nothing was signed, because the receipt could not have been recorded; or it was signed, and the disk then failed.
   */
  | {
      readonly kind: 'storage';
      readonly failure: StorageFailure;
      /** PFR number of the refund that was issued before this failure and remains valid. */
      readonly refund?: string;
    };

/** The reference lock or the processor was not free in time. */
export const BUSY: Refused = refused(PFR_REFUSALS.busy);

/** The processor was asked, its answer was lost, and it is now certain that nothing was signed. The key is free. */
export const NOT_SIGNED: Refused = refused(PFR_REFUSALS.notSigned);

/** The receipt may have been signed. `timeToOutcome`: maximum time until this is known, ms; undefined: no maximum. */
export function outcomeUnknown(timeToOutcome: number | undefined): Refused {
  const unknown = refused(PFR_REFUSALS.unknown);
  return timeToOutcome === undefined ? unknown : { ...unknown, retryAfter: Math.ceil(timeToOutcome / 1000) };
}

export function refused({ rule, message, messageEn }: Explanation, about?: Refusal['about']): Refused {
  return { kind: 'refused', rule, message, messageEn, ...(about !== undefined && { about }) };
}

/**
 * The order for a `POST /invoices` request; `original`: the receipt it refers to. Its key is bound to the request as it
 * was sent.
 */
export function saleOf(
  environment: Environment,
  request: InvoiceRequest,
  original: IssuedInvoice | undefined,
  by: Caller,
): Order {
  const fingerprint = (): string => requestFingerprint(request);
  return {
    environment,
    needsReferenceLock: request.referentDocumentNumber !== null,
    apiKey: by.id,
    isOfPage: by.isPage,
    key: keyOf(request.clientRequestId, fingerprint),
    fingerprint,
    print: request.print,
    requestFindings: ({ total }) => paymentFindings(request.payments, total),
    prepare: (rules: Rules): Result<Prepared, ValidationError> => {
      const draft = buildDraft(withReferentTime(request, original), rules);
      return draft.ok ? ok({ draft: draft.value, taxLabels: rules.taxLabels }) : draft;
    },
  };
}
