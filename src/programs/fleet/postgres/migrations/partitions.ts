/** Tables with a partition for each month of `recorded_at`. */
export const PARTITIONED = ['record', 'event', 'receipt', 'receipt_item', 'receipt_payment', 'receipt_tax'] as const;

const defaults = PARTITIONED.map(
  (name) => `CREATE TABLE kasirbox.${name}_other PARTITION OF kasirbox.${name} DEFAULT;`,
).join('\n');

/**
 * Migration 4. `make_month` creates the partitions of a month, and moves its records from the default partitions, where
 * they are when a box's clock was wrong. It may be called again.
 */
export const PARTITIONS = `
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
