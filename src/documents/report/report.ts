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
  readonly totals: Omit<DayReportRow, 'day'> & {
    /** Refunds that only close an advance; they are not in `refunds` and `refunded`. */
    readonly closedAdvances: { readonly count: number; readonly amount: string };
  };
  /** In months where a period has too many days to be read. */
  readonly days: ReportRows<DayReportRow> & { readonly isMonthly: boolean };
  readonly payments: ReportRows<{ readonly paymentType: PaymentType; readonly turnover: string }>;
  readonly labels: ReportRows<LabelReportRow>;
  readonly cashiers: ReportRows<{ readonly cashier: string; readonly invoices: number; readonly turnover: string }>;
  /** Null where {@link items} are too many. */
  readonly taxes: (ReportRows<TaxReportRow> & { readonly total: string }) | null;
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
  /** Those that gave money back to a buyer, and how much. */
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

export interface TaxReportRow {
  readonly label: string;
  readonly name: string;
  /** Percent, `20,00`. */
  readonly rate: string;
  /** VAT included. */
  readonly turnover: string;
  readonly tax: string;
}

export interface ItemReportRow {
  readonly name: string;
  readonly unit: string;
  readonly label: string;
  /** True for the advances of a label; they have no unit and no quantity. */
  readonly isAdvance: boolean;
  readonly quantity: string;
  readonly turnover: string;
}

/** Items of so many receipts are not added up. */
export interface TooManyReceipts {
  readonly receipts: number;
  readonly most: number;
}
