/** Turnover by period, by day and by item. */
export { type ItemReport, itemSales, type ItemSalesFault, MOST_RECEIPTS } from './itemSales.js';
export { ACCOUNTING_RULE, dailyTurnover, summarize, type Summary } from './reports.js';
