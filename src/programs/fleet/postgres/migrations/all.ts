import { FINDINGS, TABLES } from './tables.js';
import { VIEWS } from './views.js';

/** The amounts of a receipt in a table of sums. `rows` are its parts, with the columns `member` and `amount`. */
interface Counted {
  readonly table: string;
  /** The column by which the table is broken down further. */
  readonly member?: string;
  readonly rows: string;
}

const SAME_RECEIPT =
  'p.box = r.box AND p.sequence = r.sequence AND p.epoch = r.epoch AND p.recorded_at = r.recorded_at';

const PFR_DAYS_TABLES: readonly Counted[] = [
  { table: 'day_turnover', rows: 'SELECT NULL AS member, r.total AS amount' },
  { table: 'day_cashier', member: 'cashier', rows: `SELECT coalesce(r.cashier, '') AS member, r.total AS amount` },
  {
    table: 'day_label',
    member: 'label',
    rows: `SELECT p.label AS member, sum(p.total) AS amount FROM kasirbox.receipt_item p WHERE ${SAME_RECEIPT} GROUP BY p.label`,
  },
  {
    table: 'day_payment',
    member: 'payment_type',
    rows: `SELECT p.payment_type AS member, p.amount FROM kasirbox.receipt_payment p WHERE ${SAME_RECEIPT}`,
  },
];

/** Moves receipts from the sums of the box's day to those of the processor's day. */
function moved({ table, member, rows }: Counted): string {
  const key = ['environment', 'day', 'box', 'shop', ...(member === undefined ? [] : [member])].join(', ');
  const [column, group] = member === undefined ? ['', ''] : [', part.member', ', part.member'];
  return `
INSERT INTO kasirbox.${table} AS t (${key}, receipts, amount, refunds, refunded)
SELECT r.environment, d.day, r.box, r.shop${column}, sum(d.sign),
  sum(d.sign * CASE r.transaction_type WHEN 'Refund' THEN -part.amount ELSE part.amount END),
  sum(CASE r.transaction_type WHEN 'Refund' THEN d.sign ELSE 0 END),
  sum(CASE r.transaction_type WHEN 'Refund' THEN d.sign * part.amount ELSE 0 END)
FROM kasirbox.receipt r
  CROSS JOIN LATERAL (${rows}) part
  CROSS JOIN LATERAL (VALUES (r.day, -1), (r.sdc_at::date, 1)) d (day, sign)
WHERE r.invoice_type IN ('Normal', 'Advance') AND r.sdc_at::date <> r.day
GROUP BY r.environment, d.day, r.box, r.shop${group}
ON CONFLICT (${key}) DO UPDATE SET receipts = t.receipts + excluded.receipts,
  amount = t.amount + excluded.amount, refunds = t.refunds + excluded.refunds, refunded = t.refunded + excluded.refunded;
DELETE FROM kasirbox.${table} WHERE receipts = 0;
`;
}

/**
 * Migration 8: a receipt counts on the day on which its processor signed it, and no longer on the day by the clock of
 * its box. Sums change only by the moved amounts: those of receipts that are no longer stored stay.
 */
const PFR_DAYS = `${PFR_DAYS_TABLES.map(moved).join('')}
UPDATE kasirbox.receipt SET day = sdc_at::date WHERE sdc_at::date <> day;
COMMENT ON TABLE kasirbox.receipt IS
  'Receipts of all kinds. Amounts are para (1/100 RSD), positive also for refunds. created_at: clock of the box; sdc_at: of the processor. day: of sdc_at, or of created_at where that is not known. Clock of Belgrade.';
`;

const SUMS = `
  receipts bigint NOT NULL,
  amount numeric NOT NULL,
  refunds bigint NOT NULL,
  refunded numeric NOT NULL`;

