import type { Environment, Para, UtcMs } from '../../base/index.js';

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
    meaning: 'it waits for its processor, and will be issued without being asked for again',
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
  removed: { meaning: 'somebody took it out, and its key is free', isStored: true, next: ['queued', 'issued'] },
  issued: { meaning: 'its receipt is in the ledger', isStored: false, next: [] },
} as const;

export type QueueState = keyof typeof QUEUE_STATES;
/** The states that a record can have. */
export type StoredQueueState = {
  [S in QueueState]: (typeof QUEUE_STATES)[S]['isStored'] extends true ? S : never;
}[QueueState];

/** A sale that could not be sent, as in its last record. An issued one has no such record. */
export interface QueuedOrder extends QueueTicket {
  /** SHA-256 (hex) of the request that the key belongs to. */
  readonly fingerprint: string;
  /** The request in the form of {@link requestVersion}, opaque to the ledger. It contains no secrets. */
  readonly request: object;
  /** Version of the form of the request; absent for the first form. */
  readonly requestVersion?: number;
  /** Number of the API key that requested it; absent in records of earlier releases. */
  readonly apiKey?: number;
  readonly state: StoredQueueState;
  /** Why it was refused; null in the other states. */
  readonly reason: string | null;
}

/** An order that has recently left the queue. */
export interface LeftOrder {
  readonly ticket: QueueTicket;
  /** The receipt; null when it was removed. */
  readonly uuid: string | null;
}
