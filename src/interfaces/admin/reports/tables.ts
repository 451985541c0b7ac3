import { failed, type Message, ok, type Result, sumToRsd } from '../../../base/index.js';
import type { Period } from '../../../platform/ledger/index.js';
import { guarded, spreadsheetText } from '../../../shop/catalogue/index.js';
import {
  isReceiptTable,
  RECEIPT_TABLES,
  type ReportTable,
  type ShownTable,
  SUM_TABLES,
  sumOfClosed,
  TABLE_NAMES,
  type TableName,
} from '../../../shop/reports/index.js';
import { oneOf, optional, text } from '../fields.js';
import { type AdminDeps, operation } from '../operation.js';
import {
  type Days,
  daysOf,
  type FigureDeps,
  itemFaultMessage,
  itemReportOf,
  periodOf,
  quickSums,
  sumsOf,
} from './figures.js';

type ReportDeps = FigureDeps & Pick<AdminDeps, 'now' | 'health'>;

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

/** Renders a table with its figures, as a slice: a long one takes some milliseconds. */
type View = <T>(of: <F>(table: ReportTable<F>, figures: F) => T) => Promise<T>;

async function viewOf(
  deps: ReportDeps,
  name: TableName,
  days: Days,
  signal: AbortSignal,
): Promise<Result<View, Message>> {
  const { slice } = deps.invoicing.salePriority;
  const period = periodOf(deps, days);
  if (!period.ok) return period;
  if (!isReceiptTable(name)) {
    const sums = await sumsOf(deps, period.value, signal);
    return sums.ok ? ok((of) => slice(() => of(SUM_TABLES[name], sums.value))) : sums;
  }
  const report = await itemReportOf(deps, period.value, signal);
  if (!report.ok) return failed(itemFaultMessage(report.error));
  return ok((of) => slice(() => of(RECEIPT_TABLES[name], report.value)));
}

const DAYS = { from: optional(text), to: optional(text) };

/**
 * Tables of a report for people: `sums` are those that the ledger has counted, `receipts` those that take as long as
 * reading all receipts of the period. Sales go first meanwhile. A missing day is today.
 */
export const showReport = operation({
  permission: 'turnover',
  isReadOnly: true,
  input: { of: oneOf(['sums', 'receipts', ...TABLE_NAMES]), ...DAYS },
  async run(deps: ReportDeps, input, _tell, signal): Promise<Result<ShownReport, Message>> {
    const days = daysOf(deps, input);
    const tables = await tablesOf(deps, input.of, days, signal);
    return tables.ok ? ok({ ...days, environment: deps.settings.now.environment, tables: tables.value }) : tables;
  },
});

async function tablesOf(
  deps: ReportDeps,
  of: TableName | 'sums' | 'receipts',
  days: Days,
  signal: AbortSignal,
): Promise<Result<readonly NamedTable[], Message>> {
  const period = periodOf(deps, days);
  if (!period.ok) return period;
  if (of === 'sums') {
    const sums = quickSums(deps, period.value);
    return ok(shown(SUM_TABLES, sums));
  }
  if (of === 'receipts') {
    const report = await itemReportOf(deps, period.value, signal);
    if (!report.ok) return failed(itemFaultMessage(report.error));
    return ok(await deps.invoicing.salePriority.slice(() => shown(RECEIPT_TABLES, report.value)));
  }
  const view = await viewOf(deps, of, days, signal);
  if (!view.ok) return view;
  return ok([{ name: of, ...(await view.value((table, figures) => table.screen(figures))) }]);
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
  input: { table: oneOf(TABLE_NAMES), ...DAYS },
  async run(deps: ReportDeps, { table: name, ...given }, _tell, signal): Promise<Result<RowsOfReport, Message>> {
    const days = daysOf(deps, given);
    const view = await viewOf(deps, name, days, signal);
    if (!view.ok) return view;
    const { environment } = deps.settings.now;
    return ok({ ...days, environment, ...(await view.value((table, figures) => table.json(figures))) });
  },
});

/**
 * A table as a file for a Serbian spreadsheet: UTF-8 with a byte order mark, semicolons, decimal commas, CRLF.
 * A missing day is today.
 */
export const reportCsv = operation({
  permission: 'turnover',
  isReadOnly: true,
  input: { table: oneOf(TABLE_NAMES), ...DAYS },
  async run(
    deps: ReportDeps,
    { table: name, ...given },
    _tell,
    signal,
  ): Promise<Result<{ readonly text: string }, Message>> {
    const view = await viewOf(deps, name, daysOf(deps, given), signal);
    if (!view.ok) return view;
    const { heading, kinds, rows } = await view.value((table, figures) => table.file(figures));
    const csv = (): string => {
      const cells = rows.map((row) => row.map((cell, at) => (kinds[at] === 'text' ? guarded(cell) : cell)));
      return spreadsheetText([heading, ...cells]);
    };
    return ok({ text: await deps.invoicing.salePriority.slice(csv) });
  },
});

interface RefundSum {
  readonly count: number;
  /** RSD, positive. */
  readonly amount: number;
}

/** The refunds of a period: both together are the `refunds` of the summary. */
interface RefundReport {
  /** Refunds that returned money to buyers. */
  readonly returned: RefundSum;
  /** Refunds issued only to close an advance; no money was returned. */
  readonly closedAdvances: RefundSum;
}

/** The refunds of a period that returned money to buyers. */
export const reportRefunds = operation({
  permission: 'turnover',
  isReadOnly: true,
  input: { from: text, to: text },
  async run(deps: FigureDeps, input, _tell, signal): Promise<Result<RefundReport, Message>> {
    const period = periodOf(deps, input);
    if (!period.ok) return period;
    const sums = await sumsOf(deps, period.value, signal);
    if (!sums.ok) return sums;
    const { refunds, refunded } = sums.value.summary.totals;
    const { count, amount } = sumOfClosed(sums.value.closed);
    return ok({
      returned: { count: refunds - count, amount: sumToRsd(refunded - amount) },
      closedAdvances: { count, amount: sumToRsd(amount) },
    });
  },
});
