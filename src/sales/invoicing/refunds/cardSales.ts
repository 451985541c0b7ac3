import {
  type CardPeriod,
  cardPeriodOf,
  type Draft,
  type Environment,
  optionalFieldCode,
} from '../../../contract/index.js';
import { dayNumber, localTime, type Slice } from '../../../base/index.js';
import type { IssuedInvoice, Ledger } from '../../../platform/ledger/index.js';
import { findByNumber } from '../draft/pfrNumber.js';
import { type RemainingSale, remainingOf } from './refundable.js';
import { type Books, isVoided, readRefunds, unsliced } from './referring.js';

/** Maximum receipts of a buyer that are read for one summary: a month of a large fleet has some thousands. */
const MAX_READ = 20_000;

/** Maximum receipts of a buyer that are read while the caller holds the processor. */
const MAX_NEWER = 50;

/** True for a sale by corporate card: its number is in the optional field, and all was paid by voucher (TU 9.4). */
export function isCardSale({ invoiceType, transactionType, buyerId, buyerCostCenterId, payments }: Draft): boolean {
  return (
    invoiceType === 'Normal' &&
    transactionType === 'Sale' &&
    buyerId !== null &&
    optionalFieldCode(buyerCostCenterId ?? '') === '50' &&
    payments.every(({ paymentType }) => paymentType === 'Voucher')
  );
}

/** The part of a month whose sales by corporate card this receipt refunds; undefined for any other receipt. */
export function summaryPeriodOf({ invoiceType, transactionType, buyerCostCenterId }: Draft): CardPeriod | undefined {
  if (invoiceType !== 'Normal' || transactionType !== 'Refund') return undefined;
  return cardPeriodOf(buyerCostCenterId ?? '');
}

/** Data of a summary refund. */
interface Summary {
  readonly environment: Environment;
  readonly buyerId: string;
  readonly period: CardPeriod;
}

/** The sales by corporate card of a buyer in a period, whatever the card, and what of them was returned. */
export interface CardSales {
  /** In order of issue. */
  readonly sales: readonly IssuedInvoice[];
  /** Refunds that reduce the rest: summaries of these sales or some of them, and refunds of single sales. */
  readonly refunds: readonly IssuedInvoice[];
  /** Lines and total of all sales together. */
  readonly sold: Pick<Draft, 'lines' | 'total'>;
  /** Lines and total of what was returned. */
  readonly returned: readonly Pick<Draft, 'lines' | 'total'>[];
  /** Remaining quantities, in the order of the lines of `sold`. */
  readonly remaining: RemainingSale;
}

interface ReadOptions {
  readonly slice?: Slice | undefined;
  /** State at the issue of this refund. */
  readonly until?: IssuedInvoice | undefined;
}

/**
 * Reads the sales by corporate card that one summary refund returns (Technical Instruction for ESIR, 9.4). An earlier
 * summary whose days are all in the period counts by its own lines: a month whose lines do not fit on one receipt has
 * several summaries. An earlier summary that covers other days, too, counts as a refund of all sales that it covers,
 * because its lines do not show which of them they are of. Throws UnreadableRecord and DiskError.
 */
export async function readCardSales(
  books: Books,
  { environment, buyerId, period }: Summary,
  options: ReadOptions = {},
): Promise<CardSales> {
  const { ledger } = books;
  const { slice = unsliced, until } = options;
  const summaries: IssuedInvoice[] = [];
  const covering = new Set<IssuedInvoice>();
  /** Summaries that count by their own lines. */
  const counted = new Set<IssuedInvoice>();
  const sales: IssuedInvoice[] = [];
  const refunds: IssuedInvoice[] = [];
  const returned: Pick<Draft, 'lines' | 'total'>[] = [];
  // Newest first: the summaries that follow a sale are known before the sale.
  for await (const invoice of receiptsOfBuyer(ledger, { environment, buyerId, from: period.from }, { slice, until })) {
    const { draft } = invoice;
    if (summaryPeriodOf(draft) !== undefined) {
      if (await slice(() => isVoiding(ledger, invoice))) continue;
      if (!(await isVoided(books, invoice, { slice, ...(until && { until }) }))) summaries.push(invoice);
    } else if (isCardSale(draft) && isWithin(dayOf(invoice), period)) {
      sales.push(invoice);
      const ofSale = summaries.filter((one) => covers(one, invoice));
      for (const summary of ofSale) covering.add(summary);
      if (ofSale.some((one) => !isPartOf(one, period))) {
        returned.push(draft);
        continue;
      }
      for (const summary of ofSale) counted.add(summary);
      const { receipts = [] } = (await readRefunds(books, invoice, { slice, ...(until && { until }) })) ?? {};
      // A summary refers to one of its sales, too, and counts once.
      const single = receipts.filter(({ uuid }) => ofSale.every((one) => one.uuid !== uuid));
      refunds.push(...single);
      returned.push(...single.map((one) => one.draft));
    }
  }
  returned.push(...Array.from(counted, (one) => one.draft));
  sales.reverse();
  const sold = {
    lines: sales.flatMap(({ draft }) => draft.lines),
    total: sales.reduce((sum, { draft }) => sum + draft.total, 0),
  };
  return { sales, refunds: [...covering, ...refunds], sold, returned, remaining: remainingOf(sold, returned) };
}

