import { type Environment, INVOICE_TYPES, type InvoiceType } from '../../base/fiscal.js';
import type { KeyFilter } from './filter.js';

/** What of an environment's receipts is asked for; days are Belgrade days, 20261121, inclusive. */
export interface InvoiceQuery {
  readonly environment: Environment;
  readonly invoiceType: InvoiceType | undefined;
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** What is remembered of a sealed segment, so that its index is opened only when it holds an answer. */
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
  readonly filter: KeyFilter;
}

/** The name of a kind of receipt in {@link SegmentSummary.counts}. */
export function countKey(environment: Environment, type: InvoiceType): string {
  return `${environment}/${type}`;
}

/** Does every receipt of the segment satisfy the days of the query? Then its counts are the answer. */
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
