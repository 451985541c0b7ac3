import type { Bilingual, Environment, RemoteMode } from '../../base/index.js';
import type { ProcessorProfile } from '../../ledger/index.js';

/** What a row of the table is about, in the order of the table: what is decisive first. */
export type RowName =
  | 'signing'
  | 'look-up'
  | 'unknown-id'
  | 'numbers'
  | 'last-number'
  | 'rates'
  | 'language'
  | 'time'
  | 'clock'
  | 'quirks'
  | 'profile';

/** One row of the table in which a test ends. */
export interface TestRow {
  readonly name: RowName;
  /** `note`: receipts are issued, and somebody should know this. `fails`: the box cannot be used with the processor so. */
  readonly state: 'ok' | 'note' | 'fails';
  readonly title: Bilingual;
  /** What was found, and what it means. */
  readonly found: Bilingual;
  /** What to do; null where there is nothing to be done. */
  readonly action: Bilingual | null;
}

/** What a test of a processor has found. */
export interface ProcessorTestReport {
  readonly environment: Environment;
  readonly mode: RemoteMode;
  readonly uid: string;
  /** Did no row fail? */
  readonly passed: boolean;
  readonly rows: readonly TestRow[];
  /** PFR numbers of the Training receipts that it has signed. */
  readonly receipts: readonly string[];
  /** What took how long, ms; null for what was not done, or whose answer was lost. */
  readonly times: {
    readonly status: number;
    readonly sale: number | null;
    readonly refund: number | null;
    readonly lookUps: readonly number[];
  };
  /** By how much the clock of the processor is ahead of that of the box, ms; null when it has signed nothing. */
  readonly clockAhead: number | null;
  /** What was written to the ledger; null when there was not enough to learn. */
  readonly profile: ProcessorProfile | null;
}
