import type { ClockTrust, Para, UtcMs } from '../../base/index.js';
import type { Environment, InvoiceType, TransactionType } from '../../contract/index.js';
import type { GroupVersion, ReceivedVersion } from './shopRecords.js';

/** Why the process of the box ended without a request to stop. */
export const RESTART_REASONS = [
  /** The event loop hung, so the service manager got no heartbeat. */
  'loop',
  /** A disk operation of the ledger did not finish. */
  'flush',
  /** A sale took longer than the sum of its time limits. */
  'sale',
  /** The process used, or requested, too much memory. */
  'memory',
  /** A bug, or a fault in native code. */
  'crash',
  /** A person or the kernel killed the process. */
  'killed',
  /** The machine lost power or restarted without an orderly stop. */
  'power',
] as const;
export type RestartReason = (typeof RESTART_REASONS)[number];

/** What reset a machine that did not lose power. */
export type ResetCause =
  /** The hardware watchdog: the kernel or the service manager hung. */
  | 'watchdog'
  /** The kernel failed and left a crash record. */
  | 'kernel'
  /** One of these, or a reset forced by a person; the board does not report which. */
  | 'unknown';

/** An event of the box itself, not of a receipt. `at`: clock of the box when the event was recorded. */
export type BoxEvent = { readonly at: UtcMs } &
  /**
   * `resetBy` is set only with `power`, and only where the board reports it reliably. A release that does not know the
   * member or its value treats the event as a power cut.
   */
  (
    | { readonly kind: 'restart'; readonly reason: RestartReason; readonly resetBy?: ResetCause }
    /** The wall clock jumped. */
    | { readonly kind: 'clock'; readonly from: UtcMs; readonly to: UtcMs; readonly trust: ClockTrust }
    /** Safe mode began or ended. In safe mode printers, card and delivery are off. `reason` is in English. */
    | { readonly kind: 'safe-mode'; readonly on: boolean; readonly reason: string }
    /**
     * The box was restored from a backup, see {@link eventsOfMachine}. Releases that do not know this kind store it
     * like any other event.
     */
    | { readonly kind: 'moved' }
    /** A health check has failed for a while, or passes again; the owner is notified. */
    | { readonly kind: 'alarm'; readonly check: string; readonly isOn: boolean }
    /**
     * A sale without a key whose response was lost had been signed, and the same sale was issued again meanwhile. PFR
     * numbers of both receipts.
     */
    | {
        readonly kind: 'sold-twice';
        readonly environment: Environment;
        readonly first: string;
        readonly second: string;
      }
    /**
     * The caller of a sale got the answer that its outcome is unknown; {@link SettledOrder} follows. The views have it
     * while it is open. Releases that do not know these two kinds store them like any other event.
     */
    | ({ readonly kind: 'in-doubt' } & OrderInDoubt)
    | ({ readonly kind: 'settled' } & SettledOrder)
    /** A version of the group's catalogue or settings was received, or a person accepted or rejected it. */
    | ({ readonly kind: 'group-version' } & ReceivedVersion)
    /** The version is in use. For a catalogue this is recorded with the items. */
    | ({ readonly kind: 'group-in-use' } & GroupVersion)
    | ({ readonly kind: 'records-lost' } & RecordsLost)
  );

/** Ledger records were unreadable, and an owner decided to continue without them. */
export interface RecordsLost {
  /** Who decided, as entered. */
  readonly by: string;
  /** The lost records, in order. Empty when all could be recovered, as after damage to a header. */
  readonly stretches: readonly LostStretch[];
  /** Unmodified copies of the damaged files, in the quarantine folder. */
  readonly setAside: readonly { readonly name: string; readonly sha256: string }[];
  /** Receipts known to be among the lost records. */
  readonly receipts: number;
  /** Known idempotency keys of these receipts; they are never used for a new receipt. */
  readonly keys: readonly { readonly environment: Environment; readonly id: string }[];
}

/** Consecutive records of the log, by their sequences. */
export interface LostStretch {
  readonly firstMissing: number;
  readonly lastMissing: number;
  /** Where they were, if known. */
  readonly segment: number;
  /** Bytes. */
  readonly offset: number;
}

/** What the box reports of an order whose outcome is unknown. */
export interface OrderInDoubt {
  /** Request id of its intent. */
  readonly requestId: string;
  readonly environment: Environment;
  readonly clientRequestId: string | null;
  readonly invoiceType: InvoiceType;
  readonly transactionType: TransactionType;
  readonly total: Para;
  readonly referentNumber: string | null;
}

/** The outcome of an order that was in doubt. It is recorded just before the record of that outcome. */
export interface SettledOrder extends OrderInDoubt {
  /** The receipt, if the order was signed; null when nothing was signed. */
  readonly uuid: string | null;
}

/** The event that reports an open intent as in doubt. */
export type InDoubtEvent = Extract<BoxEvent, { kind: 'in-doubt' }>;

/**
 * The events since the box runs on this machine. Crashes, resets and safe mode concern one machine, so events that came
 * with a backup are left out.
 */
export function eventsOfMachine(events: readonly BoxEvent[]): readonly BoxEvent[] {
  return events.slice(events.findLastIndex((event) => event.kind === 'moved') + 1);
}
