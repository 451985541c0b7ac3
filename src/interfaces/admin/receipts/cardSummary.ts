import { cardPeriodField, cardPeriodOf } from '../../../contract/index.js';
import {
  defineMessages,
  failed,
  isLocalDate,
  type LocalTime,
  localTime,
  type Message,
  ok,
  type Para,
  type Result,
} from '../../../base/index.js';
import { readCardSales, summaryLines, type SummaryLine } from '../../../sales/invoicing/index.js';
import { text } from '../fields.js';
import { type AdminDeps, operation } from '../operation.js';
import { BAD_DAY } from '../reports/figures.js';
import { type ReceiptRow, receiptRow } from './find.js';

const MESSAGES = defineMessages('cards', {
  notInMonth: {
    en: 'Both days must be in the same month, and the first must not be later than the last.',
    sr: 'Оба дана морају бити у истом месецу, а први не може бити после последњег.',
  },
});

/** Maximum earlier refunds that are listed. */
const MAX_LISTED = 25;

/** What a summary refund of corporate cards must return (Technical Instruction for ESIR, 9.4). */
export interface CardSummary {
  /** Number of sales by corporate card in the period. */
  readonly sales: number;
  /** Value for the optional field, `60:01032022_31032022`. */
  readonly optionalField: string;
  /** The last of the sales, which the refund names; null where there is none. */
  readonly last: { readonly number: string; readonly time: LocalTime } | null;
  /** The remaining quantities of the sales, and their total. */
  readonly lines: readonly SummaryLine[];
  readonly total: Para;
  /** Refunds that reduce the rest, at most {@link MAX_LISTED}. */
  readonly refunds: readonly ReceiptRow[];
}

/**
 * Adds up the sales by corporate card of a buyer in the active environment. `buyer`: buyer id; `from` and `to`: days of
 * one month.
 */
export const summarizeCards = operation({
  permission: 'turnover',
  isReadOnly: true,
  input: { buyer: text, from: text, to: text },
  async run(
    { ledger, settings, invoicing }: Pick<AdminDeps, 'ledger' | 'settings' | 'invoicing'>,
    { buyer, from, to },
  ): Promise<Result<CardSummary, Message>> {
    if (![from, to].every(isLocalDate)) return failed(BAD_DAY);
    const optionalField = cardPeriodField(from, to);
    const period = cardPeriodOf(optionalField);
    if (period === undefined) return failed(MESSAGES.notInMonth);
    const { environment } = settings.now;
    const { slice } = invoicing.salesFirst;
    const summary = { environment, buyerId: buyer, period };
    const { sales, refunds, sold, remaining } = await readCardSales({ ledger, settings }, summary, { slice });
    const last = sales.at(-1);
    const lines = summaryLines(sold.lines, remaining.quantities);
    return ok({
      sales: sales.length,
      optionalField,
      last: last ? { number: last.signature.invoiceNumber, time: localTime(last.signature.time) } : null,
      lines,
      total: lines.reduce((sum, { total }) => sum + total, 0),
      refunds: refunds.slice(0, MAX_LISTED).map(receiptRow),
    });
  },
});
