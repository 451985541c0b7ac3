/** A view with a stable name: columns may be added at the end, and none is removed. */
function view(name: string, comment: string, query: string): string {
  return `CREATE VIEW kasirbox.${name} AS ${query};\nCOMMENT ON VIEW kasirbox.${name} IS '${comment}';\n`;
}

const FIGURES = `sum(receipts)::bigint AS receipts, (sum(amount) / 100)::numeric(40, 2) AS amount,
  sum(refunds)::bigint AS refunds, (sum(refunded) / 100)::numeric(40, 2) AS refunded`;

function turnover(name: string, from: string, by: readonly string[], comment: string): string {
  const columns = ['environment', 'day', ...by].join(', ');
  return view(
    name,
    `${comment} Normal and Advance receipts; amount in RSD, refunds subtracted; refunded positive. day: calendar of Belgrade.`,
    `SELECT ${columns}, ${FIGURES} FROM kasirbox.${from} GROUP BY ${columns}`,
  );
}

const TURNOVER = [
  turnover('turnover_by_day', 'day_turnover', [], 'Turnover of all boxes by day.'),
  turnover('turnover_by_shop', 'day_turnover', ['shop'], 'Turnover by day and shop.'),
  turnover('turnover_by_label', 'day_label', ['shop', 'label'], 'Turnover by day, shop and tax label.'),
  turnover(
    'turnover_by_payment',
    'day_payment',
    ['shop', 'payment_type'],
    'Turnover by day, shop and kind of payment.',
  ),
  turnover('turnover_by_cashier', 'day_cashier', ['shop', 'cashier'], 'Turnover by day, shop and cashier.'),
  view(
    'turnover_by_box',
    'Turnover by day and box, as the report of the box has it; amount in RSD.',
    `SELECT environment, day, d.shop, b.name AS box, ${FIGURES}
     FROM kasirbox.day_turnover d JOIN kasirbox.box b ON b.id = d.box GROUP BY environment, day, d.shop, b.name`,
  ),
  view(
    'turnover_by_item',
    'What was sold by day, shop and item (name, unit, label); refunds subtracted; amount in RSD. Read from the receipts: ask for few days.',
    `SELECT r.environment, r.day, r.shop, i.name, i.unit, i.label,
       (sum(CASE r.transaction_type WHEN 'Refund' THEN -i.quantity ELSE i.quantity END) / 1000)::numeric(40, 3) AS quantity,
       (sum(CASE r.transaction_type WHEN 'Refund' THEN -i.total ELSE i.total END) / 100)::numeric(40, 2) AS amount,
       count(*) AS lines
     FROM kasirbox.receipt r JOIN kasirbox.receipt_item i USING (box, sequence, epoch, recorded_at)
     WHERE r.invoice_type IN ('Normal', 'Advance')
     GROUP BY r.environment, r.day, r.shop, i.name, i.unit, i.label`,
  ),
].join('');

const HEALTH = [
  view(
    'box_health',
    'Boxes and what they have last said. silent_for: since their last message; waiting: records that wait for one before them.',
    `SELECT b.name AS box, b.shop, s.version, s.environment, b.seen_at, now() - b.seen_at AS silent_for, s.at AS state_at,
       s.behind, jsonb_array_length(s.problems) AS problems,
       EXISTS (SELECT FROM jsonb_array_elements(s.problems) p WHERE p ->> 'state' = 'failure') AS has_failure,
       s.catalogue_group, s.catalogue_version, b.sequence,
       (SELECT count(*) FROM kasirbox.waiting w WHERE w.box = b.id) AS waiting,
       (SELECT count(*) FROM kasirbox.alarm a WHERE a.box = b.id AND a.ended_at IS NULL) AS alarms
     FROM kasirbox.box b LEFT JOIN kasirbox.box_state s ON s.box = b.id`,
  ),
  view(
    'box_problem',
    'Problems that boxes have last named, one row each.',
    `SELECT b.name AS box, b.shop, p ->> 'check' AS check_name, p ->> 'state' AS state, p ->> 'text' AS text, s.at
     FROM kasirbox.box_state s JOIN kasirbox.box b ON b.id = s.box CROSS JOIN jsonb_array_elements(s.problems) p`,
  ),
  view(
    'alarms',
    'What was found wrong, each finding once. ended_at: when a hole was filled, or somebody has closed the alarm.',
    `SELECT a.id, b.name AS box, b.shop, a.kind, a.message, a.first_sequence, a.last_sequence, a.records, a.receipts,
       a.found_at, a.ended_at
     FROM kasirbox.alarm a LEFT JOIN kasirbox.box b ON b.id = a.box`,
  ),
  view(
    'receipts_in_conflict',
    'Receipts of records that contradict others: they count in no turnover. total in RSD.',
    `SELECT b.name AS box, c.shop, c.alarm, a.kind, c.epoch, c.sequence, c.body #>> '{receipt,pfr,invoiceNumber}' AS number,
       c.body #>> '{receipt,transactionType}' AS transaction_type, (c.body #>> '{receipt,total}')::numeric(40, 2) AS total,
       c.body #>> '{receipt,createdAt}' AS created_at
     FROM kasirbox.conflict c JOIN kasirbox.box b ON b.id = c.box JOIN kasirbox.alarm a ON a.id = c.alarm
     WHERE jsonb_typeof(c.body -> 'receipt') = 'object'`,
  ),
].join('');

const RECEIPTS = [
  view(
    'receipts_in_doubt',
    'Attempts to issue of which it is not known whether they were signed. total in RSD.',
    `SELECT b.name AS box, b.shop, e.recorded_at, e.attempt_id, e.body ->> 'environment' AS environment,
       e.body ->> 'invoiceType' AS invoice_type, e.body ->> 'transactionType' AS transaction_type,
       (e.body ->> 'total')::numeric(40, 2) AS total, e.body ->> 'clientRequestId' AS client_request_id
     FROM kasirbox.event e JOIN kasirbox.box b ON b.id = e.box
     WHERE e.type = 'invoice.in-doubt' AND e.attempt_id IS NOT NULL AND NOT EXISTS (
       SELECT FROM kasirbox.event s WHERE s.attempt_id = e.attempt_id AND s.box = e.box AND s.type = 'invoice.settled')`,
  ),
  view(
    'numbers_missing',
    'Running numbers between the lowest and the highest of a requester and a signer that no box has told of.',
    `SELECT environment, requested_by, signed_by, lower(gap) AS first_number, upper(gap) - 1 AS last_number,
       upper(gap) - lower(gap) AS missing
     FROM kasirbox.run CROSS JOIN unnest(int8multirange(int8range(lower(numbers), upper(numbers))) - numbers) gap`,
  ),
].join('');

/** Migration 5: the views for people, reports and dashboards. */
export const VIEWS = [TURNOVER, HEALTH, RECEIPTS].join('');
