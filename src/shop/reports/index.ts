/**
 * Reports on turnover: by period, by day, by item and by tax.
 *
 * Each table is described once (`tables.ts`): its columns, the kind of each, and the words in both languages. JSON of
 * the API, files for spreadsheets, PDFs, pages and the terminal are views of that description (`description.ts`).
 *
 * The totals of each day are counted by the ledger and only summed up here (`reports.ts`). Items and taxes are added up
 * from the receipts themselves (`itemSales.ts`). Both work in short slices, so that sales go first. A refund that only
 * closes an advance returns no money; `closedAdvances.ts` separates such refunds from the others.
 *
 * Read `tables.ts` first. A new report is an entry there.
 */
export { closedAdvances, MAX_RECEIPTS, sumOfClosed } from './closedAdvances.js';
export { type Kind, quantityText, type ShownCell } from './cells.js';
export type { ReportTable, ShownTable } from './description.js';
export { type ItemReport, itemSales, type ItemSalesFault } from './itemSales.js';
export { ACCOUNTING_RULE, reportTime, Sums } from './reports.js';
export { isReceiptTable, RECEIPT_TABLES, SUM_TABLES, TABLE_NAMES, type TableName } from './tables.js';
