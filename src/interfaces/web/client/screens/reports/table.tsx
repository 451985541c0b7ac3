import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Input } from '../../../../admin/index.js';
import { operate } from '../../net/http.js';
import type { Fault } from '../../net/reply.js';
import { Button } from '../../components/button.js';
import { FaultNotice } from '../../components/notice.js';
import { language, t } from '../../text/language.js';
import { REPORTS } from '../../text/reports.js';
import type { Period } from './periodChoice.js';

interface ReportColumn {
  readonly name: string;
  readonly isNumber: boolean;
}

interface ReportTableProps {
  readonly title: string;
  readonly columns: readonly ReportColumn[];
  readonly rows: readonly (readonly string[])[];
  /** Sums below the rows, such as the total. */
  readonly foot: readonly (readonly string[])[];
  /** Names the file with the same content. */
  readonly table: Input<'reports.csv'>['table'];
  readonly period: Period;
}

/** Rows that are shown until the person asks for all; paper has all of them. */
const FIRST = 25;

/** A table of a report, which can be downloaded as a file for a spreadsheet. */
export function ReportTable({ title, columns, rows, foot, table, period }: ReportTableProps): JSX.Element {
  const [isWhole, setWhole] = useState(false);
  const cellClass = (place: number): string | undefined => (columns[place]?.isNumber === true ? 'number' : undefined);
  const rowOf = (cells: readonly string[], row: number, className?: string): JSX.Element => (
    <tr key={row} class={className}>
      {cells.map((cell, place) => (
        <td key={place} class={cellClass(place)}>
          <bdi>{cell}</bdi>
        </td>
      ))}
    </tr>
  );
  return (
    <section class="card report">
      <header class="screen-head">
        <h2>{title}</h2>
        {rows.length > 0 && <CsvButton title={title} table={table} period={period} />}
      </header>
      {rows.length === 0 ? (
        <p class="muted">{t(REPORTS.nothing)}</p>
      ) : (
        <div class="table" tabIndex={0} role="region" aria-label={title}>
          <table>
            <thead>
              <tr>
                {columns.map(({ name }, place) => (
                  <th key={name} scope="col" class={cellClass(place)}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((cells, row) => rowOf(cells, row, row >= FIRST && !isWhole ? 'on-paper' : undefined))}
            </tbody>
            {/* Not a tfoot, which browsers print on each page. */}
            <tbody>{foot.map((cells, row) => rowOf(cells, row))}</tbody>
          </table>
        </div>
      )}
      {rows.length > FIRST && !isWhole && (
        <Button class="screen-only" onClick={() => setWhole(true)}>
          {t(REPORTS.showAll, { count: rows.length })}
        </Button>
      )}
    </section>
  );
}

function CsvButton({ title, table, period }: Pick<ReportTableProps, 'title' | 'table' | 'period'>): JSX.Element {
  const [fault, setFault] = useState<Fault>();
  const { from, to } = period;
  const download = async (): Promise<void> => {
    const reply = await operate('reports.csv', { table, from, to });
    setFault(reply.ok ? undefined : reply.error);
    if (reply.ok) save(new Blob([reply.value.text], { type: 'text/csv;charset=utf-8' }), `${table}-${from}-${to}.csv`);
  };
  return (
    <div class="screen-only">
      <Button onClick={download} label={t(REPORTS.csvOf, { table: title })}>
        {t(REPORTS.csv)}
      </Button>
      <FaultNotice fault={fault} />
    </div>
  );
}

/** Downloads a file. */
function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

interface PdfButtonProps {
  readonly period: Period;
  /** Undefined after success. */
  readonly onFault: (fault: Fault | undefined) => void;
}

/** Downloads the report as drawn by the box, with the header of the shop, in the language of the page. */
export function PdfButton({ period: { from, to }, onFault }: PdfButtonProps): JSX.Element {
  const download = async (): Promise<void> => {
    const reply = await operate('reports.pdf', { from, to, language: language.value });
    onFault(reply.ok ? undefined : reply.error);
    if (!reply.ok) return;
    const bytes = Uint8Array.from(atob(reply.value.pdf), (character) => character.charCodeAt(0));
    save(new Blob([bytes], { type: 'application/pdf' }), `promet-${from}-${to}.pdf`);
  };
  return <Button onClick={download}>{t(REPORTS.pdf)}</Button>;
}
