import type { Bilingual, Environment, RemoteMode } from '../../../base/index.js';
import type { ProcessorProfile } from '../../../platform/ledger/index.js';

/** Subject of a table row, in the order of the table: decisive results first. */
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

/** One row of the result table. */
export interface TestRow {
  readonly name: RowName;
  /**
   * `note`: receipts are issued, but a technician should know this. `fails`: the box cannot be used with the processor
   * like this.
   */
  readonly state: 'ok' | 'note' | 'fails';
  readonly title: Bilingual;
  /** What was found, and what it means. */
  readonly found: Bilingual;
  /** What to do; null when nothing needs to be done. */
  readonly action: Bilingual | null;
}

/** Result of a processor test. */
export interface ProcessorTestReport {
  readonly environment: Environment;
  readonly mode: RemoteMode;
  readonly uid: string;
  /** True when no row failed. */
  readonly passed: boolean;
  readonly rows: readonly TestRow[];
  /** PFR numbers of the Training receipts that the processor signed. */
  readonly receipts: readonly string[];
  /** Duration of each step, ms; null when the step was not done or its answer was lost. */
  readonly times: {
    readonly status: number;
    readonly sale: number | null;
    readonly refund: number | null;
    readonly lookUps: readonly number[];
  };
  /** How far the clock of the processor is ahead of the clock of the box, ms; null when nothing was signed. */
  readonly clockAhead: number | null;
  /** The profile written to the ledger; null when too little was learned. */
  readonly profile: ProcessorProfile | null;
}
