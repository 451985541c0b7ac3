import { type Environment, INVOICE_TYPES, type InvoiceType } from '../../base/index.js';
import { BloomFilter } from './bloomFilter.js';
import { numberOf, textOf, type View } from './sql.js';

/** Which receipts of an environment are asked for; days are Belgrade days, 20261121, inclusive. */
export interface InvoiceQuery {
  readonly environment: Environment;
  readonly invoiceType: InvoiceType | undefined;
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** What is remembered of a full segment, so that its index is opened only when it holds an answer. */
export interface SegmentSummary {
  readonly segment: number;
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly minDay: number;
  readonly maxDay: number;
  /** Receipts by `environment/invoiceType`. */
  readonly counts: Readonly<Record<string, number>>;
  /** Lowest and highest total counter by JID. */
  readonly counters: Readonly<Record<string, readonly [number, number]>>;
  readonly filter: BloomFilter;
}

/** The name of a kind of receipt in {@link SegmentSummary.counts}. */
export function countKey(environment: Environment, type: InvoiceType): string {
  return `${environment}/${type}`;
}

/** Do all receipts of the segment lie in the days of the query? Then its counts are the answer. */
export function coversDays(summary: SegmentSummary, query: InvoiceQuery): boolean {
  return (query.from ?? 0) <= summary.minDay && (query.to ?? Number.MAX_SAFE_INTEGER) >= summary.maxDay;
}

/** May any receipt of the segment lie in the days of the query? */
export function meetsDays(summary: SegmentSummary, query: InvoiceQuery): boolean {
  return (query.from ?? 0) <= summary.maxDay && (query.to ?? Number.MAX_SAFE_INTEGER) >= summary.minDay;
}

/** Receipts of a whole segment that the query asks for by environment and type. */
export function countOf(summary: SegmentSummary, query: InvoiceQuery): number {
  const types: readonly InvoiceType[] = query.invoiceType === undefined ? INVOICE_TYPES : [query.invoiceType];
  return types.reduce((sum, type) => sum + (summary.counts[countKey(query.environment, type)] ?? 0), 0);
}

export const SEGMENTS_SCHEMA = `
CREATE TABLE segment (
  segment INTEGER PRIMARY KEY, first INTEGER, last INTEGER, min_day INTEGER, max_day INTEGER, counts TEXT, counters TEXT, filter BLOB
);
`;

export function putSummary(view: View, summary: SegmentSummary): void {
  view.run('INSERT OR REPLACE INTO segment VALUES (?, ?, ?, ?, ?, ?, ?, ?)', [
    summary.segment,
    summary.firstSequence,
    summary.lastSequence,
    summary.minDay,
    summary.maxDay,
    JSON.stringify(summary.counts),
    JSON.stringify(summary.counters),
    summary.filter.bytes,
  ]);
}

/** Newest first. */
export function summariesOf(view: View): SegmentSummary[] {
  // The filter as text, since sql.js copies a blob byte by byte: at a million receipts that is a fifth of the start.
  const columns = 'segment, first, last, min_day, max_day, counts, counters, hex(filter) AS filter';
  return view.all(`SELECT ${columns} FROM segment ORDER BY segment DESC`).map((row) => ({
    segment: numberOf(row, 'segment'),
    firstSequence: numberOf(row, 'first'),
    lastSequence: numberOf(row, 'last'),
    minDay: numberOf(row, 'min_day'),
    maxDay: numberOf(row, 'max_day'),
    counts: JSON.parse(textOf(row, 'counts')) as Record<string, number>,
    counters: JSON.parse(textOf(row, 'counters')) as Record<string, [number, number]>,
    filter: BloomFilter.from(Buffer.from(textOf(row, 'filter'), 'hex')),
  }));
}
