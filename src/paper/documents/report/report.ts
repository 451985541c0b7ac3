import type { Company, Environment } from '../../../contract/index.js';
import type { Language, UtcMs } from '../../../base/index.js';
import type { ShownTable } from '../../../shop/reports/index.js';

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
  readonly totals: {
    readonly invoices: number;
    readonly turnover: string;
    /** Refunds that returned money to a buyer, and the amount. */
    readonly refunds: number;
    readonly refunded: string;
    /** Refunds that only close an advance; they are not counted in `refunds` and `refunded`. */
    readonly closedAdvances: { readonly count: number; readonly amount: string };
  };
  readonly tables: readonly ShownTable[];
  /** Where items and taxes were not added up, since the period has too many receipts. */
  readonly tooMany: { readonly receipts: number; readonly most: number } | null;
}
