/** Turnover by period, by day and by item; taxes, and what of the refunds went back to buyers. */
export { type ClosedAdvances, closedAdvances, sumOfClosed, withoutClosings } from './closedAdvances.js';
export { MOST_RECEIPTS } from './dayReceipts.js';
export { type ItemReport, itemSales, type ItemSalesFault } from './itemSales.js';
export { ACCOUNTING_RULE, dailyTurnover, summarize, type Summary } from './reports.js';
