import type { Payment, PaymentType } from '../../../../contract/index.js';

/** Banknotes that people round up to, in para. */
const NOTES = [100_00, 500_00, 1000_00, 2000_00, 5000_00] as const;
/** Constant number of buttons, whatever is due, so that the buttons next to them do not move. */
const QUICK = 4;
/** When several round amounts are equal, a further step of these is used. */
const STEPS = [500_00, 1000_00, 5000_00] as const;
/**
 * Amounts above `due` that a buyer is likely to give: the next full hundred, five hundred, thousand and so on; always
 * {@link QUICK}.
 */
export function quickAmounts(due: number): readonly number[] {
  const above = new Set(NOTES.map((note) => (Math.floor(due / note) + 1) * note));
  for (const step of STEPS) if (above.size < QUICK) above.add((Math.floor(due / step) + 2) * step);
  return [...above].sort((a, b) => a - b).slice(0, QUICK);
}

/** The payment of a bill. Only cash may exceed the amount due: the excess is returned as change. */
interface Tendered {
  readonly parts: readonly Payment[];
}

export interface Settlement {
  /** Payments on the receipt, each as it was entered (Technical Instruction, 10 P8): exactly the amount due. */
  readonly payments: readonly Payment[];
  /** Change to return, in para. */
  readonly change: number;
}

/** Amount missing of `due`, in para; 0 when enough was given. */
export function missing(due: number, { parts }: Tendered): number {
  return Math.max(0, due - sumOf(parts));
}

/**
 * The payments of the receipt and the change; undefined when the amount is too small, or exceeds `due` without cash.
 */
export function settle(due: number, { parts }: Tendered): Settlement | undefined {
  const given = sumOf(parts);
  const cash = sumOf(parts.filter(({ paymentType }) => paymentType === 'Cash'));
  const change = given - due;
  if (change < 0 || change > cash || (change === cash && change > 0)) return undefined;
  let left = change;
  const payments = [...parts].reverse().map((part) => {
    const back = part.paymentType === 'Cash' ? Math.min(left, part.amount) : 0;
    left -= back;
    return { ...part, amount: part.amount - back };
  });
  return { payments: payments.reverse().filter(({ amount }) => amount > 0), change };
}

/** Cash that the buyer gave, in para. */
export function receivedOf({ payments, change }: Settlement): number {
  return sumOf(payments.filter(({ paymentType }) => paymentType === 'Cash')) + change;
}

/** One entry for each type, without zero amounts. */
export function merged(parts: readonly Payment[]): readonly Payment[] {
  const sums = new Map<PaymentType, number>();
  for (const { paymentType, amount } of parts) sums.set(paymentType, (sums.get(paymentType) ?? 0) + amount);
  return Array.from(sums, ([paymentType, amount]) => ({ paymentType, amount })).filter(({ amount }) => amount > 0);
}

function sumOf(parts: readonly Payment[]): number {
  return parts.reduce((sum, { amount }) => sum + amount, 0);
}
