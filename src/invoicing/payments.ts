import type { Para, Payment, PaymentType } from '../base/fiscal.js';
import { failed, ok, type Result } from '../base/result.js';
import { refusals, type ValidationError } from './messages.js';

/** 0.01 RSD: what the sum of several payments may miss the total by. */
const TOLERANCE: Para = 1;

/** Kinds that one enters as cash in the simplified mode (Pravilnik on kinds of fiscal receipts, article 6 paragraph 2). */
const ENTERED_AS_CASH: readonly PaymentType[] = ['Card', 'Check', 'MobileMoney'];

/**
 * The payments of a receipt over `total`, all above 0 and adding up to it exactly. Entries of 0 do not count. No
 * entry left: all in cash; one: set to the total; several: they must sum to the total within {@link TOLERANCE}, and
 * the last takes the difference of one para, so that the stored receipt adds up.
 */
export function settlePayments(
  sent: readonly Payment[],
  total: Para,
  simplifiedCash: boolean,
): Result<readonly Payment[], ValidationError> {
  if (simplifiedCash) {
    const entry = sent.findIndex(({ paymentType, amount }) => amount > 0 && ENTERED_AS_CASH.includes(paymentType));
    const refused = sent[entry];
    if (refused !== undefined) return failed(refusals.paymentDisabled(entry, refused.paymentType));
  }
  const entries = sent.filter(({ amount }) => amount > 0);
  const last = entries.pop();
  if (last === undefined) return ok([{ paymentType: 'Cash', amount: total }]);
  const before = entries.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const missing = BigInt(total) - before;
  const difference = missing - BigInt(last.amount);
  if (entries.length > 0 && (difference > TOLERANCE || difference < -TOLERANCE)) {
    return failed(refusals.paymentsMismatch(Number(before) + last.amount, total));
  }
  // Two entries may overpay by one para with a last one of one para, of which nothing is left then.
  return ok(missing > 0n ? [...entries, { ...last, amount: Number(missing) }] : entries);
}
