import {
  type Environment,
  ENVIRONMENTS,
  INVOICE_TYPES,
  type InvoiceType,
  TRANSACTION_TYPES,
  type TransactionType,
} from '../../base/fiscal.js';
import type { SqlJsStatic } from 'sql.js';
import type { InvoiceRow } from '../invoice.js';
import { KeyFilter } from './filter.js';
import { numberOf, optionalTextOf, type Row, View } from './sql.js';

/** Where the record of a receipt lies. */
export interface InvoiceRef {
  readonly segment: number;
  readonly sequence: number;
  readonly offset: number;
  readonly length: number;
}

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

// One segment holds some 7,000 receipts, so a scan by type or day costs a millisecond; only look-ups get an index.
const SCHEMA = `
CREATE TABLE invoice (
  sequence INTEGER PRIMARY KEY, offset INTEGER, length INTEGER, uuid BLOB, environment INTEGER, type INTEGER,
  transaction_type INTEGER, day INTEGER, requested_by TEXT, total_counter INTEGER, number TEXT, request TEXT, referent TEXT
);
CREATE UNIQUE INDEX invoice_uuid ON invoice (uuid);
CREATE INDEX invoice_number ON invoice (number);
CREATE INDEX invoice_request ON invoice (request) WHERE request IS NOT NULL;
CREATE INDEX invoice_referent ON invoice (referent) WHERE referent IS NOT NULL;
`;

/** The keys under which a segment's filter knows a receipt. */
export function requestKey(environment: Environment, clientRequestId: string): string {
  return `request ${environment} ${clientRequestId}`;
}

export function referentKey({ environment, number }: Pick<Referent, 'environment' | 'number'>): string {
  return `referent ${environment} ${number}`;
}

/** What refers to a receipt: receipts of one kind that name its PFR number. */
export interface Referent {
  readonly environment: Environment;
  readonly number: string;
  readonly invoiceType: InvoiceType;
  readonly transactionType: TransactionType;
}

/** The index of one segment: a month, or a part of a busy one. Bodies stay in the log. */
export class InvoiceIndex {
  private constructor(
    readonly segment: number,
    private readonly view: View,
  ) {}

  static open(sql: SqlJsStatic, segment: number, image?: Uint8Array): InvoiceIndex {
    return new InvoiceIndex(segment, View.open(sql, SCHEMA, image));
  }

  add(row: InvoiceRow, ref: InvoiceRef): void {
    this.view.run('INSERT INTO invoice VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)', [
      ref.sequence,
      ref.offset,
      ref.length,
      row.uuid,
      ENVIRONMENTS.indexOf(row.environment),
      INVOICE_TYPES.indexOf(row.invoiceType),
      TRANSACTION_TYPES.indexOf(row.transactionType),
      row.day,
      row.requestedBy,
      row.totalCounter,
      row.invoiceNumber,
      row.clientRequestId,
      row.referentNumber,
    ]);
  }

  byUuid(uuid: Uint8Array): InvoiceRef | undefined {
    return this.ref(this.view.first('SELECT sequence, offset, length FROM invoice WHERE uuid = ?', [uuid]));
  }

  byNumber(number: string): InvoiceRef | undefined {
    return this.ref(this.view.first('SELECT sequence, offset, length FROM invoice WHERE number = ?', [number]));
  }

  byRequest(environment: Environment, clientRequestId: string): InvoiceRef | undefined {
    const query = 'SELECT sequence, offset, length FROM invoice WHERE request = ? AND environment = ?';
    return this.ref(this.view.first(query, [clientRequestId, ENVIRONMENTS.indexOf(environment)]));
  }

  /** In order of issue. */
  byReferent({ environment, number, invoiceType, transactionType }: Referent): InvoiceRef[] {
    const query = `SELECT sequence, offset, length FROM invoice
      WHERE referent = ? AND environment = ? AND type = ? AND transaction_type = ? ORDER BY sequence`;
    return this.view
      .all(query, [
        number,
        ENVIRONMENTS.indexOf(environment),
        INVOICE_TYPES.indexOf(invoiceType),
        TRANSACTION_TYPES.indexOf(transactionType),
      ])
      .flatMap((row) => this.ref(row) ?? []);
  }

