import type { ClockTrust } from '../base/clockTrust.js';
import type { UtcMs } from '../base/fiscal.js';

/** What ended a run of the box that was not asked to stop. */
export const RESTART_REASONS = [
  /** Nothing was done any more: the service manager had no sign of life. */
  'loop',
  /** A step of the disk under the ledger did not end. */
  'flush',
  /** A sale took longer than all that it may wait for. */
  'sale',
  /** It held, or asked for, more memory than it may. */
  'memory',
  /** A bug, or a fault in native code. */
  'crash',
  /** Somebody, or the kernel, killed it. */
  'killed',
  /** The whole machine went off, or began anew, without a stop. */
  'power',
] as const;
export type RestartReason = (typeof RESTART_REASONS)[number];

/** What happened to the box itself, and not to a receipt. `at`: by its clock when it was recorded. */
export type BoxEvent = { readonly at: UtcMs } & (
  | { readonly kind: 'restart'; readonly reason: RestartReason }
  /** The clock on the wall jumped. */
  | { readonly kind: 'clock'; readonly from: UtcMs; readonly to: UtcMs; readonly trust: ClockTrust }
  /** Since when printers, card and delivery rest, or no longer do; `reason` in English. */
  | { readonly kind: 'safe-mode'; readonly on: boolean; readonly reason: string }
  /** A check has not been well for a while, or is well again; the owner is told. */
  | { readonly kind: 'alarm'; readonly check: string; readonly isOn: boolean }
);
