/**
 * Reports on turnover: by period, by day, by item and by tax.
 *
 * The totals of each day are counted by the ledger and only summed up here (`reports.ts`). Items and taxes are added up
 * from the receipts themselves (`itemSales.ts`), in short slices so that sales go first. A refund that
 * only closes an advance returns no money; `closedAdvances.ts` separates such refunds from the others.
 */
export { type ClosedAdvances, closedAdvances, MOST_RECEIPTS, sumOfClosed, withoutClosings } from './closedAdvances.js';
export { type ItemReport, itemSales, type ItemSalesFault } from './itemSales.js';
export { ACCOUNTING_RULE, dailyTurnover, summarize, type Summary } from './reports.js';
