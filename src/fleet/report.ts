import type { Client } from 'pg';
import { type Bilingual, failed, ok, type ParaSum, type Result } from '../base/index.js';
import { connectPostgres, postgresFault } from './postgres/connect.js';

/** What a report is broken down by; each is a view and its column. */
const VIEWS = {
  day: ['turnover_by_day', 'day::text'],
  shop: ['turnover_by_shop', 'shop'],
  box: ['turnover_by_box', 'box'],
  label: ['turnover_by_label', 'label'],
  payment: ['turnover_by_payment', 'payment_type'],
  cashier: ['turnover_by_cashier', 'cashier'],
} as const;

export type ReportBy = keyof typeof VIEWS;
export const REPORT_BY = Object.keys(VIEWS) as readonly ReportBy[];

export interface ReportOptions {
  /** URL, as libpq reads it. */
  readonly postgres: string;
  readonly environment: string;
  /** Days of Belgrade, `2026-11-21`, both included. */
  readonly from: string;
  readonly to: string;
  readonly by: ReportBy;
}

export interface FleetReport {
  readonly rows: readonly TurnoverRow[];
  readonly boxes: { readonly all: number; readonly silent: number; readonly failing: number; readonly waiting: number };
  /** Those that are open: the newest twenty, and how many there are. */
  readonly alarms: readonly OpenAlarm[];
  readonly openAlarms: number;
  readonly inDoubt: number;
  readonly missing: bigint;
}

export interface TurnoverRow {
  readonly name: string;
  readonly receipts: number;
  readonly amount: ParaSum;
  readonly refunds: number;
  readonly refunded: ParaSum;
}

export interface OpenAlarm {
  readonly id: string;
  readonly day: string;
  readonly kind: string;
  readonly box: string | null;
  readonly shop: string | null;
  readonly message: string;
  readonly receipts: readonly string[];
}

/** The turnover of a period and what an owner should look at. Fails with an English sentence. */
export async function report(options: ReportOptions): Promise<Result<FleetReport, Bilingual>> {
  let client: Client | undefined;
  try {
    client = await connectPostgres(options.postgres, { isIngester: false });
    return ok(await read(client, options));
  } catch (error) {
    return failed(postgresFault(error));
  } finally {
    await client?.end().catch(() => undefined);
  }
}

async function read(client: Client, { environment, from, to, by }: ReportOptions): Promise<FleetReport> {
  const [view, column] = VIEWS[by];
  const { rows } = await client.query<{
    name: string;
    receipts: string;
    amount: string;
    refunds: string;
    refunded: string;
  }>(
    `SELECT ${column} AS name, sum(receipts) AS receipts, sum(amount) AS amount, sum(refunds) AS refunds, sum(refunded) AS refunded
     FROM kasirbox.${view} WHERE environment = $1 AND day BETWEEN $2::date AND $3::date GROUP BY 1 ORDER BY 1`,
    [environment, from, to],
  );
  const boxes = await one(
    client,
    `SELECT count(*) AS all, count(*) FILTER (WHERE silent_for > interval '1 hour') AS silent,
       count(*) FILTER (WHERE has_failure) AS failing, count(*) FILTER (WHERE waiting > 0) AS waiting FROM kasirbox.box_health`,
  );
  const counts = await one(
    client,
    `SELECT (SELECT count(*) FROM kasirbox.alarms WHERE ended_at IS NULL) AS alarms,
       (SELECT count(*) FROM kasirbox.receipts_in_doubt WHERE environment = $1) AS in_doubt,
       (SELECT coalesce(sum(missing), 0) FROM kasirbox.numbers_missing WHERE environment = $1) AS missing`,
    [environment],
  );
  const alarms = await client.query<OpenAlarm>(
    `SELECT id, found_at::date::text AS day, kind, box, shop, message, receipts FROM kasirbox.alarms
     WHERE ended_at IS NULL ORDER BY found_at DESC, id DESC LIMIT 20`,
  );
  const number = (row: Readonly<Record<string, string>>, name: string): number => Number(row[name] ?? 0);
  return {
    rows: rows.map((row) => ({
      name: row.name,
      receipts: Number(row.receipts),
      amount: paraSum(row.amount),
      refunds: Number(row.refunds),
      refunded: paraSum(row.refunded),
    })),
    boxes: {
      all: number(boxes, 'all'),
      silent: number(boxes, 'silent'),
      failing: number(boxes, 'failing'),
      waiting: number(boxes, 'waiting'),
    },
    alarms: alarms.rows,
    openAlarms: number(counts, 'alarms'),
    inDoubt: number(counts, 'in_doubt'),
    missing: BigInt(counts['missing'] ?? 0),
  };
}

async function one(client: Client, query: string, values: unknown[] = []): Promise<Readonly<Record<string, string>>> {
  const { rows } = await client.query<Record<string, string>>(query, values);
  return rows[0] ?? {};
}

/** `123.45`, as the views have it, in para. */
function paraSum(rsd: string): ParaSum {
  return BigInt(rsd.replace('.', ''));
}
