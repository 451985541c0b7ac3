import { type Environment, INVOICE_TYPES, type InvoiceType, readPfrNumber } from '../../../contract/index.js';
import type { Para } from '../../../base/index.js';
import { hashOf, mixed } from './columns.js';
import { numberOf, textOf, type View } from './sql.js';

/** Bits and probes per key; the rate of false positives is 1 in 2,000. */
const BITS_PER_KEY = 16;
const PROBES = 11;

/**
 * A Bloom filter of the keys of one full segment. It rules out nearly every segment, so a look-up over years of
 * receipts opens only the index with the answer, and a new idempotency key opens none.
 */
export class BloomFilter {
  private constructor(private readonly bits: Uint8Array) {}

  /** Builds the filter from the hashes of the keys (`hashOf`). */
  static of(hashes: readonly number[]): BloomFilter {
    const bits = new Uint8Array(Math.ceil((hashes.length * BITS_PER_KEY) / 8));
    for (const hash of hashes) {
      const step = stepOf(hash);
      for (let i = 0; i < PROBES; i += 1) {
        const bit = (hash + i * step + wideningOf(i)) % (bits.length * 8);
        bits[bit >> 3] = (bits[bit >> 3] ?? 0) | (1 << (bit & 7));
      }
    }
    return new BloomFilter(bits);
  }

  static from(bytes: Uint8Array): BloomFilter {
    return new BloomFilter(bytes);
  }

  /** False when the key is certainly absent. */
  mayHold(key: string): boolean {
    const { bits } = this;
    if (bits.length === 0) return false;
    const bytes = Buffer.from(key);
    const hash = hashOf(bytes, 0, bytes.length);
    const step = stepOf(hash);
    for (let i = 0; i < PROBES; i += 1) {
      const bit = (hash + i * step + wideningOf(i)) % (bits.length * 8);
      if (((bits[bit >> 3] ?? 0) & (1 << (bit & 7))) === 0) return false;
    }
    return true;
  }

  get bytes(): Uint8Array {
    return this.bits;
  }
}

/** Distance from one probe of a key to the next; odd, because the number of bits is even. */
function stepOf(hash: number): number {
  return (mixed(hash ^ 0x5bd1e995) | 1) >>> 0;
}

/**
 * How much further probe `i` is than with equal steps (enhanced double hashing, Dillinger and Manolios 2004). In a
 * small filter, two keys with equal steps would otherwise share most of their bits.
 */
function wideningOf(i: number): number {
  return (i * i * i - i) / 6;
}

/** Keys to look up receipts by. All given keys must match exactly. */
interface InvoiceKeys {
  readonly clientRequestId?: string | undefined;
  /** PFR number. */
  readonly number?: string | undefined;
  /** PFR number of the referenced receipt. */
  readonly referent?: string | undefined;
  readonly buyer?: string | undefined;
  readonly cashier?: string | undefined;
  readonly total?: Para | undefined;
}

/** Selects receipts of an environment. */
export interface InvoiceQuery extends InvoiceKeys {
  readonly environment: Environment;
  readonly invoiceType?: InvoiceType | undefined;
  /** Belgrade days, 20261121, inclusive. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Only records with a sequence below this one. */
  readonly before?: number | undefined;
}

/** True when the query has a key; then counts of a whole segment do not answer it. */
export function hasKeys({ clientRequestId, number, referent, buyer, cashier, total }: InvoiceQuery): boolean {
  return [clientRequestId, number, referent, buyer, cashier, total].some((key) => key !== undefined);
}

/** Summary of a full segment, so that its index is opened only when it may contain an answer. */
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

/**
 * True when days and sequences of the query include the whole segment. Without keys, its counts are then the answer.
 */
export function coversAll(
  summary: SegmentSummary,
  { from = 0, to = Infinity, before = Infinity }: InvoiceQuery,
): boolean {
  return from <= summary.minDay && to >= summary.maxDay && before > summary.lastSequence;
}

/**
 * True when the segment may contain a match. Totals are not checked, because a filter of them would be as large as the
 * rest.
 */
export function mayHold(summary: SegmentSummary, query: InvoiceQuery): boolean {
  const { from = 0, to = Infinity, before = Infinity, number, clientRequestId, referent, cashier, buyer } = query;
  if (from > summary.maxDay || to < summary.minDay || before <= summary.firstSequence) return false;
  if (number !== undefined && !mayHoldNumber(summary, number)) return false;
  return [clientRequestId, referent, cashier, buyer].every((key) => key === undefined || summary.filter.mayHold(key));
}

function mayHoldNumber({ counters }: SegmentSummary, number: string): boolean {
  const parts = readPfrNumber(number);
  const [low, high] = counters[parts?.requestedBy ?? ''] ?? [1, 0];
  return parts !== undefined && low <= parts.counter && parts.counter <= high;
}

/** Number of receipts of a whole segment that match the query's environment and type. */
export function countOf(summary: SegmentSummary, query: InvoiceQuery): number {
  const types: readonly InvoiceType[] = query.invoiceType === undefined ? INVOICE_TYPES : [query.invoiceType];
  return types.reduce((sum, type) => sum + (summary.counts[countKey(query.environment, type)] ?? 0), 0);
}

export const SEGMENTS_SCHEMA = `
CREATE TABLE segment (
  segment INTEGER PRIMARY KEY, first INTEGER, last INTEGER, min_day INTEGER, max_day INTEGER, counts TEXT, counters TEXT, filter BLOB
);
`;

export function storeSummary(view: View, summary: SegmentSummary): void {
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
  // The filter is read as text, since sql.js copies a blob byte by byte; at a million receipts that is a fifth of the
  // start.
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
