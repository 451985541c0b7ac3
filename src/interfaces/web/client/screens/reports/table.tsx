import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Input } from '../../../../admin/index.js';
import { operate } from '../../net/http.js';
import type { Fault } from '../../net/reply.js';
import { Button } from '../../components/button.js';
import { download } from '../../components/fileButton.js';
import { FaultNotice, useFault } from '../../components/notice.js';
import { COMMON } from '../../text/common.js';
import { Table } from '../../components/table.js';
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
  const isolated = (cells: readonly string[]): JSX.Element[] => cells.map((cell, at) => <bdi key={at}>{cell}</bdi>);
  return (
    <section class="card report">
      <header class="screen-head">
        <h2>{title}</h2>
        {rows.length > 0 && <CsvButton title={title} table={table} period={period} />}
      </header>
      {rows.length === 0 ? (
        <p class="muted">{t(REPORTS.nothing)}</p>
      ) : (
        <Table
          label={title}
          columns={columns}
          rows={[...rows, ...foot].map(isolated)}
          rowClass={(row) => (row >= FIRST && row < rows.length && !isWhole ? 'on-paper' : undefined)}
        />
      )}
      {rows.length > FIRST && !isWhole && (
        <Button class="screen-only" text={t(REPORTS.showAll, { count: rows.length })} onClick={() => setWhole(true)} />
      )}
    </section>
  );
}

function CsvButton({ title, table, period }: Pick<ReportTableProps, 'title' | 'table' | 'period'>): JSX.Element {
  const [fault, checked] = useFault();
  const { from, to } = period;
  const fetchFile = async (): Promise<void> => {
    const reply = checked(await operate('reports.csv', { table, from, to }));
    if (reply.ok) download(`${table}-${from}-${to}.csv`, reply.value.text, 'text/csv;charset=utf-8');
  };
  return (
    <div class="screen-only">
      <Button text={t(COMMON.csv)} onClick={fetchFile} label={t(REPORTS.csvOf, { table: title })} />
      <FaultNotice fault={fault} />
    </div>
  );
}

interface PdfButtonProps {
  readonly period: Period;
  /** Undefined after success. */
  readonly onFault: (fault: Fault | undefined) => void;
}

/** Downloads the report as drawn by the box, with the header of the shop, in the language of the page. */
export function PdfButton({ period: { from, to }, onFault }: PdfButtonProps): JSX.Element {
  const fetchFile = async (): Promise<void> => {
    const reply = await operate('reports.pdf', { from, to, language: language.value });
    onFault(reply.ok ? undefined : reply.error);
    if (!reply.ok) return;
    const bytes = Uint8Array.from(atob(reply.value.pdf), (character) => character.charCodeAt(0));
    download(`promet-${from}-${to}.pdf`, bytes, 'application/pdf');
  };
  return <Button text={t(REPORTS.pdf)} onClick={fetchFile} />;
}
