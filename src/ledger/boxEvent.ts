import type { ClockTrust, Environment, InvoiceType, Para, TransactionType, UtcMs } from '../base/index.js';
import type { GroupVersion, ReceivedVersion } from './groupVersion.js';

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

/** What reset a machine whose power stayed on. */
export const RESET_CAUSES = [
  /** Its watchdog in hardware: the kernel, or the service manager, hung. */
  'watchdog',
  /** Its kernel failed, and left a record of that. */
  'kernel',
  /** One of these, or a reset that somebody forced: the board does not tell which. */
  'unknown',
] as const;
export type ResetCause = (typeof RESET_CAUSES)[number];

/** What happened to the box itself, not to a receipt. `at`: its clock when that was recorded. */
export type BoxEvent = { readonly at: UtcMs } &
  /**
   * `resetBy` only with `power`, where the board vouches for it; a release that does not know it, or its value, takes that for a
   * power cut, as for every reason that it knows.
   */
  (
    | { readonly kind: 'restart'; readonly reason: RestartReason; readonly resetBy?: ResetCause }
    /** The wall clock jumped. */
    | { readonly kind: 'clock'; readonly from: UtcMs; readonly to: UtcMs; readonly trust: ClockTrust }
    /** Safe mode began or ended: printers, card and delivery are off in it. `reason` in English. */
    | { readonly kind: 'safe-mode'; readonly on: boolean; readonly reason: string }
    /** The box was restored from a backup: {@link eventsOfMachine}. Releases that do not know it keep it like any other event. */
    | { readonly kind: 'moved' }
    /** A health check has failed for a while, or passes again; the owner is told. */
    | { readonly kind: 'alarm'; readonly check: string; readonly isOn: boolean }
    /** A sale without a key whose answer was lost was signed, and the same was sold again meanwhile: PFR numbers of both. */
    | {
        readonly kind: 'sold-twice';
        readonly environment: Environment;
        readonly first: string;
        readonly second: string;
      }
    /**
     * The caller of a sale was told that its outcome is not known; {@link SettledOrder} follows. In the views as long as it is
     * open. Releases that do not know the two keep them like any other event.
     */
    | ({ readonly kind: 'in-doubt' } & OrderInDoubt)
    | ({ readonly kind: 'settled' } & SettledOrder)
    /** A version of the catalogue or the settings of the box's group has come, or a person has decided on it. */
    | ({ readonly kind: 'group-version' } & ReceivedVersion)
    /** It is in use. A catalogue says so in the record of its items. */
    | ({ readonly kind: 'group-in-use' } & GroupVersion)
    | ({ readonly kind: 'records-lost' } & RecordsLost)
  );

/** Ledger records were unreadable, and an owner decided to continue without them. */
export interface RecordsLost {
  /** Who decided, as given. */
  readonly by: string;
  /** The lost records, in order; empty when all could be read again, as after damage to a header. */
  readonly stretches: readonly LostStretch[];
  /** The damaged files as they were, in the quarantine folder. */
  readonly setAside: readonly { readonly name: string; readonly sha256: string }[];
  /** Receipts that are known to be among the lost records. */
  readonly receipts: number;
  /** Idempotency keys of those of them whose keys are known: nothing is issued under them again. */
  readonly keys: readonly { readonly environment: Environment; readonly id: string }[];
}

/** Records that follow each other in the log, by their sequences. */
export interface LostStretch {
  readonly firstMissing: number;
  readonly lastMissing: number;
  /** Where they were, as far as that is known. */
  readonly segment: number;
  /** Bytes. */
  readonly offset: number;
}

/** What is told of an order whose outcome is not known. */
export interface OrderInDoubt {
  /** Of its intent. */
  readonly requestId: string;
  readonly environment: Environment;
  readonly clientRequestId: string | null;
  readonly invoiceType: InvoiceType;
  readonly transactionType: TransactionType;
  readonly total: Para;
  readonly referentNumber: string | null;
}

/** The outcome of an order that was in doubt; it stands just before the record of that outcome. */
export interface SettledOrder extends OrderInDoubt {
  /** The receipt that was signed after all; null when nothing was signed. */
  readonly uuid: string | null;
}

/** The event that tells that an open intent is in doubt. */
export type InDoubtEvent = Extract<BoxEvent, { kind: 'in-doubt' }>;

/** The events since the box is on this machine: crashes, resets and safe mode are of the machine, and a backup brings none of them along. */
export function eventsOfMachine(events: readonly BoxEvent[]): readonly BoxEvent[] {
  return events.slice(events.findLastIndex((event) => event.kind === 'moved') + 1);
}