  count(query: InvoiceQuery): number {
    const { where, parameters } = condition(query);
    const row = this.view.first(`SELECT count(*) AS n FROM invoice WHERE ${where}`, parameters);
    return row === undefined ? 0 : numberOf(row, 'n');
  }

  /** Newest first. */
  page(query: InvoiceQuery, skip: number, limit: number): InvoiceRef[] {
    const { where, parameters } = condition(query);
    return this.view
      .all(`SELECT sequence, offset, length FROM invoice WHERE ${where} ORDER BY sequence DESC LIMIT ? OFFSET ?`, [
        ...parameters,
        limit,
        skip,
      ])
      .flatMap((row) => this.ref(row) ?? []);
  }

  /** Undefined for a segment without receipts. */
  summary(): SegmentSummary | undefined {
    const bounds = this.view.first(
      'SELECT min(sequence) AS first, max(sequence) AS last, min(day) AS from_day, max(day) AS to_day FROM invoice',
    );
    if (bounds === undefined || bounds['first'] === null) return undefined;
    return {
      segment: this.segment,
      firstSequence: numberOf(bounds, 'first'),
      lastSequence: numberOf(bounds, 'last'),
      minDay: numberOf(bounds, 'from_day'),
      maxDay: numberOf(bounds, 'to_day'),
      counts: this.counts(),
      counters: this.counters(),
      filter: KeyFilter.of(this.keys()),
    };
  }

  image(): Uint8Array {
    return this.view.image();
  }

  close(): void {
    this.view.close();
  }

  private counts(): Record<string, number> {
    const rows = this.view.all('SELECT environment, type, count(*) AS n FROM invoice GROUP BY environment, type');
    return Object.fromEntries(
      rows.map((row) => [countKey(environmentOf(row), INVOICE_TYPES[numberOf(row, 'type')]), numberOf(row, 'n')]),
    );
  }

  private counters(): Record<string, [number, number]> {
    const rows = this.view.all(
      'SELECT requested_by, min(total_counter) AS low, max(total_counter) AS high FROM invoice GROUP BY requested_by',
    );
    return Object.fromEntries(
      rows.map((row) => [String(row['requested_by']), [numberOf(row, 'low'), numberOf(row, 'high')]]),
    );
  }

  private keys(): string[] {
    const rows = this.view.all('SELECT environment, request, referent FROM invoice');
    return rows.flatMap((row) => {
      const environment = environmentOf(row);
      const [request, number] = [optionalTextOf(row, 'request'), optionalTextOf(row, 'referent')];
      return [
        ...(request === null ? [] : [requestKey(environment, request)]),
        ...(number === null ? [] : [referentKey({ environment, number })]),
      ];
    });
  }

  private ref(row: Row | undefined): InvoiceRef | undefined {
    if (row === undefined) return undefined;
    return {
      segment: this.segment,
      sequence: numberOf(row, 'sequence'),
      offset: numberOf(row, 'offset'),
      length: numberOf(row, 'length'),
    };
  }
}

function environmentOf(row: Row): Environment {
  return ENVIRONMENTS[numberOf(row, 'environment')] ?? 'sandbox';
}

function countKey(environment: Environment, type: InvoiceType | undefined): string {
  return `${environment}/${type ?? ''}`;
}

function condition(query: InvoiceQuery): { where: string; parameters: number[] } {
  const terms: [string, number | undefined][] = [
    ['environment = ?', ENVIRONMENTS.indexOf(query.environment)],
    ['type = ?', query.invoiceType === undefined ? undefined : INVOICE_TYPES.indexOf(query.invoiceType)],
    ['day >= ?', query.from],
    ['day <= ?', query.to],
  ];
  const used = terms.filter((term): term is [string, number] => term[1] !== undefined);
  return { where: used.map(([term]) => term).join(' AND '), parameters: used.map(([, value]) => value) };
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
