import type { Client } from 'pg';
import { type Bilingual, failed, ok, type ParaSum, type Result } from '../../base/index.js';
import type { Environment } from '../../contract/index.js';
import { connectPostgres, postgresFault } from './postgres/connect.js';

/**
 * The breakdowns of a report; each is a view and its column. `all` names the boxes in service, which are listed with 0,
 * too.
 */
const VIEWS = {
  day: { view: 'turnover_by_day', column: 'day::text', all: null },
  shop: { view: 'turnover_by_shop', column: 'shop', all: 'shop' },
  box: { view: 'turnover_by_box', column: `shop || ' ' || box`, all: `shop || ' ' || box` },
  label: { view: 'turnover_by_label', column: 'label', all: null },
  payment: { view: 'turnover_by_payment', column: 'payment_type', all: null },
  cashier: { view: 'turnover_by_cashier', column: 'cashier', all: null },
} as const;

type ReportBy = keyof typeof VIEWS;
export const REPORT_BY = Object.keys(VIEWS) as readonly ReportBy[];

export interface ReportOptions {
  /** URL in the format of libpq. */
  readonly postgres: string;
  readonly environment: Environment;
  /** Days in Belgrade time, `2026-11-21`, both included. */
  readonly from: string;
  readonly to: string;
  readonly by: ReportBy;
  /** Boxes with an account, with their shops; those without any message are reported. Empty where this is unknown. */
  readonly expected: readonly { readonly box: string; readonly shop: string }[];
  /** Hours without a message after which a box counts as silent. */
  readonly silentHours: number;
}

export interface FleetReport {
  readonly rows: readonly TurnoverRow[];
  readonly boxes: { readonly all: number; readonly retired: number };
  /** Boxes that need attention, by name. */
  readonly attention: readonly BoxAttention[];
  /** Minutes since the last message of any box; null: none was received so far. */
  readonly lastMessageMinutes: number | null;
  /** Receipts of the other environment in the same days. */
  readonly otherReceipts: number;
  /** The twenty newest open alarms, and the number of open ones. */
  readonly alarms: readonly OpenAlarm[];
  readonly openAlarms: number;
  readonly inDoubt: number;
  readonly missing: bigint;
}

interface TurnoverRow {
  readonly name: string;
  readonly receipts: number;
  readonly amount: ParaSum;
  readonly refunds: number;
  readonly refunded: ParaSum;
}

const ATTENTION_KINDS = ['never', 'silent', 'failing', 'refuses', 'waiting'] as const;

