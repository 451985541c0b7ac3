/** The amounts of a receipt in a table of sums. `rows` are its parts, with the columns `member` and `amount`. */
interface Counted {
  readonly table: string;
  /** The column by which the table is broken down further. */
  readonly member?: string;
  readonly rows: string;
}

const SAME_RECEIPT =
  'p.box = r.box AND p.sequence = r.sequence AND p.epoch = r.epoch AND p.recorded_at = r.recorded_at';

const TABLES: readonly Counted[] = [
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
export const PFR_DAYS = `${TABLES.map(moved).join('')}
UPDATE kasirbox.receipt SET day = sdc_at::date WHERE sdc_at::date <> day;
COMMENT ON TABLE kasirbox.receipt IS
  'Receipts of all kinds. Amounts are para (1/100 RSD), positive also for refunds. created_at: clock of the box; sdc_at: of the processor. day: of sdc_at, or of created_at where that is not known. Clock of Belgrade.';
`;
