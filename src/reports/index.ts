/** Turnover by period and by day. */
export { ACCOUNTING_RULE, dailyTurnover, summarize, type Summary } from './reports.js';
