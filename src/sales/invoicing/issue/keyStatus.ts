import type { Environment } from '../../../contract/index.js';
import type { Intent, IssuedInvoice, Ledger, QueuedOrder } from '../../../platform/ledger/index.js';
import type { KeysAtWork, KeyWork } from './keysAtWork.js';

/**
 * States of an idempotency key. A refused or removed order of the queue makes its key free again. `next`: the states
 * that can follow directly. An issued key remains issued; it shows `at work` only while a repeat is being answered.
 */
export const KEY_STATES = {
  free: { meaning: 'nothing was ever issued under the key', next: ['at work'] },
  'at work': {
    meaning: 'a request, the queue or a removal is working on it; a repeat of the request gets the same answer',
    next: ['free', 'queued', 'open', 'in doubt', 'issued'],
  },
  queued: {
    meaning: 'the sale is on the disk and waits for its processor, or is being issued by the queue',
    next: ['free', 'at work', 'open', 'in doubt', 'issued'],
  },
  open: {
    meaning: 'the processor was asked to sign, and the outcome is not known yet',
    next: ['free', 'at work', 'in doubt', 'issued'],
  },
  'in doubt': {
    meaning: 'the processor was asked to sign, and the outcome or the content cannot be determined: a person decides',
    next: ['free', 'at work', 'open', 'issued'],
  },
  issued: { meaning: 'a receipt was issued, and answers every repeat', next: ['at work'] },
  'used for other content': {
    meaning: 'any of these except free, for a request with other content than the first',
    next: ['free', 'at work', 'queued', 'open', 'in doubt', 'issued'],
  },
} as const;

type KeyState = keyof typeof KEY_STATES;

/** Details of each state. */
interface KeyDetails {
  readonly free: object;
  readonly 'at work': { readonly work: KeyWork };
  readonly queued: { readonly order: QueuedOrder; readonly isIssuing: boolean };
  /**
   * `timeToOutcome`: maximum time until the outcome is known, ms, if the processor answers. Undefined without a
   * maximum.
   */
  readonly open: { readonly intent: Intent; readonly timeToOutcome: number | undefined };
  /**
   * `number`: the PFR number that it was signed under, according to the running numbers; null when they do not prove
   * one.
   */
  readonly 'in doubt': { readonly intent: Intent; readonly number: string | null };
  readonly issued: { readonly invoice: IssuedInvoice };
  readonly 'used for other content': { readonly usedBy: 'request' | 'queue' | 'intent' | 'receipt' };
}

export type KeyStatus = { [S in KeyState]: { readonly state: S } & KeyDetails[S] }[KeyState];

/** An idempotency key to look up. Without a fingerprint its content is not compared. */
interface KeyQuery {
  readonly id: string;
  readonly fingerprint?: string;
}

interface KeyStatusDeps {
  readonly ledger: Ledger;
  readonly keysAtWork: KeysAtWork;
  /** What is known of an intent in doubt. Undefined for an intent whose outcome may still be found without a person. */
  readonly doubtOf: (intent: Intent) => { readonly number: string | null } | undefined;
  /** Maximum time until the outcome is known, ms; undefined without a maximum. */
  readonly timeToOutcome: (intent: Intent) => number | undefined;
}

const FREE: KeyStatus = { state: 'free' };

/** The single place that determines the state of an idempotency key. */
export class KeyStatuses {
  constructor(private readonly deps: KeyStatusDeps) {}

  /**
   * State from memory: work in progress, queue and open intents. Synchronous, so that a free key can be locked in the
   * same tick. Issued receipts are not looked up: they are `free` here, and {@link forHolder} finds them.
   */
  inMemory(environment: Environment, key: KeyQuery): KeyStatus {
    const work = this.work(environment, key.id);
    if (work?.by === 'request') return isOther(key, work) ? usedBy('request') : { state: 'at work', work };
    const atWork: KeyStatus | undefined = work && { state: 'at work', work };
    return this.queued(environment, key) ?? atWork ?? this.sent(environment, key) ?? FREE;
  }

  /** Recorded state, whether or not a request is in progress: for display and status queries, not for issuing. */
  async forReading(environment: Environment, key: KeyQuery): Promise<KeyStatus> {
    return this.queued(environment, key) ?? (await this.forHolder(environment, key));
  }

  /**
   * State by intents and receipts alone, without work in progress and queue: for the holder of the key, and for the
   * queue that issues its order.
   */
  async forHolder(environment: Environment, key: KeyQuery): Promise<KeyStatus> {
    return this.sent(environment, key) ?? (await this.issued(environment, key)) ?? FREE;
  }

  /**
   * True when an order of the queue is being issued, or the processor was asked to sign it and the outcome is unknown.
   */
  isBeingIssued({ environment, clientRequestId: id }: Pick<QueuedOrder, 'environment' | 'clientRequestId'>): boolean {
    return this.work(environment, id)?.by === 'queue' || this.sent(environment, { id }) !== undefined;
  }

  /** The work in progress on the key. Until it ends the key cannot be taken. */
  work(environment: Environment, id: string): KeyWork | undefined {
    return this.deps.keysAtWork.find(environment, id);
  }

  private queued(environment: Environment, key: KeyQuery): KeyStatus | undefined {
    const order = this.deps.ledger.main.queue.find(environment, key.id);
    if (order?.state !== 'queued') return undefined;
    if (isOther(key, order)) return usedBy('queue');
    return { state: 'queued', order, isIssuing: this.isBeingIssued(order) };
  }

  private sent(environment: Environment, key: KeyQuery): KeyStatus | undefined {
    const { ledger, doubtOf, timeToOutcome } = this.deps;
    const intent = ledger.main.intents(environment).find(({ clientRequestId }) => clientRequestId === key.id);
    if (intent === undefined) return undefined;
    if (isOther(key, intent)) return usedBy('intent');
    const doubt = doubtOf(intent);
    return doubt === undefined
      ? { state: 'open', intent, timeToOutcome: timeToOutcome(intent) }
      : { state: 'in doubt', intent, number: doubt.number };
  }

  private async issued(environment: Environment, key: KeyQuery): Promise<KeyStatus | undefined> {
    const invoice = await this.deps.ledger.invoiceByRequest(environment, key.id);
    return invoice && (isOther(key, invoice) ? usedBy('receipt') : { state: 'issued', invoice });
  }
}

function isOther({ fingerprint }: KeyQuery, first: { readonly fingerprint: string | null }): boolean {
  return fingerprint !== undefined && fingerprint !== first.fingerprint;
}

function usedBy(first: KeyDetails['used for other content']['usedBy']): KeyStatus {
  return { state: 'used for other content', usedBy: first };
}
