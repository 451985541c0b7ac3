import {
  failed,
  type Log,
  MAX_TOTAL,
  ok,
  type Para,
  type Result,
  type SalePriority,
  type Slice,
  type Warning,
} from '../../../base/index.js';
import { type CardPeriod, type Draft, type Environment } from '../../../contract/index.js';
import type { IssuedInvoice, Ledger } from '../../../platform/ledger/index.js';
import type { Settings } from '../../../shop/settings/index.js';
import { type ChainState, readChainState } from '../advance/chainState.js';
import { isAdvanceSale } from '../draft/receiptKind.js';
import type { ValidationError } from '../draft/refusals/sentence.js';
import { findByNumber } from '../draft/pfrNumber.js';
import {
  type CardSales,
  isCardSale,
  isUnchanged,
  newestOf,
  readCardSales,
  summaryCovering,
  summaryPeriodOf,
} from './cardSales.js';
import { remainingOf, lineExceeding, roundingOf } from './refundable.js';
import { readRefunds, type Referring, unsliced } from './referring.js';
import { refundWarnings, refusedBy } from './refundWarnings.js';

interface RefundGuardDeps {
  readonly ledger: Ledger;
  readonly settings: Settings;
  readonly salePriority: Pick<SalePriority, 'slice'>;
  readonly log: Log;
}

/** The sales by corporate card that a refund is compared with. */
export interface CorporateCardSales {
  readonly buyerId: string;
  /** Newest Normal receipt of the buyer when they were read, by uuid. */
  readonly newest: string | undefined;
  /** The days of a summary refund. */
  readonly period: CardPeriod | undefined;
  /** The sales that a summary refund returns. */
  readonly summary?: CardSales;
  /** The summary refund that has returned the sale of another refund, if there is one. */
  readonly covering?: IssuedInvoice | undefined;
}

interface ReadOptions {
  readonly slice?: Slice;
  /** As of the issue of this refund. */
  readonly until?: IssuedInvoice;
}

/** A sale of this box, and its refunds before the current one. */
interface Refunded {
  readonly sale: IssuedInvoice;
  readonly earlier: Referring;
  /** What was sold, and what was returned of it, when the sale counts together with others. */
  readonly counted?: Pick<CardSales, 'sold' | 'returned'>;
  /** A summary refund of corporate cards does not name the last sale of its buyer in its period (TU 9.4). */
  readonly misnamed?: Warning;
}

/**
 * Detects refunds of what was already refunded. Sales of another box are not checked, because their lines are not known
 * here. It never blocks an order that the processor was already asked to sign: an order with an unknown outcome is
 * reconciled without it.
 */
export class RefundGuard {
  constructor(private readonly deps: RefundGuardDeps) {}

  /**
   * Reads, before the processor is taken, the sales by corporate card that a refund is compared with: there may be
   * thousands, and other sales continue meanwhile. Undefined for any other receipt. The caller holds the reference
   * lock.
   */
  async readCorporateCardSales(environment: Environment, draft: Draft): Promise<CorporateCardSales | undefined> {
    const sale = await this.refundedSale(environment, draft);
    return sale && this.corporateCardSalesOf(sale, draft, { slice: this.deps.salePriority.slice });
  }

  /**
   * The warnings about a refund that is about to be issued. The setting `refundGuard` can turn them into a refusal. The
   * caller holds the reference lock, so that of two concurrent refunds the second sees the first. `corporateCardSales`:
   * what was read ahead; it is read again if the buyer has got a receipt since that changes it.
   */
  async check(
    environment: Environment,
    draft: Draft,
    {
      logRef,
      isStrict,
      corporateCardSales,
    }: { readonly logRef: string; readonly isStrict: boolean; readonly corporateCardSales?: CorporateCardSales },
  ): Promise<Result<readonly Warning[], ValidationError>> {
    const known =
      corporateCardSales && (await isUnchanged(this.deps.ledger, { environment, ...corporateCardSales }))
        ? { corporateCardSales }
        : {};
    const refunded = await this.refundedBy(environment, draft, known);
    if (refunded?.misnamed !== undefined && isStrict) {
      return failed({ ...refunded.misnamed, field: '/referentDocumentNumber' });
    }
    const warning = refunded && (await this.warningOf(refunded, draft));
    if (warning === undefined) return ok([]);
    if (this.deps.settings.now.refundGuard === 'refuse') {
      return failed({ ...refusedBy(warning), field: '/referentDocumentNumber' });
    }
    this.deps.log('refund.warned', { request: logRef, rule: warning.rule, number: draft.referentNumber });
    return ok([warning]);
  }

  /**
   * The warnings about a refund as of its issue, for a caller that repeats the request because it has not read the
   * answer.
   */
  async warningsOf(refund: IssuedInvoice): Promise<readonly Warning[]> {
    const refunded = await this.refundedBy(refund.environment, refund.draft, { until: refund });
    const warning = refunded && (await this.warningOf(refunded, refund.draft, refund));
    return warning === undefined ? [] : [warning];
  }

