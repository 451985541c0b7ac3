import { failed, ok, type Para, type Result } from '../../../base/index.js';
import { type Payment, PAYMENTS, type PaymentType } from '../../../contract/index.js';
import { validationErrors } from './refusals/validationErrors.js';
import type { ValidationError } from './refusals/sentence.js';
import { PER_PARA, type RequestedPayment } from './validate.js';

type PaymentsResult = Result<readonly Payment[], ValidationError>;

/** 0.01 RSD, in 10^-6 RSD: how far the sum of several payments, as sent, may differ from the total. */
const TOLERANCE = PER_PARA;

/**
 * The payments of a receipt over `total`: all above 0, with a sum equal to it. Without an entry above 0, everything is
 * cash. A single entry is set to the total. Several entries are checked by {@link matchPayments}.
 */
export function completePayments(
  sent: readonly RequestedPayment[],
  total: Para,
  simplifiedCash: boolean,
): PaymentsResult {
  if (!isGiven(sent)) return ok([{ paymentType: 'Cash', amount: total }]);
  const isSingle = sent.filter(({ amount }) => amount !== null).length === 1;
  const entries = isSingle
    ? sent.map(({ paymentType, amount }) => ({ paymentType, amount: amount === null ? null : total }))
    : sent;
  return matchPayments(entries, total, simplifiedCash);
}

/**
 * Like {@link completePayments}, for payments whose sum must equal the total within {@link TOLERANCE}, even a single
 * one. The last entry that is large enough takes the difference of one para, so that the stored receipt adds up.
 */
export function matchPayments(sent: readonly RequestedPayment[], total: Para, simplifiedCash: boolean): PaymentsResult {
  const disabled = simplifiedCash
    ? sent.findIndex(({ paymentType, amount }) => amount !== null && PAYMENTS[paymentType].isSimplifiedToCash)
    : -1;
  const refused = sent[disabled];
  if (refused !== undefined) return failed(validationErrors.paymentDisabled(disabled, refused.paymentType));
  const entries = sent.flatMap(({ paymentType, amount }) => (amount === null ? [] : [{ paymentType, amount }]));
  const sum = entries.reduce((all, { amount }) => all + BigInt(amount), 0n);
  const difference = BigInt(total) - sum;
  const missed = difference * PER_PARA - sent.reduce((all, { rest = 0 }) => all + BigInt(rest), 0n);
  if (entries.length === 0 || missed > TOLERANCE || missed < -TOLERANCE) {
    return failed(validationErrors.paymentsMismatch(Number(sum), total));
  }
  const taker = entries.findLastIndex(({ amount }) => amount + Number(difference) >= 0);
  const adjusted = entries.map((entry, index) =>
    index === taker ? { ...entry, amount: entry.amount + Number(difference) } : entry,
  );
  // Drop entries that round to 0 or have no amount remaining.
  return ok(adjusted.filter(({ amount }) => amount > 0));
}

/** The only payment that counts, when it is not what is paid: {@link completePayments} sets it to the total. */
export function setPayment(sent: readonly RequestedPayment[], total: Para): RequestedPayment | undefined {
  const [single, ...others] = sent.filter(({ amount }) => amount !== null);
  const isSet = single !== undefined && others.length === 0 && !matchPayments([single], total, false).ok;
  return isSet ? single : undefined;
}

/** True when the caller sent at least one amount that counts. */
export function isGiven(sent: readonly RequestedPayment[]): boolean {
  return sent.some(({ amount }) => amount !== null);
}

/** Payments of an older receipt in the form allowed today. */
export function asAllowed(payments: readonly Payment[], simplifiedCash: boolean): readonly Payment[] {
  if (!simplifiedCash) return payments;
  return sumByKind(
    payments.map((entry) =>
      PAYMENTS[entry.paymentType].isSimplifiedToCash ? { ...entry, paymentType: 'Cash' } : entry,
    ),
  );
}

/** One entry for each type, in order of first appearance. */
export function sumByKind(payments: readonly Payment[]): Payment[] {
  const sums = new Map<PaymentType, Para>();
  for (const { paymentType, amount } of payments) sums.set(paymentType, (sums.get(paymentType) ?? 0) + amount);
  return Array.from(sums, ([paymentType, amount]) => ({ paymentType, amount }));
}

/**
 * What remains of payments after refunds. A refund by another payment type reduces none of them: a buyer who paid by
 * card may have got cash.
 */
export function remainingPayments(paid: readonly Payment[], returned: readonly Payment[]): readonly Payment[] {
  const remaining = new Map<PaymentType, Para>();
  const add = (paymentType: PaymentType, amount: Para): void =>
    void remaining.set(paymentType, (remaining.get(paymentType) ?? 0) + amount);
  for (const { paymentType, amount } of paid) add(paymentType, amount);
  for (const { paymentType, amount } of returned) add(paymentType, -amount);
  return Array.from(remaining, ([paymentType, amount]) => ({ paymentType, amount })).filter(({ amount }) => amount > 0);
}

/** The first `amount` of these payments, in their order; all of them when they are less. */
export function firstOf(payments: readonly Payment[], amount: Para): Payment[] {
  let open = amount;
  return payments.flatMap((entry) => {
    const taken = Math.min(entry.amount, open);
    open -= taken;
    return taken > 0 ? [{ ...entry, amount: taken }] : [];
  });
}
