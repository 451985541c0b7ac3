import { compress, decodeInvoice, decompress, encodeInvoice } from './body.js';
import { type InvoiceRow, invoiceRow, type IssuedInvoice } from './invoice.js';
import { COMPRESSED, type DecodedRecord } from './record.js';
import type { StoredItem, StoredKey } from './views/main.js';
import type { Entry } from './entry.js';
import type { BoxEvent } from './event.js';
import type { AbortCause, Intent } from './intent.js';
import type { PrintJob, ProbedPrinter } from './job.js';
import type { QueuedOrder } from './queued.js';
import type { Notice } from './notice.js';
import type { Environment } from '../base/fiscal.js';

/** What one record changes in the views. Of a receipt they need the index row only; its body stays in the log. */
export type Change =
  | { readonly type: 'open'; readonly version: string }
  | { readonly type: 'result'; readonly row: InvoiceRow }
  | { readonly type: 'item'; readonly item: StoredItem }
  | { readonly type: 'key'; readonly key: StoredKey }
  | { readonly type: 'setting'; readonly name: string; readonly value: string | null }
  | { readonly type: 'seal' }
  | { readonly type: 'audit'; readonly entry: AuditEntry }
  /** Several items at once: all of them or, after a power cut, none. */
  | { readonly type: 'items'; readonly items: readonly StoredItem[] }
  | IntentChange
  | { readonly type: 'abort'; readonly requestId: string; readonly cause: AbortCause }
  /** The tax rates of a real processor, as JSON; only the last of an environment counts. */
  | { readonly type: 'rates'; readonly environment: Environment; readonly value: string }
  /** Print jobs of one receipt as they stand now; the last of an id counts. */
  | { readonly type: 'job'; readonly jobs: readonly PrintJob[] }
  /** What a probe has found; the last of a name counts. */
  | { readonly type: 'printer'; readonly printer: ProbedPrinter }
  /** Where an order stands that waits for its processor; the last of a key counts, and a `result` under the key is its end. */
  | { readonly type: 'queued'; readonly order: QueuedOrder }
  /** Up to where the owner was told; only the last counts. */
  | { readonly type: 'notice'; readonly notice: Notice }
  /** What happened to the box itself. */
  | { readonly type: 'event'; readonly event: BoxEvent };

/** A processor is about to be asked; a `result` or an `abort` with its request id is its end. */
export interface IntentChange {
  readonly type: 'intent';
  /** Of a record that was read back it is inflated and parsed when it is first asked for: nearly all have ended by then. */
  readonly intent: Intent;
  /** As in the index row, where the record has one: those of the first releases have none. */
  readonly requestId?: string;
}

/** What was done with a receipt beside issuing it, under the event names of the API contract. */
export interface AuditEntry {
  /** A mail server has taken a letter with the receipt. */
  readonly event: 'invoice.email';
  /** Its uuid. */
  readonly invoice: string;
  /** Number of the API key that asked for it. */
  readonly key: number;
  /** Address of the recipient, as the caller gave it. */
  readonly to: string;
}

const NOTHING = Buffer.alloc(0);
const REQUEST_ID_BYTES = 16;
/** Below this a body is not worth deflating. */
const SMALL_BODY = 200;

/** The record of a signed receipt. */
export function invoiceEntry(invoice: IssuedInvoice, row: InvoiceRow, time: number): Entry {
  const bytes = Buffer.alloc(invoiceRow.size(row));
  invoiceRow.write(bytes, 0, row);
  const body = (dictionary: Buffer): Buffer => encodeInvoice(invoice, dictionary);
  return { type: 'result', change: { type: 'result', row }, time, row: bytes, body, flags: COMPRESSED };
}

/** The record of any other change: its JSON. */
export function changeEntry(change: Exclude<Change, { type: 'result' }>, time: number): Entry {
  const { type, ...content } = change;
  const json = type === 'seal' ? NOTHING : Buffer.from(JSON.stringify(content));
  const small = json.length < SMALL_BODY;
  const body = small ? () => json : deflating(json);
  const row = change.type === 'intent' ? Buffer.from(change.intent.requestId, 'hex') : NOTHING;
  return { type, change, time, row, body, flags: small ? 0 : COMPRESSED };
}

/** Deflates once for a dictionary: the body that was measured for its room is the one that is written. */
function deflating(json: Buffer): (dictionary: Buffer) => Buffer {
  let done: { readonly dictionary: Buffer; readonly body: Buffer } | undefined;
  return (dictionary) => {
    if (done?.dictionary.equals(dictionary) !== true) done = { dictionary, body: compress(json, dictionary) };
    return done.body;
  };
}

/** What a record that was read back changes. Throws on content that no release up to this one has written. */
export function changeOf(record: DecodedRecord, dictionary: Buffer): Change {
  const { type } = record.head;
  if (type === 'result') return { type, row: invoiceRow.read(record.row, { position: 0 }) };
  if (type === 'seal') return { type };
  if (type === 'later') throw new RangeError('a record of a later release');
  if (type === 'intent' && record.row.length === REQUEST_ID_BYTES) return new ReadIntent(record, dictionary);
  return { type, ...contentOf(record, dictionary) } as Change;
}

class ReadIntent implements IntentChange {
  readonly type = 'intent';
  readonly requestId: string;
  private read: Intent | undefined;

  constructor(
    private readonly record: DecodedRecord,
    private readonly dictionary: Buffer,
  ) {
    this.requestId = record.row.toString('hex');
  }

  get intent(): Intent {
    if (this.read !== undefined) return this.read;
    const { intent } = contentOf(this.record, this.dictionary) as Pick<IntentChange, 'intent'>;
    if (intent.requestId !== this.requestId) throw new RangeError('an intent under the request id of another');
    this.read = intent;
    return intent;
  }
}

function contentOf({ head, body }: DecodedRecord, dictionary: Buffer): object {
  const json = head.flags === COMPRESSED ? decompress(body, dictionary) : body;
  return JSON.parse(json.toString()) as object;
}

/** The whole receipt of a result record. */
export function invoiceOf(record: DecodedRecord, dictionary: Buffer): IssuedInvoice {
  return decodeInvoice(record.body, dictionary);
}
