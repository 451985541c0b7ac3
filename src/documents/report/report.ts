import type { Company, Environment, Language, PaymentType, UtcMs } from '../../base/index.js';

/** Turnover of a period on paper, as plain data. Amounts are as receipts print them: `1.234,50`. */
export interface TurnoverReport {
  readonly language: Language;
  /** Head of the shop. */
  readonly company: Company;
  readonly environment: Environment;
  /** `2026-11-23`, both days included. */
  readonly from: string;
  readonly to: string;
  readonly madeAt: UtcMs;
  readonly totals: Omit<DayReportRow, 'day'>;
  /** In months where a period has too many days to be read. */
  readonly days: ReportRows<DayReportRow> & { readonly isMonthly: boolean };
  readonly payments: ReportRows<{ readonly paymentType: PaymentType; readonly turnover: string }>;
  readonly labels: ReportRows<LabelReportRow>;
  readonly cashiers: ReportRows<{ readonly cashier: string; readonly invoices: number; readonly turnover: string }>;
  readonly items: ReportRows<ItemReportRow> | TooManyReceipts;
}

/** The first rows of a table, and what the others come to. */
export interface ReportRows<Row> {
  readonly rows: readonly Row[];
  readonly more: More | null;
}

interface More {
  /** Null where nobody has counted them. */
  readonly count: number | null;
  readonly turnover: string;
}

export interface DayReportRow {
  /** `2026-11-23`, or the month `2026-11`. */
  readonly day: string;
  readonly invoices: number;
  readonly turnover: string;
  readonly refunds: number;
  readonly refunded: string;
}

export interface LabelReportRow {
  readonly label: string;
  readonly name: string | null;
  /** Percent, `20,00`; null for a label that exists no more. */
  readonly rate: string | null;
  readonly turnover: string;
}

export interface ItemReportRow {
  readonly name: string;
  readonly unit: string;
  readonly label: string;
  readonly quantity: string;
  readonly turnover: string;
}

/** Items of so many receipts are not added up. */
export interface TooManyReceipts {
  readonly receipts: number;
  readonly most: number;
}
