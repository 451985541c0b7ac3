import type { Environment } from '../base/index.js';
import type { BoxEvent } from './boxEvent.js';
import type { GroupVersion } from './groupVersion.js';
import type { AbortCause, Intent } from './intent.js';
import type { InvoiceRow } from './invoice.js';
import type { PrintJob, ProbedPrinter } from './job.js';
import type { NotifyCursor } from './notifyCursor.js';
import type { QueuedOrder } from './queuedOrder.js';
import type { StoredItem, StoredKey } from './keyAndItem.js';
import type { StoredTablet, StoredUser } from './user.js';

/** What one record changes in the views. They need only the index row of a receipt; its body stays in the log. */
export type Change =
  | { readonly type: 'open'; readonly version: string }
  | { readonly type: 'result'; readonly row: InvoiceRow }
  | { readonly type: 'item'; readonly item: StoredItem }
  | { readonly type: 'key'; readonly key: StoredKey }
  | { readonly type: 'setting'; readonly name: string; readonly value: string | null }
  | { readonly type: 'seal' }
  | { readonly type: 'audit'; readonly entry: AuditEntry }
  /** Several items at once: after a power cut either all of them or none. `version`: with them this one is in use. */
  | { readonly type: 'items'; readonly items: readonly StoredItem[]; readonly version?: GroupVersion }
  | IntentChange
  | { readonly type: 'abort'; readonly requestId: string; readonly cause: AbortCause }
  /** The tax rates of a real processor, as JSON; only the last of an environment counts. */
  | { readonly type: 'rates'; readonly environment: Environment; readonly value: string }
  /** Current state of print jobs of one receipt; the last record of an id counts. */
  | { readonly type: 'job'; readonly jobs: readonly PrintJob[] }
  /** The findings of a probe; the last record of a printer counts. */
  | { readonly type: 'printer'; readonly printer: ProbedPrinter }
  /** State of an order that waits for its processor; the last record of a key counts, and a `result` with the key ends it. */
  | { readonly type: 'queued'; readonly order: QueuedOrder }
  /** Which receipts and alarms the owner has been told of; only the last record counts. */
  | { readonly type: 'notice'; readonly cursor: NotifyCursor }
  /** What happened to the box itself. */
  | { readonly type: 'event'; readonly event: BoxEvent }
  /** What a test has learned about a processor, as JSON (`encodeProfile`); only the last of an environment counts. */
  | { readonly type: 'profile'; readonly environment: Environment; readonly value: string }
  /** The last record of a number counts. */
  | { readonly type: 'user'; readonly user: StoredUser }
  | { readonly type: 'tablet'; readonly tablet: StoredTablet };

/** Does it come from the owner's server? It does not get the room that a full disk keeps for what a person has to do on the box. */
export function isOfGroup(change: Change): boolean {
  if (change.type === 'items') return change.version !== undefined;
  return change.type === 'event' && (change.event.kind === 'group-version' || change.event.kind === 'group-in-use');
}

/** A processor is about to be asked; a `result` or an `abort` with its request id ends the intent. */
export interface IntentChange {
  readonly type: 'intent';
  /** Of a record that was read back: inflated and parsed when first read, since nearly all intents have ended by then. */
  readonly intent: Intent;
  /** From the index row; records of the first releases have none. */
  readonly requestId?: string;
}

/** What was done, by whom; what is done with a receipt has the event names of the API contract. */
export type AuditEntry = MailedReceipt | PerformedOperation;

/** A person has changed something on a page of the box. */
export interface PerformedOperation {
  readonly event: 'operation';
  /** Its name, such as `settings.set`. */
  readonly operation: string;
  /** What was changed, such as the name of a setting; never a value. Null: there is only one. */
  readonly subject: string | null;
  /** Number and name of the user. */
  readonly user: number;
  readonly name: string;
  /** Was it carried out? */
  readonly isDone: boolean;
}

export interface MailedReceipt {
  /** A mail server has accepted an e-mail with the receipt. */
  readonly event: 'invoice.email';
  /** Its uuid. */
  readonly invoice: string;
  /** Number of the API key or user that asked for it. */
  readonly key: number;
  /** Address of the recipient, as the caller gave it. */
  readonly to: string;
}