  /**
   * Undefined when the receipt returns no money, or when the refunded sale is not known. What a voiding receipt refers
   * to is a refund. `until`: as of the issue of this refund.
   */
  private async refundedBy(
    environment: Environment,
    draft: Draft,
    { until, corporateCardSales }: { readonly until?: IssuedInvoice; readonly corporateCardSales?: CorporateCardSales },
  ): Promise<Refunded | undefined> {
    const { salePriority } = this.deps;
    const sale = await this.refundedSale(environment, draft);
    if (sale === undefined) return undefined;
    // A repeat holds no lock that a sale needs, so it reads in slices.
    const options = until && { until, slice: salePriority.slice };
    const { summary, covering } =
      corporateCardSales ?? (await this.corporateCardSalesOf(sale, draft, options ?? {})) ?? {};
    if (summary !== undefined) {
      const { sales, refunds, ...counted } = summary;
      const last = sales.at(-1);
      const misnamed = last?.uuid === sale.uuid ? {} : { misnamed: refundWarnings.summaryReferent(sale, last) };
      return { sale, earlier: { receipts: refunds, more: 0 }, counted, ...misnamed };
    }
    if (covering === undefined) {
      const earlier = await readRefunds(this.deps, sale, { ...(until && { until }) });
      return earlier && { sale, earlier };
    }
    const counted = { sold: sale.draft, returned: [sale.draft] };
    return { sale, earlier: { receipts: [covering], more: 0 }, counted };
  }

  /** The receipt whose money this one returns; undefined when this box has none. */
  private async refundedSale(environment: Environment, draft: Draft): Promise<IssuedInvoice | undefined> {
    if (draft.transactionType !== 'Refund' || draft.referentNumber === null) return undefined;
    if (draft.invoiceType !== 'Normal' && draft.invoiceType !== 'Advance') return undefined;
    const sale = await findByNumber(this.deps.ledger, draft.referentNumber);
    return sale?.environment === environment ? sale : undefined;
  }

  /** Undefined unless the refund is a summary of corporate cards, or its sale was paid by such a card. */
  private async corporateCardSalesOf(
    sale: IssuedInvoice,
    draft: Draft,
    options: ReadOptions,
  ): Promise<CorporateCardSales | undefined> {
    const { ledger } = this.deps;
    const { environment } = sale;
    // A receipt that voids a summary may repeat its optional field.
    const period = sale.draft.transactionType === 'Sale' ? summaryPeriodOf(draft) : undefined;
    const buyerId = period === undefined ? sale.draft.buyerId : draft.buyerId;
    if (buyerId === null || (period === undefined && !isCardSale(sale.draft))) return undefined;
    const newest = await newestOf(ledger, { environment, buyerId });
    return period === undefined
      ? { buyerId, newest, period, covering: await summaryCovering(this.deps, sale, options) }
      : { buyerId, newest, period, summary: await readCardSales(this.deps, { environment, buyerId, period }, options) };
  }

  /** What is wrong with the refund. `refund`: its receipt, when it was already issued. */
  private async warningOf(
    { sale, earlier, counted, misnamed }: Refunded,
    draft: Draft,
    refund?: IssuedInvoice,
  ): Promise<Warning | undefined> {
    if (misnamed !== undefined) return misnamed;
    const state = isAdvanceSale(sale.draft) ? await this.chainOf(sale, refund) : undefined;
    if (state?.end !== undefined) return refundWarnings.advanceEnded(sale, state.end);
    const sold = counted?.sold ?? sale.draft;
    const refunds = counted?.returned ?? earlier.receipts.map((receipt) => receipt.draft);
    const remaining = remainingOf(sold, refunds);
    const amount = state === undefined ? remaining.amount : remainingAmount(sale, state, remaining.amount);
    if (earlier.more > 0 || (amount === 0 && refunds.length > 0)) return refundWarnings.already(sale, earlier);
    if (draft.total > amount + roundingOf([...(counted ? [sold] : []), ...refunds, draft])) {
      return refundWarnings.beyondAmount(sale, earlier, draft.total, amount);
    }
    // Advances are money: their lines show the tax label, and their quantity does not matter.
    const beyond = isAdvanceSale(sale.draft) ? undefined : lineExceeding(sold, remaining, draft);
    return beyond && refundWarnings.beyondQuantity(sale, earlier, beyond.line, beyond.remaining);
  }

  private chainOf(advance: IssuedInvoice, refund: IssuedInvoice | undefined): Promise<ChainState> {
    return readChainState(this.deps, advance, { slice: unsliced, ...(refund && { until: refund }) });
  }
}

/**
 * The refund of the last advance also returns the advances before it, so it may return more than that advance received.
 * Where the first one continues an advance from before fiscalization, it returns that one, too: the box does not know
 * how much that is (Technical Instruction, 9.1.3).
 */
function remainingAmount(sale: IssuedInvoice, { chain, remaining, beginsElsewhere }: ChainState, own: Para): Para {
  if (remaining === undefined) return own;
  if (chain.at(-1)?.uuid !== sale.uuid) return Math.min(own, remaining);
  return beginsElsewhere ? MAX_TOTAL : remaining;
}
