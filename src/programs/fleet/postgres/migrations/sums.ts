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
export const DAY_SUMS = [
  table('day_turnover', undefined, 'Turnover by day and box.'),
  table('day_label', 'label', 'Turnover by day, box and tax label.'),
  table(
    'day_payment',
    'payment_type',
    'Turnover by day, box and kind of payment; receipts and refunds count payments.',
  ),
  table('day_cashier', 'cashier', 'Turnover by day, box and cashier.'),
].join('');
