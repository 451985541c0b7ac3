import type { Answers, Invoice } from '../../kit/answers.js';

/** A receipt as far as a report may count it. Amounts in para; a day is YYYY-MM-DD. */
export interface Sold {
  readonly environment: string;
  readonly day: string;
  readonly invoiceType: string;
  readonly transactionType: string;
  readonly cashier: string;
  readonly total: bigint;
  /** Each line and each payment for itself. */
  readonly lines: readonly (readonly [label: string, amount: bigint])[];
  readonly payments: readonly (readonly [paymentType: string, amount: bigint])[];
}

export interface Asked {
  readonly environment: string;
  readonly from: string;
  readonly to: string;
}

/** Both reports of one period; para as text, so that a difference can be printed. Rows in order of code points. */
export interface Report {
  readonly totals: {
    readonly invoices: number;
    readonly turnover: string;
    readonly refunds: readonly [number, string];
  };
  readonly byTaxLabel: readonly (readonly [string, string])[];
  readonly byPaymentType: readonly (readonly [string, string])[];
  readonly byCashier: readonly (readonly [string, number, string])[];
  readonly days: readonly (readonly [string, number, string])[];
}

/** RSD of an answer as para; exact below 2^53 para. */
export function para(rsd: number): bigint {
  return BigInt(Math.round(rsd * 100));
}

const belgrade = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Belgrade', dateStyle: 'short' });

/** The day in Belgrade, by the calendar of ICU and not by the box's own. */
export function dayOf(at: number): string {
  return belgrade.format(at);
}

/** What the API tells of a receipt. */
export function soldOf({ pfr, cashier, items, payments, ...rest }: Invoice): Sold {
  return {
    environment: pfr.environment,
    day: pfr.sdcDateTime.slice(0, 'YYYY-MM-DD'.length),
    invoiceType: rest.invoiceType,
    transactionType: rest.transactionType,
    cashier: cashier ?? '',
    total: para(rest.total),
    lines: items.map(({ label, totalAmount }) => [label, para(totalAmount)]),
    payments: payments.map(({ paymentType, amount }) => [paymentType, para(amount)]),
  };
}

export function reportOf({ totals, ...summary }: Answers['Summary'], { days }: Answers['Daily']): Report {
  const text = (rsd: number): string => String(para(rsd));
  return {
    totals: {
      invoices: totals.invoices,
      turnover: text(totals.turnover),
      refunds: [totals.refunds.count, text(totals.refunds.amount)],
    },
    byTaxLabel: sorted(summary.byTaxLabel.map(({ label, turnover }) => [label, text(turnover)] as const)),
    byPaymentType: sorted(summary.byPaymentType.map(({ paymentType, amount }) => [paymentType, text(amount)] as const)),
    byCashier: sorted(
      summary.byCashier.map(({ cashier, invoices, turnover }) => [cashier, invoices, text(turnover)] as const),
    ),
    days: days.map(({ date, invoices, turnover }) => [date, invoices, text(turnover)] as const),
  };
}

/** The accounting rule of the contract, word for word, over all receipts. */
export function recount(all: readonly Sold[], { environment, from, to }: Asked): Report {
  const counted = all.filter(
    (sold) =>
      sold.environment === environment &&
      from <= sold.day &&
      sold.day <= to &&
      (sold.invoiceType === 'Normal' || sold.invoiceType === 'Advance'),
  );
  const refunds = counted.filter(isRefund);
  const lines = counted.flatMap((sold) => sold.lines.map(([label, amount]) => [label, signed(sold, amount)] as const));
  const payments = counted.flatMap((sold) =>
    sold.payments.map(([paymentType, amount]) => [paymentType, signed(sold, amount)] as const),
  );
  return {
    totals: {
      invoices: counted.length,
      turnover: String(sum(counted.map((sold) => signed(sold, sold.total)))),
      refunds: [refunds.length, String(sum(refunds.map(({ total }) => total)))],
    },
    byTaxLabel: groups(lines).map(([label, , amount]) => [label, amount]),
    byPaymentType: groups(payments).map(([paymentType, , amount]) => [paymentType, amount]),
    byCashier: groups(counted.map((sold) => [sold.cashier, signed(sold, sold.total)])),
    days: groups(counted.map((sold) => [sold.day, signed(sold, sold.total)])),
  };
}

function isRefund({ transactionType }: Sold): boolean {
  return transactionType === 'Refund';
}

function signed(sold: Sold, amount: bigint): bigint {
  return isRefund(sold) ? -amount : amount;
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}

function groups(parts: readonly (readonly [string, bigint])[]): (readonly [string, number, string])[] {
  const names = [...new Set(parts.map(([name]) => name))];
  return sorted(
    names.map((name) => {
      const own = parts.filter(([other]) => other === name).map(([, amount]) => amount);
      return [name, own.length, String(sum(own))] as const;
    }),
  );
}

export function sorted<T extends readonly [string, ...unknown[]]>(rows: readonly T[]): T[] {
  return rows.toSorted(([a], [b]) => (a < b ? -1 : 1));
}
