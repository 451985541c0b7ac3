import { compress, decodeInvoice, decompress, encodeInvoice } from './body.js';
import { type InvoiceRow, invoiceRow, type IssuedInvoice } from './invoice.js';
import { COMPRESSED, type DecodedRecord } from './record.js';
import type { StoredItem, StoredKey } from './views/main.js';
import type { Entry } from './entry.js';
import type { AbortCause, Intent } from './intent.js';
import type { PrintJob, ProbedPrinter } from './job.js';
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
  /** A processor is about to be asked; a `result` or an `abort` with its request id is its end. */
  | { readonly type: 'intent'; readonly intent: Intent }
  | { readonly type: 'abort'; readonly requestId: string; readonly cause: AbortCause }
  /** The tax rates of a real processor, as JSON; only the last of an environment counts. */
  | { readonly type: 'rates'; readonly environment: Environment; readonly value: string }
  /** Print jobs of one receipt as they stand now; the last of an id counts. */
  | { readonly type: 'job'; readonly jobs: readonly PrintJob[] }
  /** What a probe has found; the last of a name counts. */
  | { readonly type: 'printer'; readonly printer: ProbedPrinter };

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
  return { type, change, time, row: NOTHING, body, flags: small ? 0 : COMPRESSED };
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
  const json = record.head.flags === COMPRESSED ? decompress(record.body, dictionary) : record.body;
  return { type, ...(JSON.parse(json.toString()) as object) } as Change;
}

/** The whole receipt of a result record. */
export function invoiceOf(record: DecodedRecord, dictionary: Buffer): IssuedInvoice {
  return decodeInvoice(record.body, dictionary);
}
