import type { Slice } from '../../../base/index.js';
import type { InvoiceIndex, InvoiceRef } from './invoices.js';
import type { RowKey } from './indexFiles.js';
import { countOf, coversAll, hasKeys, type InvoiceQuery, mayHold, type SegmentSummary } from './summary.js';

/**
 * Maximum number of indexes opened only to count: those of the segments in which the days of the query begin and end.
 */
const OPENED_TO_COUNT = 2;

/** The segments that a search reads. */
export interface IndexedSegments {
  /** Newest first. */
  segments(): number[];
  /** Undefined for a segment whose index is in memory. */
  summaryOf(segment: number): SegmentSummary | undefined;
  /** With a key the index may lack the rows of other keys. */
  withIndex<T>(segment: number, work: (index: InvoiceIndex) => T, key?: RowKey): Promise<T>;
}

/** How a search over many segments yields to other work. */
export interface SearchManner {
  /** Does the work on one segment; by default all work is done at once. */
  readonly slice?: Slice | undefined;
  /** Aborted when the client no longer waits; the search then ends with the results so far. */
  readonly signal?: AbortSignal | undefined;
}

const atOnce: Slice = async (work) => work();

/**
 * Newest first, by order of issue. A segment whose summary rules it out, or whose counts are sufficient, is not opened.
 */
export async function searchPage(
  source: IndexedSegments,
  query: InvoiceQuery,
  { skip, limit }: { readonly skip: number; readonly limit: number },
  { slice = atOnce, signal }: SearchManner = {},
): Promise<InvoiceRef[]> {
  const refs: InvoiceRef[] = [];
  const key = rowKeyOf(query);
  let left = skip;
  for (const segment of source.segments()) {
    if (refs.length >= limit || signal?.aborted === true) break;
    const summary = source.summaryOf(segment);
    if (summary !== undefined && !mayHold(summary, query)) continue;
    const known = summary === undefined ? undefined : wholeCount(summary, query);
    if (known !== undefined && known <= left) {
      left -= known;
      continue;
    }
    const [wanted, start] = [limit - refs.length, left];
    const search = (index: InvoiceIndex): number => {
      const found = index.page(query, start, wanted);
      refs.push(...found);
      return found.length > 0 || start === 0 ? 0 : start - Math.min(start, index.count(query));
    };
    left = await slice(() => source.withIndex(segment, search, key));
  }
  return refs;
}

/** Number of receipts; undefined when counting would open more than two indexes. */
export async function searchCount(
  source: IndexedSegments,
  query: InvoiceQuery,
  { slice = atOnce }: SearchManner = {},
): Promise<number | undefined> {
  if (hasKeys(query)) return undefined;
  let count = 0;
  let opened = 0;
  for (const segment of source.segments()) {
    const summary = source.summaryOf(segment);
    if (summary !== undefined && !mayHold(summary, query)) continue;
    const known = summary === undefined ? undefined : wholeCount(summary, query);
    if (known === undefined && summary !== undefined) opened += 1;
    if (opened > OPENED_TO_COUNT) return undefined;
    count += known ?? (await slice(() => source.withIndex(segment, (index) => index.count(query))));
  }
  return count;
}

/** Undefined when the counts of the segment do not answer the query. */
function wholeCount(summary: SegmentSummary, query: InvoiceQuery): number | undefined {
  return coversAll(summary, query) && !hasKeys(query) ? countOf(summary, query) : undefined;
}

/** The key of the query that rules out most rows. */
function rowKeyOf({ clientRequestId, number, referent }: InvoiceQuery): RowKey | undefined {
  if (number !== undefined) return { name: 'number', key: number };
  if (clientRequestId !== undefined) return { name: 'request', key: clientRequestId };
  return referent === undefined ? undefined : { name: 'referent', key: referent };
}
