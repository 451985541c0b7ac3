import {
  type Environment,
  INVOICE_TYPES,
  type InvoiceType,
  isFiscalType,
  type TransactionType,
} from '../../contract/index.js';
import type { Para, UtcMs } from '../../base/index.js';

/** What is stored of an order so that its receipt can be found by the number on its slip. */
export interface QueueTicket {
  readonly environment: Environment;
  /** Its idempotency key. */
  readonly clientRequestId: string;
  /** Number on this box, from 1; a key has the same number when it is queued again. */
  readonly number: number;
  readonly total: Para;
  readonly queuedAt: UtcMs;
}

/**
 * The states of a sale that could not be sent. The stored ones are in its records. `issuing` is known only while it
 * lasts, and a result record under its key makes it `issued`. A refused or removed sale may be requested again under
 * its key.
 */
export const QUEUE_STATES = {
  queued: {
    meaning: 'it waits for its processor and will be issued without another request',
    isStored: true,
    next: ['issuing', 'refused', 'removed'],
  },
  issuing: {
    meaning: 'the processor is being asked, or was asked and its outcome is not known',
    isStored: false,
    next: ['queued', 'refused', 'issued'],
  },
  refused: {
    meaning: 'it will not be issued, and its key is free',
    isStored: true,
    next: ['queued', 'issued', 'removed'],
  },
  removed: { meaning: 'a person removed it, and its key is free', isStored: true, next: ['queued', 'issued'] },
  issued: { meaning: 'its receipt is in the ledger', isStored: false, next: [] },
} as const;

export type QueueState = keyof typeof QUEUE_STATES;
/** The states that a record can have. */
export type StoredQueueState = {
  [S in QueueState]: (typeof QUEUE_STATES)[S]['isStored'] extends true ? S : never;
}[QueueState];

/** The person who removed an order from the queue. */
export interface Removal {
  /** Name of the person, or label of the API key. */
  readonly by: string;
  /** Null: an API client gave none. */
  readonly reason: string | null;
  readonly at: UtcMs;
}

/** Why a removed sale needs no receipt of its own any more. */
export interface Settlement {
  /** PFR number of the fiscal receipt that was issued for it; null: the goods came back, or the money was returned. */
  readonly receipt: string | null;
  /** Name of the person. */
  readonly by: string;
  /** What the person noted. Null only with a receipt of this box whose amount is that of the sale. */
  readonly reason: string | null;
  readonly at: UtcMs;
}

/** A sale that could not be sent, as its last record has it. One that is issued has no such record. */
export interface QueuedOrder extends QueueTicket {
  /** SHA-256 (hex) of the request that the key belongs to. */
  readonly fingerprint: string;
  /** The request in the form of {@link requestVersion}, opaque to the ledger. It contains no secrets. */
  readonly request: object;
  /** Version of the form of the request; absent for the first form. */
  readonly requestVersion?: number;
  /** False for a document that is not fiscal, such as a pro-forma. Absent in records of earlier releases. */
  readonly isSale?: boolean;
  /** Kind of the receipt that it waits for; absent in records of earlier releases. */
  readonly transactionType?: TransactionType;
  /** Number of the caller that requested it, an API key or a user; absent in records of earlier releases. */
  readonly apiKey?: number;
  readonly state: StoredQueueState;
  /** Why it was refused; null in the other states. */
  readonly reason: string | null;
  /** Only on a removed order; absent in records of earlier releases. */
  readonly removal?: Removal;
  /** Only on a removed order that is settled. */
  readonly settlement?: Settlement;
  /** PFR number by which a person had settled the sale before it was asked for again. */
  readonly settledBy?: string;
}

/** An order that has recently left the queue. */
export interface ClosedOrder {
  readonly ticket: QueueTicket;
  /** The receipt; null when it was removed. */
  readonly uuid: string | null;
  /** PFR number of the receipt that a person named for it. */
  readonly settledBy?: string;
}

/** True for a sale that was removed and has no receipt: it is listed until it is settled. */
export function isSoldWithoutReceipt(order: QueuedOrder): boolean {
  return order.state === 'removed' && isOfSale(order) && order.settlement === undefined;
}

/** In records of earlier releases only the request names the type; one that cannot be read counts as a sale. */
function isOfSale({ isSale, request }: QueuedOrder): boolean {
  const type = 'invoiceType' in request ? INVOICE_TYPES.find((known) => known === request.invoiceType) : undefined;
  return isSale ?? (type === undefined || isFiscalType(type));
}

/**
 * True for a document that can be the receipt of an order: fiscal, of the same kind and not over less. The key of a
 * removed or refused order may be used for another document, which leaves the order without a receipt.
 */
export function isReceiptOf(
  order: Pick<QueuedOrder, 'total' | 'transactionType'>,
  { invoiceType, transactionType, total }: ReceiptKind,
): boolean {
  const isSameKind = (order.transactionType ?? transactionType) === transactionType;
  return isFiscalType(invoiceType) && isSameKind && total >= order.total;
}

export interface ReceiptKind {
  readonly invoiceType: InvoiceType;
  readonly transactionType: TransactionType;
  readonly total: Para;
}
