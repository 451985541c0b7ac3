import { type Payment, PAYMENT_TYPES, type PaymentType } from './cart.js';

/** Banknotes that people round up to, in para. */
const NOTES = [100_00, 500_00, 1000_00, 2000_00, 5000_00] as const;
/** As many buttons stand on the screen, whatever is due, so that those beside them stay in their places. */
const QUICK = 4;
/** Where full sums fall together, one step more of these. */
const STEPS = [500_00, 1000_00, 5000_00] as const;
/** Entered as cash where the shop keeps the simplified cash mode (Pravilnik, article 6 paragraph 2). */
const SIMPLIFIED_AWAY: readonly PaymentType[] = ['Card', 'Check', 'MobileMoney'];

/** Sums above `due` that a buyer is likely to hand over: the next full hundred, five hundred, thousand and so on; always {@link QUICK}. */
export function quickAmounts(due: number): readonly number[] {
  const above = new Set(NOTES.map((note) => (Math.floor(due / note) + 1) * note));
  for (const step of STEPS) if (above.size < QUICK) above.add((Math.floor(due / step) + 2) * step);
  return [...above].sort((a, b) => a - b).slice(0, QUICK);
}

/** How it may be paid here. */
export function allowedTypes(simplifiedCash: boolean): readonly PaymentType[] {
  return PAYMENT_TYPES.filter((type) => !simplifiedCash || !SIMPLIFIED_AWAY.includes(type));
}

/** How a bill is being paid. Only cash may be more than what is due: the rest of it goes back. */
export interface Tendered {
  readonly parts: readonly Payment[];
}

export interface Settlement {
  /** What the receipt says: exactly what is due. */
  readonly payments: readonly Payment[];
  /** To give back, in para. */
  readonly change: number;
}

/** What is missing of `due`, in para; 0 when enough was given. */
export function missing(due: number, { parts }: Tendered): number {
  return Math.max(0, due - sumOf(parts));
}

/** The payments of the receipt and the change; undefined when it is too little, or too much of what gives no change. */
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
  return { payments: merged(payments.reverse()), change };
}

/** Cash that the buyer gave, in para. */
export function receivedOf({ payments, change }: Settlement): number {
  return sumOf(payments.filter(({ paymentType }) => paymentType === 'Cash')) + change;
}

/** One entry for each type, none of nothing. */
export function merged(parts: readonly Payment[]): readonly Payment[] {
  const sums = new Map<PaymentType, number>();
  for (const { paymentType, amount } of parts) sums.set(paymentType, (sums.get(paymentType) ?? 0) + amount);
  return Array.from(sums, ([paymentType, amount]) => ({ paymentType, amount })).filter(({ amount }) => amount > 0);
}

function sumOf(parts: readonly Payment[]): number {
  return parts.reduce((sum, { amount }) => sum + amount, 0);
}