function table(name: string, member: string | undefined, comment: string): string {
  const own = member === undefined ? '' : `\n  ${member} text NOT NULL,`;
  const key = ['environment', 'day', 'box', 'shop', ...(member === undefined ? [] : [member])].join(', ');
  // A row is updated with each batch of its day. Free space in its page avoids updates of the index (HOT).
  return `
CREATE TABLE kasirbox.${name} (
  environment text NOT NULL,
  day date NOT NULL,
  box integer NOT NULL,
  shop text NOT NULL,${own}${SUMS},
  PRIMARY KEY (${key})
) WITH (fillfactor = 70);
COMMENT ON TABLE kasirbox.${name} IS '${comment} Refunds are subtracted from amount and counted in receipts; para.';
`;
}

/**
 * Migration 3: turnover of each day, updated in the same transaction as the receipts. Normal and Advance receipts
 * count, as on the box.
 */
const DAY_SUMS = [
  table('day_turnover', undefined, 'Turnover by day and box.'),
  table('day_label', 'label', 'Turnover by day, box and tax label.'),
  table(
    'day_payment',
    'payment_type',
    'Turnover by day, box and kind of payment; receipts and refunds count payments.',
  ),
  table('day_cashier', 'cashier', 'Turnover by day, box and cashier.'),
].join('');

/** Tables with a partition for each month of `recorded_at`. */
export const PARTITIONED = ['record', 'event', 'receipt', 'receipt_item', 'receipt_payment', 'receipt_tax'] as const;

const defaults = PARTITIONED.map(
  (name) => `CREATE TABLE kasirbox.${name}_other PARTITION OF kasirbox.${name} DEFAULT;`,
).join('\n');

/**
 * Migration 4. `make_month` creates the partitions of a month, and moves its records from the default partitions, where
 * they are when a box's clock was wrong. It may be called again.
 */
const PARTITIONS = `
${defaults}

CREATE FUNCTION kasirbox.make_month(month date) RETURNS void LANGUAGE plpgsql AS $body$
DECLARE
  parent text;
  part text;
  low timestamptz := date_trunc('month', month)::timestamp AT TIME ZONE 'UTC';
  high timestamptz := (date_trunc('month', month) + interval '1 month')::timestamp AT TIME ZONE 'UTC';
BEGIN
  FOREACH parent IN ARRAY ARRAY[${PARTITIONED.map((name) => `'${name}'`).join(', ')}] LOOP
    part := parent || '_' || to_char(month, 'YYYY_MM');
    CONTINUE WHEN to_regclass('kasirbox.' || part) IS NOT NULL;
    EXECUTE format('CREATE TABLE kasirbox.%I (LIKE kasirbox.%I INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', part, parent);
    EXECUTE format('LOCK TABLE kasirbox.%I IN ACCESS EXCLUSIVE MODE', parent || '_other');
    EXECUTE format(
      'WITH moved AS (DELETE FROM kasirbox.%I WHERE recorded_at >= $1 AND recorded_at < $2 RETURNING *)'
      ' INSERT INTO kasirbox.%I SELECT * FROM moved', parent || '_other', part) USING low, high;
    EXECUTE format(
      'ALTER TABLE kasirbox.%I ATTACH PARTITION kasirbox.%I FOR VALUES FROM (%L) TO (%L)', parent, part, low, high);
  END LOOP;
END
$body$;
COMMENT ON FUNCTION kasirbox.make_month IS 'Makes the partitions of a month where they are not there.';
`;

/**
 * Migration 6: a person decides that a box has continued with a fork, as after a restore. The records of the other
 * branch stay. The records of the fork are moved to `waiting`, to follow the last record that both branches share.
 */
