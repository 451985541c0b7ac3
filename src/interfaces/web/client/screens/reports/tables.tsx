import type { JSX } from 'preact';
import type { Answer } from '../../../../admin/index.js';
import { type Loaded, Show } from '../../components/load.js';
import { day, quantity, rateText } from '../../components/valueText.js';
import { t } from '../../text/language.js';
import { REPORTS } from '../../text/reports.js';
import type { Period } from './periodChoice.js';
import { ReportTable } from './table.js';

type Report = Answer<'reports.show'>;
/** A table as the box describes it; the page knows no report by name. */
type Table = Report['tables'][number];
type Cell = Table['rows'][number][number];
type Kind = Table['columns'][number]['kind'];

interface TableProps {
  readonly period: Period;
}

/**
 * Tables that the ledger has counted. Days, which a report of one day leaves out, have the whole width; the others are
 * in two columns.
 */
export function SumTables({ tables, period }: TableProps & Pick<Report, 'tables'>): JSX.Element {
  const isWide = ({ columns }: Table): boolean => columns[0]?.kind === 'date';
  const others = tables.filter((table) => !isWide(table));
  const half = Math.ceil(others.length / 2);
  return (
    <>
      {period.from !== period.to &&
        tables.filter(isWide).map((table) => <Shown key={table.name} table={table} period={period} />)}
      <div class="cards">
        {[others.slice(0, half), others.slice(half)].map((column, at) => (
          <div key={at}>
            {column.map((table) => (
              <Shown key={table.name} table={table} period={period} />
            ))}
          </div>
        ))}
      </div>
    </>
  );
}

interface ReceiptTablesProps {
  readonly report: Loaded<Report>;
}

/** Items and taxes. Requested separately, because the box reads every receipt of the period for them. */
export function ReceiptTables({ period, report }: TableProps & ReceiptTablesProps): JSX.Element {
  if (report.value === undefined && report.fault === undefined) return <p class="loading">{t(REPORTS.slow)}</p>;
  return (
    <Show loaded={report}>
      {({ tables }) => (
        <>
          {tables.map((table) => (
            <Shown key={table.name} table={table} period={period} />
          ))}
        </>
      )}
    </Show>
  );
}

function Shown({ table, period }: TableProps & { readonly table: Table }): JSX.Element {
  const { name, title, columns, rows, more, total } = table;
  const cellsOf = (cells: readonly Cell[]): readonly string[] =>
    cells.map((cell, at) => cellText(columns[at]?.kind ?? 'text', cell));
  const blanks = Array<string>(Math.max(0, columns.length - 2)).fill('');
  return (
    <ReportTable
      title={t(title)}
      table={name}
      period={period}
      columns={columns.map(({ heading, isNumber }) => ({ name: t(heading), isNumber }))}
      rows={rows.map(cellsOf)}
      foot={[...(more === null ? [] : [[t(REPORTS.others), ...blanks, more.sum]]), cellsOf(total)]}
    />
  );
}

/** Amounts arrive in the form of receipts, which is the same in every language. */
function cellText(kind: Kind, cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'string') return kind === 'date' ? day(cell) : cell;
  if ('sr' in cell) return t(cell);
  if ('rate' in cell) return rateText(cell);
  if ('quantity' in cell) return `${quantity(cell.quantity)} ${cell.unit}`;
  return cell.name === null ? cell.label : `${cell.label}: ${cell.name}`;
}