export interface BoxAttention {
  /**
   * `never`: it has an account, but sent no message. `refuses`: it refuses a version of its group. `waiting`: it has
   * records that wait for others.
   */
  readonly kind: (typeof ATTENTION_KINDS)[number];
  readonly shop: string;
  readonly box: string;
  /** For a silent box. */
  readonly minutes: number | null;
  /** The failure or refusal that a box reports; Serbian. */
  readonly problem: string | null;
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

/** The turnover of a period, and the problems for the owner's attention. */
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

async function read(client: Client, options: ReportOptions): Promise<FleetReport> {
  const { environment, from, to } = options;
  const counts = await one(
    client,
    `SELECT (SELECT count(*) FROM kasirbox.alarms WHERE ended_at IS NULL) AS alarms,
       (SELECT count(*) FROM kasirbox.receipts_in_doubt WHERE environment = $1) AS in_doubt,
       (SELECT coalesce(sum(missing), 0) FROM kasirbox.numbers_missing WHERE environment = $1) AS missing,
       (SELECT coalesce(sum(receipts), 0) FROM kasirbox.turnover_by_day
        WHERE environment <> $1 AND day BETWEEN $2::date AND $3::date) AS other,
       (SELECT count(*) FROM kasirbox.box_health WHERE NOT is_retired) AS boxes,
       (SELECT count(*) FROM kasirbox.box_health WHERE is_retired) AS retired,
       (SELECT floor(extract(epoch FROM min(silent_for)) / 60) FROM kasirbox.box_health) AS last_message`,
    [environment, from, to],
  );
  const alarms = await client.query<OpenAlarm>(
    `SELECT id, found_at::date::text AS day, kind, box, shop, message, receipts FROM kasirbox.alarms
     WHERE ended_at IS NULL ORDER BY found_at DESC, id DESC LIMIT 20`,
  );
  const number = (name: string): number => Number(counts[name] ?? 0);
  return {
    rows: await turnover(client, options),
    boxes: { all: number('boxes'), retired: number('retired') },
    attention: await attention(client, options),
    lastMessageMinutes: counts['last_message'] == null ? null : number('last_message'),
    otherReceipts: number('other'),
    alarms: alarms.rows,
    openAlarms: number('alarms'),
    inDoubt: number('in_doubt'),
    missing: BigInt(counts['missing'] ?? 0),
  };
}

async function turnover(client: Client, { environment, from, to, by }: ReportOptions): Promise<TurnoverRow[]> {
  const { view, column, all } = VIEWS[by];
  const { rows } = await client.query<Record<keyof TurnoverRow, string>>(
    `SELECT name, sum(receipts) AS receipts, sum(amount)::numeric(40, 2) AS amount, sum(refunds) AS refunds,
       sum(refunded)::numeric(40, 2) AS refunded
     FROM (SELECT ${column} AS name, receipts, amount, refunds, refunded FROM kasirbox.${view}
           WHERE environment = $1 AND day BETWEEN $2::date AND $3::date
           ${all === null ? '' : `UNION ALL SELECT ${all}, 0, 0, 0, 0 FROM kasirbox.box_health WHERE NOT is_retired`}) t
     GROUP BY name ORDER BY name`,
    [environment, from, to],
  );
  return rows.map((row) => ({
    name: row.name,
    receipts: Number(row.receipts),
    amount: paraSum(row.amount),
    refunds: Number(row.refunds),
    refunded: paraSum(row.refunded),
  }));
}

async function attention(client: Client, { expected, silentHours }: ReportOptions): Promise<BoxAttention[]> {
  const { rows } = await client.query<{
    shop: string;
    box: string;
    minutes: string;
    is_retired: boolean;
    is_silent: boolean;
    has_failure: boolean | null;
    is_waiting: boolean;
    problem: string | null;
    refusal: string | null;
  }>(
    `SELECT shop, box, floor(extract(epoch FROM silent_for) / 60) AS minutes, is_retired,
       silent_for > make_interval(hours => $1) AS is_silent, has_failure, waiting > 0 AS is_waiting,
       (SELECT p.text FROM kasirbox.box_problem p WHERE p.box = h.box AND p.state = 'failure' LIMIT 1) AS problem,
       (SELECT p.text FROM kasirbox.box_problem p WHERE p.box = h.box AND p.check_name = 'group' LIMIT 1) AS refusal
     FROM kasirbox.box_health h ORDER BY shop, box`,
    [silentHours],
  );
  const known = new Set(rows.map(({ box }) => box));
  const never = expected.filter(({ box }) => !known.has(box));
  return [
    ...never.map(({ shop, box }) => ({ kind: 'never' as const, shop, box, minutes: null, problem: null })),
    ...rows
      .filter(({ is_retired }) => !is_retired)
      .flatMap(({ shop, box, minutes, is_silent, has_failure, is_waiting, problem, refusal }): BoxAttention[] => {
        const about = { shop, box, minutes: null, problem: null };
        return [
          ...(is_silent ? [{ ...about, kind: 'silent' as const, minutes: Number(minutes) }] : []),
          ...(has_failure === true ? [{ ...about, kind: 'failing' as const, problem }] : []),
          ...(refusal !== null ? [{ ...about, kind: 'refuses' as const, problem: refusal }] : []),
          ...(is_waiting ? [{ ...about, kind: 'waiting' as const }] : []),
        ];
      }),
  ];
}

async function one(client: Client, query: string, values: unknown[] = []): Promise<Readonly<Record<string, string>>> {
  const { rows } = await client.query<Record<string, string>>(query, values);
  return rows[0] ?? {};
}

/** `123.45`, the format of the views, in para. */
function paraSum(rsd: string): ParaSum {
  return BigInt(rsd.replace('.', ''));
}