/** The summary refund that returned this sale; undefined for another sale, and where there is none. */
export async function summaryCovering(
  books: Books,
  sale: IssuedInvoice,
  options: ReadOptions = {},
): Promise<IssuedInvoice | undefined> {
  const { environment, draft, uuid } = sale;
  const { buyerId } = draft;
  if (buyerId === null || !isCardSale(draft)) return undefined;
  const { ledger } = books;
  const { slice = unsliced, until } = options;
  for await (const one of receiptsOfBuyer(ledger, { environment, buyerId, from: dayOf(sale) }, { slice, until })) {
    if (one.uuid === uuid) return undefined;
    if (!covers(one, sale) || (await slice(() => isVoiding(ledger, one)))) continue;
    if (!(await isVoided(books, one, { slice, ...(until && { until }) }))) return one;
  }
  return undefined;
}

interface OfBuyer {
  readonly environment: Environment;
  readonly buyerId: string;
  /** Day, 20261121. */
  readonly from: number;
}

/**
 * Normal receipts of a buyer from a day on, newest first, each read as a slice. `until`: only those before this
 * receipt, which may be of another buyer.
 */
async function* receiptsOfBuyer(
  ledger: Ledger,
  { environment, buyerId, from }: OfBuyer,
  { slice = unsliced, until }: ReadOptions,
): AsyncGenerator<IssuedInvoice, void, void> {
  const page = { environment, invoiceType: 'Normal', buyer: buyerId, from, skip: 0, limit: MAX_READ } as const;
  const sequence = await ledger.invoiceSequence(page, { slice });
  let isEarlier = until === undefined;
  for (;;) {
    const next = await slice(() => sequence.next());
    if (next.done === true) return;
    const { uuid, createdAt } = next.value;
    isEarlier ||= until !== undefined && createdAt < until.createdAt;
    if (isEarlier) yield next.value;
    else isEarlier = uuid === until?.uuid;
  }
}

/** True for a receipt that voids a refund: its optional field repeats that of the voided one. */
async function isVoiding(ledger: Ledger, { environment, draft }: IssuedInvoice): Promise<boolean> {
  const referent = await findByNumber(ledger, draft.referentNumber ?? '');
  return referent?.environment === environment && referent.draft.transactionType === 'Refund';
}

/** Uuid of the newest Normal receipt of a buyer. */
export async function newestOf(
  ledger: Ledger,
  { environment, buyerId }: Pick<Summary, 'environment' | 'buyerId'>,
): Promise<string | undefined> {
  const page = { environment, invoiceType: 'Normal', buyer: buyerId, skip: 0, limit: 1 } as const;
  const [newest] = await ledger.invoices(page);
  return newest?.uuid;
}

/** What was read about a buyer: as of which receipt, and for which period. */
interface ReadOf extends Pick<Summary, 'environment' | 'buyerId'> {
  /** Uuid of the newest Normal receipt of the buyer; undefined when there was none. */
  readonly newest: string | undefined;
  /** Undefined when it is compared with no sales of a period. */
  readonly period: CardPeriod | undefined;
}

/**
 * True when no Normal receipt was issued to the buyer since that changes what was read: no refund, and no sale by
 * corporate card in the period. False also after very many receipts. It reads them at once, since the caller holds the
 * processor.
 */
export async function isUnchanged(ledger: Ledger, { environment, buyerId, newest, period }: ReadOf): Promise<boolean> {
  const page = { environment, invoiceType: 'Normal', buyer: buyerId, skip: 0, limit: MAX_NEWER } as const;
  const sequence = await ledger.invoiceSequence(page, { slice: unsliced });
  let count = 0;
  for await (const invoice of sequence) {
    if (invoice.uuid === newest) return true;
    const { draft } = invoice;
    if (draft.transactionType === 'Refund') return false;
    if (period !== undefined && isCardSale(draft) && isWithin(dayOf(invoice), period)) return false;
    count += 1;
  }
  return newest === undefined && count < MAX_NEWER;
}

function covers({ draft }: IssuedInvoice, sale: IssuedInvoice): boolean {
  const period = summaryPeriodOf(draft);
  return period !== undefined && isWithin(dayOf(sale), period);
}

/** True for a summary of these days or some of them, whose sales are all among those of the period. */
function isPartOf({ draft }: IssuedInvoice, { from, to }: CardPeriod): boolean {
  const own = summaryPeriodOf(draft);
  return own !== undefined && from <= own.from && own.to <= to;
}

function isWithin(day: number, { from, to }: CardPeriod): boolean {
  return from <= day && day <= to;
}

/** Day of the PFR time, 20261121. */
function dayOf({ signature }: IssuedInvoice): number {
  return dayNumber(localTime(signature.time).slice(0, 10));
}