const FORKS = `
CREATE FUNCTION kasirbox.take_fork(alarm_id bigint) RETURNS bigint LANGUAGE plpgsql AS $body$
DECLARE
  of_box integer;
  place record;
  moved bigint;
BEGIN
  SELECT a.box INTO of_box FROM kasirbox.alarm a
    WHERE a.id = alarm_id AND a.kind IN ('fork', 'changed') AND a.ended_at IS NULL;
  PERFORM FROM kasirbox.box WHERE id = of_box FOR UPDATE;
  SELECT after_sequence, after_hash INTO place FROM kasirbox.conflict WHERE alarm = alarm_id ORDER BY sequence LIMIT 1;
  IF NOT FOUND OR of_box IS NULL THEN
    RAISE EXCEPTION 'alarm % is no open fork with records', alarm_id USING ERRCODE = 'no_data_found';
  END IF;
  IF EXISTS (
    SELECT FROM kasirbox.conflict c JOIN kasirbox.record r USING (box, sequence, epoch)
    WHERE c.alarm = alarm_id AND r.recorded_at = (c.body ->> 'recordedAt')::timestamptz
  ) THEN
    RAISE EXCEPTION 'alarm % is of records that were changed in place: they cannot count besides the first ones', alarm_id
      USING ERRCODE = 'no_data_found';
  END IF;
  INSERT INTO kasirbox.waiting (box, sequence, epoch, hash, after_sequence, after_hash, arrived_at, shop, body)
    SELECT box, sequence, epoch, hash, after_sequence, after_hash, now() - interval '1 day', shop, body
    FROM kasirbox.conflict WHERE alarm = alarm_id ON CONFLICT DO NOTHING;
  DELETE FROM kasirbox.conflict WHERE alarm = alarm_id;
  GET DIAGNOSTICS moved = ROW_COUNT;
  UPDATE kasirbox.box SET sequence = place.after_sequence, hash = place.after_hash, has_waiting = true
    WHERE id = of_box;
  UPDATE kasirbox.alarm SET ended_at = now() WHERE id = alarm_id;
  RETURN moved;
END
$body$;
COMMENT ON FUNCTION kasirbox.take_fork IS
  'The box goes on with this fork: its records count from now on, besides what the other branch had told. Gives their number.';
`;

/**
 * Migration 7: boxes that are no longer expected. A box that sends a message again is expected again. The view has its
 * former columns, and one more at the end.
 */
const RETIRED = `
ALTER TABLE kasirbox.box ADD COLUMN retired_at timestamptz;
COMMENT ON COLUMN kasirbox.box.retired_at IS 'When its owner took it out of service; it counts until a later message comes.';
CREATE OR REPLACE VIEW kasirbox.box_health AS
SELECT b.name AS box, b.shop, s.version, s.environment, b.seen_at, now() - b.seen_at AS silent_for, s.at AS state_at,
  s.behind, jsonb_array_length(s.problems) AS problems,
  EXISTS (SELECT FROM jsonb_array_elements(s.problems) p WHERE p ->> 'state' = 'failure') AS has_failure,
  s.catalogue_group, s.catalogue_version, b.sequence,
  (SELECT count(*) FROM kasirbox.waiting w WHERE w.box = b.id) AS waiting,
  (SELECT count(*) FROM kasirbox.alarm a WHERE a.box = b.id AND a.ended_at IS NULL) AS alarms,
  coalesce(b.retired_at >= b.seen_at, false) AS is_retired
FROM kasirbox.box b LEFT JOIN kasirbox.box_state s ON s.box = b.id;
`;

/** Migration 9: a tax that is an amount for each unit is no percentage. */
const PER_UNIT_TAXES = `
ALTER TABLE kasirbox.receipt_tax ADD COLUMN IF NOT EXISTS per_unit boolean;
COMMENT ON COLUMN kasirbox.receipt_tax.rate IS 'Percent; RSD for each unit where per_unit is true.';
COMMENT ON COLUMN kasirbox.receipt_tax.per_unit IS
  'Whether the tax is an amount for each unit. Null: stored by a release that did not record it.';
`;

/** Applied in this order, each once. A released migration is never changed. Its number is its position, from 1. */
export const MIGRATIONS: readonly { readonly name: string; readonly sql: string }[] = [
  { name: 'tables', sql: TABLES },
  { name: 'findings', sql: FINDINGS },
  { name: 'day sums', sql: DAY_SUMS },
  { name: 'partitions', sql: PARTITIONS },
  { name: 'views', sql: VIEWS },
  { name: 'forks', sql: FORKS },
  { name: 'retired boxes', sql: RETIRED },
  { name: 'days of the processor', sql: PFR_DAYS },
  { name: 'taxes per unit', sql: PER_UNIT_TAXES },
];
