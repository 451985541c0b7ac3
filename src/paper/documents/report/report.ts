import type { Company, Environment, PaymentType } from '../../../contract/index.js';
import type { Language, UtcMs } from '../../../base/index.js';

/** Turnover of a period for printing, as plain data. Amounts are formatted as on receipts: `1.234,50`. */
export interface TurnoverReport {
  readonly language: Language;
  /** Company of the shop. */
  readonly company: Company;
  readonly environment: Environment;
  /** `2026-11-23`, both days included. */
  readonly from: string;
  readonly to: string;
  readonly madeAt: UtcMs;
  readonly totals: Omit<DayReportRow, 'day'> & {
    /** Refunds that only close an advance; they are not counted in `refunds` and `refunded`. */
    readonly closedAdvances: { readonly count: number; readonly amount: string };
  };
  /** By month where a period has too many days. */
  readonly days: ReportRows<DayReportRow> & { readonly isMonthly: boolean };
  readonly payments: ReportRows<{ readonly paymentType: PaymentType; readonly turnover: string }>;
  readonly labels: ReportRows<LabelReportRow>;
  readonly cashiers: ReportRows<{ readonly cashier: string; readonly invoices: number; readonly turnover: string }>;
  /** Null where {@link items} are too many. */
  readonly taxes: (ReportRows<TaxReportRow> & { readonly total: string }) | null;
  readonly items: ReportRows<ItemReportRow> | TooManyReceipts;
}

/** The first rows of a table, and the sum of the others. */
export interface ReportRows<Row> {
  readonly rows: readonly Row[];
  readonly more: More | null;
}

interface More {
  /** Null where they were not counted. */
  readonly count: number | null;
  readonly turnover: string;
}

interface DayReportRow {
  /** `2026-11-23`, or the month `2026-11`. */
  readonly day: string;
  readonly invoices: number;
  readonly turnover: string;
  /** Refunds that returned money to a buyer, and the amount. */
  readonly refunds: number;
  readonly refunded: string;
}

interface LabelReportRow {
  readonly label: string;
  readonly name: string | null;
  /** `20,00%`, or `0,50 RSD` for each unit; null for a label that no longer exists. */
  readonly rate: string | null;
  readonly turnover: string;
}

interface TaxReportRow {
  readonly label: string;
  readonly name: string;
  /** `20,00%`, or `0,50 RSD` for each unit. */
  readonly rate: string;
  /** VAT included. */
  readonly turnover: string;
  readonly tax: string;
}

interface ItemReportRow {
  readonly name: string;
  readonly unit: string;
  readonly label: string;
  /** True for the advances of a label; they have no unit and no quantity. */
  readonly isAdvance: boolean;
  readonly quantity: string;
  readonly turnover: string;
}

/** Items were not added up, since the period has too many receipts. */
interface TooManyReceipts {
  readonly receipts: number;
  readonly most: number;
}
