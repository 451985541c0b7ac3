import type { Environment, Explanation, Result, Warning } from '../../base/index.js';
import type { IssuedInvoice, Reservation, StorageFailure } from '../../ledger/index.js';
import { type Refusal, REFUSALS } from '../../pfr/index.js';
import type { PrintOption } from '../../printing/index.js';
import type { Rules } from '../draft/draft.js';
import type { ValidationError } from '../draft/refusals/sentence.js';
import type { Prepared } from '../draft/prepared.js';
import type { QueueEntry } from '../queue/entry.js';
import type { RequestKey } from './requestKey.js';

/** Who asks for a receipt. */
export interface Asker {
  /** Number of the API key or the user; null where the box itself asks. */
  readonly id: number | null;
  /** True for a page of the box. */
  readonly isPage: boolean;
}

export const THE_BOX: Asker = { id: null, isPage: false };

/** Something to be issued once: a sale, a refund, a copy, or one of the two documents that close an advance. */
export interface Order {
  /** The active one when the order came: a switch of environment does not move a receipt that is being issued. */
  readonly environment: Environment;
  /** Does it need the turn? True for what refers to a receipt, unless the caller already has the turn. */
  readonly takesTurn: boolean;
  /** Null without an idempotency key. */
  readonly key: RequestKey | null;
  /** Number of the API key that asks for it; null where the box itself does. */
  readonly apiKey: number | null;
  /** True when a page of the box asks: what the tax authority forbids is then refused, see `ContentGuard`. */
  readonly isOfPage?: boolean;
  /** SHA-256 (hex) of what is asked for, with or without a key; worked out only where it is needed. */
  readonly fingerprint: () => string;
  /** Room that the caller has reserved for it; a caller that gives it holds the processor too. Without it both are taken. */
  readonly room?: Reservation;
  /** May it go to the offline queue? Then a processor that is known to be unreachable is not waited for. */
  readonly isQueueable?: true;
  /** Is it the refund of an advance that is being closed? What is left of the chain was read for that. */
  readonly closesAdvance?: true;
  /** On which printer it is printed. */
  readonly print: PrintOption;
  /** Pure, and may be called several times: what is signed was prepared after earlier outcomes were looked for. */
  readonly prepare: (rules: Rules) => Result<Prepared, ValidationError>;
}

/** How an order ends. `issued`: signed and recorded now; `replayed`: recorded before; all others: no receipt is known. */
export type IssueOutcome =
  | ({ readonly kind: 'issued'; readonly invoice: IssuedInvoice } & Warned)
  /** The same request was answered before, under the same idempotency key. */
  | ({ readonly kind: 'replayed'; readonly invoice: IssuedInvoice } & Warned)
  | NotIssued;

/** The processor's answer is overdue: other orders are sent, and the outcome follows. The caller holds the key and no other lock. */
export interface Underway {
  readonly kind: 'underway';
  readonly outcome: Promise<IssueOutcome>;
}

/** State of an order when its locks are released. */
export type Sent = IssueOutcome | Underway;

/** The outcome of what was sent, however long it takes. To be awaited without the turn or the processor. */
export async function outcomeOf(sent: Sent): Promise<IssueOutcome> {
  return sent.kind === 'underway' ? sent.outcome : sent;
}

/** What the caller is told of an order that was carried out all the same. */
export interface Warned {
  readonly warnings?: readonly Warning[];
}

/** The same outcome, with what is to be said of it; as it is where there is nothing. */
export function warned<O extends Warned>(outcome: O, warnings: readonly Warning[]): O {
  return warnings.length === 0 ? outcome : { ...outcome, warnings };
}

/**
 * The processor refused, was not reached or is busy, and nothing was signed; or an outcome is not known, and the message
 * says so.
 */
export interface Refused extends Explanation {
  readonly kind: 'refused';
  /** As the processor's {@link Refusal}; also absent when it is busy, or an outcome is not known. */
  readonly about?: Refusal['about'];
  /** Maximum time until the outcome is known, seconds, if the processor answers. Absent when nothing was sent or there is no maximum. */
  readonly retryAfter?: number;
}

/** It could not be sent, is on the disk, and will be issued when the processor is back. */
export interface Queued extends Warned {
  readonly kind: 'queued';
  readonly entry: QueueEntry;
}

/** How a sale ends that may be queued. */
export type SaleOutcome = IssueOutcome | Queued;

export type NotIssued =
  | { readonly kind: 'invalid'; readonly error: ValidationError }
  | Refused
  /** Nothing was signed, because it could not have been recorded; or it was signed, and the disk then failed. */
  | {
      readonly kind: 'storage';
      readonly failure: StorageFailure;
      /** PFR number of the refund that was issued before this and stands. */
      readonly refund?: string;
    };

/** The turn, or the processor, was not free in time. */
export const BUSY: Refused = refused(REFUSALS.busy);

/** It may have been signed. `timeToOutcome`, ms: see `Settling.timeToOutcome`. */
export function outcomeUnknown(timeToOutcome: number | undefined): Refused {
  const unknown = refused(REFUSALS.unknown);
  return timeToOutcome === undefined ? unknown : { ...unknown, retryAfter: Math.ceil(timeToOutcome / 1000) };
}

export function refused({ rule, message, messageEn }: Explanation, about?: Refusal['about']): Refused {
  return { kind: 'refused', rule, message, messageEn, ...(about !== undefined && { about }) };
}
