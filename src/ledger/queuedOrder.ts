import type { Environment, Para, UtcMs } from '../base/index.js';

/** What is remembered of an order: its receipt can be found by the number on its slip. */
export interface QueueTicket {
  readonly environment: Environment;
  /** Its idempotency key. */
  readonly clientRequestId: string;
  /** Running number, from 1, of the box; a key keeps its number when it is queued again. */
  readonly number: number;
  readonly total: Para;
  readonly queuedAt: UtcMs;
}

/**
 * The states of a sale that could not be sent. The stored ones are in its records; `issuing` is known while it lasts, and a
 * result record under its key makes it `issued`. One that was refused or removed may be asked for again under its key.
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
/** The states that a record has. */
export type StoredQueueState = {
  [S in QueueState]: (typeof QUEUE_STATES)[S]['isStored'] extends true ? S : never;
}[QueueState];

/** A sale that could not be sent, as its last record has it. One that is issued has no such record. */
export interface QueuedOrder extends QueueTicket {
  /** SHA-256 (hex) of the request, which the key is bound to. */
  readonly fingerprint: string;
  /** The request in the form of {@link requestVersion}, of which the ledger knows nothing more; it holds no secret. */
  readonly request: object;
  /** Version of the form of the request; absent in the first form. */
  readonly requestVersion?: number;
  /** Number of the API key that asked for it; absent in records of earlier releases. */
  readonly apiKey?: number;
  readonly state: StoredQueueState;
  /** Why it was refused; null in the other states. */
  readonly reason: string | null;
}

/** An order that has left the queue; it is remembered for a while. */
export interface LeftOrder {
  readonly ticket: QueueTicket;
  /** The receipt; null when it was removed. */
  readonly uuid: string | null;
}
