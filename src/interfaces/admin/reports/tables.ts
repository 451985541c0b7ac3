import { failed, type Message, ok, type Result } from '../../../base/index.js';
import type { Period } from '../../../platform/ledger/index.js';
import { guarded, spreadsheetText } from '../../../shop/catalogue/index.js';
import {
  isReceiptTable,
  RECEIPT_TABLES,
  type ReportTable,
  type ShownTable,
  SUM_TABLES,
  TABLE_NAMES,
  type TableName,
} from '../../../shop/reports/index.js';
import { oneOf, optional, text } from '../fields.js';
import { type AdminParts, operation } from '../operation.js';
import { type Days, daysOf, type FigureParts, itemReportOf, periodOf, quickSums, sumsOf } from './figures.js';

type ReportParts = FigureParts & Pick<AdminParts, 'now' | 'health'>;

/** A table of a report for people. */
interface NamedTable extends ShownTable {
  readonly name: TableName;
}

interface ShownReport extends Days {
  readonly environment: Period['environment'];
  readonly tables: readonly NamedTable[];
}

interface RowsOfReport extends Days {
  readonly environment: Period['environment'];
  /** Amounts in RSD. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** RSD, of rows beyond those listed; absent for a table that lists all. */
  readonly others?: number;
}

/** A table together with its figures. */
type View = <T>(of: <F>(table: ReportTable<F>, figures: F) => T) => T;

async function viewOf(
  parts: ReportParts,
  name: TableName,
  days: Days,
  gone: AbortSignal,
): Promise<Result<View, Message>> {
  const period = periodOf(parts, days);
  if (!period.ok) return period;
  if (!isReceiptTable(name)) {
    const sums = await sumsOf(parts, period.value, gone);
    return sums.ok ? ok((of) => of(SUM_TABLES[name], sums.value)) : sums;
  }
  const report = await itemReportOf(parts, period.value, gone);
  if (!report.ok) return failed(report.error.message);
  const figures = { sums: quickSums(parts, period.value), report: report.value };
  return ok((of) => of(RECEIPT_TABLES[name], figures));
}

const DAYS = { from: optional(text), to: optional(text) };

/**
 * Tables of a report for people: `sums` are those that the ledger has counted, `receipts` those that take as long as
 * reading all receipts of the period. Sales go first meanwhile. A missing day is today.
 */
export const showReport = operation({
  permission: 'turnover',
  isReadOnly: true,
  ask: { of: oneOf(['sums', 'receipts', ...TABLE_NAMES]), ...DAYS },
  async run(parts: ReportParts, ask, _tell, gone): Promise<Result<ShownReport, Message>> {
    const days = daysOf(parts, ask);
    const tables = await tablesOf(parts, ask.of, days, gone);
    return tables.ok ? ok({ ...days, environment: parts.settings.now.environment, tables: tables.value }) : tables;
  },
});

async function tablesOf(
  parts: ReportParts,
  of: TableName | 'sums' | 'receipts',
  days: Days,
  gone: AbortSignal,
): Promise<Result<readonly NamedTable[], Message>> {
  const period = periodOf(parts, days);
  if (!period.ok) return period;
  if (of === 'sums') {
    const sums = quickSums(parts, period.value);
    return ok(shown(SUM_TABLES, sums));
  }
  if (of === 'receipts') {
    const report = await itemReportOf(parts, period.value, gone);
    if (!report.ok) return failed(report.error.message);
    return ok(shown(RECEIPT_TABLES, { sums: quickSums(parts, period.value), report: report.value }));
  }
  const view = await viewOf(parts, of, days, gone);
  return view.ok ? ok([{ name: of, ...view.value((table, figures) => table.screen(figures)) }]) : view;
}

/** The tables of a list as a page shows them. */
function shown<Name extends TableName, Figures>(
  tables: Readonly<Record<Name, ReportTable<Figures>>>,
  figures: Figures,
): readonly NamedTable[] {
  return TABLE_NAMES.filter((name): name is Name => Object.hasOwn(tables, name)).map((name) => ({
    name,
    ...tables[name].screen(figures),
  }));
}

/** The rows of one table as JSON. A missing day is today. */
export const reportRows = operation({
  permission: 'turnover',
  isReadOnly: true,
  ask: { table: oneOf(TABLE_NAMES), ...DAYS },
  async run(parts: ReportParts, { table: name, ...given }, _tell, gone): Promise<Result<RowsOfReport, Message>> {
    const days = daysOf(parts, given);
    const view = await viewOf(parts, name, days, gone);
    if (!view.ok) return view;
    const { environment } = parts.settings.now;
    return ok({ ...days, environment, ...view.value((table, figures) => table.json(figures)) });
  },
});

/**
 * A table as a file for a Serbian spreadsheet: UTF-8 with a byte order mark, semicolons, decimal commas, CRLF.
 * A missing day is today.
 */
export const reportCsv = operation({
  permission: 'turnover',
  isReadOnly: true,
  ask: { table: oneOf(TABLE_NAMES), ...DAYS },
  async run(
    parts: ReportParts,
    { table: name, ...given },
    _tell,
    gone,
  ): Promise<Result<{ readonly text: string }, Message>> {
    const view = await viewOf(parts, name, daysOf(parts, given), gone);
    if (!view.ok) return view;
    const { heading, kinds, rows } = view.value((table, figures) => table.file(figures));
    const cells = rows.map((row) => row.map((cell, at) => (kinds[at] === 'text' ? guarded(cell) : cell)));
    return ok({ text: spreadsheetText([heading, ...cells]) });
  },
});
