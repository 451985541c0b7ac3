import type { ClockTrust, Environment, UtcMs } from '../base/index.js';

/** Why a run of the box ended without being asked to stop. */
export const RESTART_REASONS = [
  /** The event loop hung: the service manager got no heartbeat. */
  'loop',
  /** A disk operation of the ledger did not end. */
  'flush',
  /** A sale took longer than all its time limits together. */
  'sale',
  /** It used, or asked for, too much memory. */
  'memory',
  /** A bug, or a fault in native code. */
  'crash',
  /** Somebody, or the kernel, killed it. */
  'killed',
  /** The whole machine went off or restarted without a stop. */
  'power',
] as const;
export type RestartReason = (typeof RESTART_REASONS)[number];

/** What happened to the box itself, not to a receipt. `at`: its clock when that was recorded. */
export type BoxEvent = { readonly at: UtcMs } & (
  | { readonly kind: 'restart'; readonly reason: RestartReason }
  /** The wall clock jumped. */
  | { readonly kind: 'clock'; readonly from: UtcMs; readonly to: UtcMs; readonly trust: ClockTrust }
  /** Safe mode began or ended: printers, card and delivery are off in it. `reason` in English. */
  | { readonly kind: 'safe-mode'; readonly on: boolean; readonly reason: string }
  /** A health check has failed for a while, or passes again; the owner is told. */
  | { readonly kind: 'alarm'; readonly check: string; readonly isOn: boolean }
  /** A sale without a key whose answer was lost was signed, and the same was sold again meanwhile: PFR numbers of both. */
  | { readonly kind: 'sold-twice'; readonly environment: Environment; readonly first: string; readonly second: string }
);
