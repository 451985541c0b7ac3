import type { Log, Warning } from '../../../base/index.js';
import type { IssuedInvoice } from '../../../platform/ledger/index.js';
import type { ContentGuard } from '../findings/contentGuard.js';
import type { RefundGuard } from '../refunds/refundGuard.js';
import type { Order } from './order.js';

/** The repeated request, as in {@link Order}. */
type Repeat = Pick<Order, 'key' | 'apiKey' | 'requestFindings'>;

/** What was issued under the key first, and for which API key. */
type First = Pick<IssuedInvoice, 'clientRequestId'> & { readonly apiKey?: number };

/**
 * Warning about an idempotency key that another caller used first. Keys belong to the shop, so that a till whose API
 * key was renewed repeats safely. But two programs that both count from 1 find each other's receipts.
 */
const OTHER_CALLER: Warning = {
  rule: 'key.replayed-to-other',
  message:
    'Овај захтев је под истим кључем раније послао други програм или корисник, и ово је његов рачун. Ако то није био исти захтев, пошаљите га поново под новим кључем; кључеви треба да буду UUID.',
  messageEn:
    'Another API key or user sent this request under the same idempotency key before, and this is its receipt. If that was not the same request, send it again under a new key; keys should be UUIDs.',
};

interface ReplayWarningsDeps {
  readonly refundGuard: RefundGuard;
  readonly contentGuard: ContentGuard;
  readonly log: Log;
}

/** Warnings added to the answer to a repeated request. */
export class ReplayWarnings {
  constructor(private readonly deps: ReplayWarningsDeps) {}

  /** `invoice`: the receipt that was issued before. */
  async of(repeat: Repeat, invoice: IssuedInvoice, logRef: string): Promise<readonly Warning[]> {
    return [
      ...this.aboutCaller(repeat, invoice, logRef),
      ...(await this.deps.refundGuard.warningsOf(invoice)),
      ...(await this.deps.contentGuard.warningsOf(invoice, repeat.requestFindings?.(invoice.draft))),
    ];
  }

  /**
   * The warning that another caller used the key first. None for records of earlier releases and for receipts that the
   * box itself issued: they name no caller.
   */
  aboutCaller({ key, apiKey }: Repeat, first: First, logRef: string): readonly Warning[] {
    const isOther = apiKey !== null && first.apiKey !== undefined && first.apiKey !== apiKey;
    if (!isOther || key === null || first.clientRequestId !== key.id) return [];
    this.deps.log('key.replayed_to_other', { request: logRef, first: first.apiKey, now: apiKey });
    return [OTHER_CALLER];
  }
}
