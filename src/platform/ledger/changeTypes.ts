import type { Environment } from '../../contract/index.js';
import type { BoxEvent } from './boxEvent.js';
import type { GroupVersion, NotifyCursor, StoredItem, StoredKey, StoredTablet, StoredUser } from './shopRecords.js';
import type { AbortCause, Intent } from './intent.js';
import type { InvoiceRow } from './invoice.js';
import type { PrintJob, ProbedPrinter } from './job.js';
import type { QueuedOrder } from './queuedOrder.js';

/** What one record changes in the views. The views need only the index row of a receipt; its body stays in the log. */
export type Change =
  | { readonly type: 'open'; readonly version: string }
  | { readonly type: 'result'; readonly row: InvoiceRow }
  | { readonly type: 'item'; readonly item: StoredItem }
  | { readonly type: 'key'; readonly key: StoredKey }
  | { readonly type: 'setting'; readonly name: string; readonly value: string | null }
  | { readonly type: 'seal' }
  | { readonly type: 'audit'; readonly entry: AuditEntry }
  /**
   * Several items at once, so that a power cut loses all or none of them. `version`: the version of the group's
   * catalogue that is in use with these items.
   */
  | { readonly type: 'items'; readonly items: readonly StoredItem[]; readonly version?: GroupVersion }
  | IntentChange
  | { readonly type: 'abort'; readonly requestId: string; readonly cause: AbortCause }
  /** The tax rates of a real processor, as JSON; only the last record of an environment counts. */
  | { readonly type: 'rates'; readonly environment: Environment; readonly value: string }
  /** State of the print jobs of one receipt; the last record of an id counts. */
  | { readonly type: 'job'; readonly jobs: readonly PrintJob[] }
  /** The result of probing a printer; the last record of a printer counts. */
  | { readonly type: 'printer'; readonly printer: ProbedPrinter }
  /**
   * State of an order in the offline queue. The last record of a key counts, and a `result` with the key ends the
   * order.
   */
  | { readonly type: 'queued'; readonly order: QueuedOrder }
  /** Up to which receipts and alarms the owner was notified; only the last record counts. */
  | { readonly type: 'notice'; readonly cursor: NotifyCursor }
  /** An event of the box itself. */
  | { readonly type: 'event'; readonly event: BoxEvent }
  /**
   * What a test found out about a processor, as JSON (`encodeProfile`); only the last record of an environment counts.
   */
  | { readonly type: 'profile'; readonly environment: Environment; readonly value: string }
  /** The last record of a number counts. */
  | { readonly type: 'user'; readonly user: StoredUser }
  | { readonly type: 'tablet'; readonly tablet: StoredTablet };

/**
 * How a change takes disk space. `isSmall`: it may use the space reserved for what a person changes on the box; changes
 * from the owner's server may not. `waits`: it waits for space that others hold. Rates do not: they are stored again
 * later, and the order that stores them may be the one that holds the space.
 */
export interface SpaceUse {
  readonly isSmall: boolean;
  readonly waits: boolean;
}

export function spaceUseOf(change: Change): SpaceUse {
  return { isSmall: !isOfGroup(change), waits: change.type !== 'rates' };
}

function isOfGroup(change: Change): boolean {
  if (change.type === 'items') return change.version !== undefined;
  return change.type === 'event' && (change.event.kind === 'group-version' || change.event.kind === 'group-in-use');
}

/** A request to a processor is about to be sent. A `result` or an `abort` with its request id ends the intent. */
export interface IntentChange {
  readonly type: 'intent';
  /**
   * When read from the log, it is inflated and parsed on first access, because nearly all intents have ended by then.
   */
  readonly intent: Intent;
  /** From the index row; records of the first releases have none. */
  readonly requestId?: string;
}

/** An action and its person. Events of receipts have the names of the API contract. */
export type AuditEntry = MailedReceipt | PerformedOperation;

/** A person changed something on a page of the box. */
interface PerformedOperation {
  readonly event: 'operation';
  /** Name of the operation, such as `settings.set`. */
  readonly operation: string;
  /** What was changed, such as the name of a setting; never a value. Null when there is only one such object. */
  readonly subject: string | null;
  /** Number and name of the user. */
  readonly user: number;
  readonly name: string;
  /** True when the operation was carried out. */
  readonly isDone: boolean;
}

interface MailedReceipt {
  /** A mail server has accepted an e-mail with the receipt. */
  readonly event: 'invoice.email';
  /** uuid of the receipt. */
  readonly invoice: string;
  /** Number of the API key or user that requested it. */
  readonly key: number;
  /** Address of the recipient, as the caller gave it. */
  readonly to: string;
}
