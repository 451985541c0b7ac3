import type { UtcMs } from '../base/fiscal.js';

/** The last that the owner was told of a check. */
export interface ToldAlarm {
  /** When the box had noticed it: an alarm is known by this. */
  readonly at: UtcMs;
  /** Did it begin then, or was it over? */
  readonly isOn: boolean;
}

/** Up to where the owner was told; the newest record counts. What was told since is told again after a power cut. */
export interface Notice {
  /** All receipts up to this record were told, or passed over; null: none are to be told. */
  readonly sequence: number | null;
  /** By the name of the check; null: none are to be told. */
  readonly alarms: Readonly<Record<string, ToldAlarm>> | null;
}

/** Nothing is to be told, as of a box whose owner has asked for nothing yet. */
export const NO_NOTICE: Notice = { sequence: null, alarms: null };
