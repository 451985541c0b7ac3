import { localDay, type UtcMs } from '../../base/index.js';
import type { InDoubtEvent } from './boxEvent.js';
import { compress, decodeInvoice, decompress, encodeInvoice } from './body.js';
import type { Change, IntentChange } from './changeTypes.js';
import type { Entry } from './entry.js';
import {
  decodeAbortCause,
  decodeIntent,
  encodeAbortCause,
  encodeIntent,
  type Intent,
  type StoredAbortCause,
} from './intent.js';
import { type InvoiceRow, invoiceRow, type IssuedInvoice } from './invoice.js';
import { storedCursor } from './shopRecords.js';
import { COMPRESSED, type DecodedRecord } from './record.js';
import { DICTIONARY } from './segment.js';

const NOTHING = Buffer.alloc(0);
const REQUEST_ID_BYTES = 16;
/** A shorter body is not deflated, bytes. */
const SMALL_BODY = 200;

/** The record of a signed receipt. */
export function invoiceEntry(invoice: IssuedInvoice, row: InvoiceRow, time: number): Entry {
  const bytes = Buffer.alloc(invoiceRow.size(row));
  invoiceRow.write(bytes, 0, row);
  const body = (dictionary: Buffer): Buffer => encodeInvoice(invoice, dictionary);
  return { type: 'result', change: { type: 'result', row }, time, row: bytes, body, flags: COMPRESSED };
}

/** The record of any other change, as JSON. */
export function changeEntry(change: Exclude<Change, { type: 'result' }>, time: number): Entry {
  const { type } = change;
  const json = type === 'seal' ? NOTHING : Buffer.from(JSON.stringify(storedContent(change)));
  const small = json.length < SMALL_BODY;
  const body = small ? () => json : deflating(json);
  const row = change.type === 'intent' ? Buffer.from(change.intent.requestId, 'hex') : NOTHING;
  return { type, change, time, row, body, flags: small ? 0 : COMPRESSED };
}

/** The members of a change that its JSON on flash contains. */
function storedContent(change: Exclude<Change, { type: 'result' }>): object {
  if (change.type === 'notice') return storedCursor.write(change.cursor);
  const { type: _inHead, ...content } = change;
  if ('intent' in content) return { ...content, intent: encodeIntent(content.intent) };
  if ('cause' in content) return { ...content, cause: encodeAbortCause(content.cause) };
  return content;
}

/** Deflates once per dictionary, so that the body whose size was reserved is the one that is written. */
function deflating(json: Buffer): (dictionary: Buffer) => Buffer {
  let done: { readonly dictionary: Buffer; readonly body: Buffer } | undefined;
  return (dictionary) => {
    if (done?.dictionary.equals(dictionary) !== true) done = { dictionary, body: compress(json, dictionary) };
    return done.body;
  };
}

/** A record read from the log, with or without its hash. */
type ReadRecord = Omit<DecodedRecord, 'hash'>;

/** The change of a record read from the log. Throws on content that no release up to this one has written. */
export function changeOf(record: ReadRecord, dictionary: Buffer): Change {
  const { type } = record.head;
  if (type === 'result') return { type, row: viewRowOf(record, dictionary) };
  if (type === 'seal') return { type };
  if (type === 'later') throw new RangeError('a record of a later release');
  if (type === 'notice') return { type, cursor: storedCursor.read(contentOf(record, dictionary)) };
  if (type === 'intent' && record.row.length === REQUEST_ID_BYTES) return new ReadIntent(record, dictionary);
  const content = contentOf(record, dictionary);
  if (type === 'intent') return { type, ...content, intent: decodeIntent(content['intent']) };
  if (type === 'abort') {
    const { requestId, cause } = content as { readonly requestId: string; readonly cause: StoredAbortCause };
    return { type, requestId, cause: decodeAbortCause(cause) };
  }
  return { type, ...content } as Change;
}

class ReadIntent implements IntentChange {
  readonly type = 'intent';
  readonly requestId: string;
  private read: Intent | undefined;

  constructor(
    private readonly record: ReadRecord,
    private readonly dictionary: Buffer,
  ) {
    this.requestId = record.row.toString('hex');
  }

  get intent(): Intent {
    if (this.read !== undefined) return this.read;
    const intent = decodeIntent(contentOf(this.record, this.dictionary)['intent']);
    if (intent.requestId !== this.requestId) throw new RangeError('an intent under the request id of another');
    this.read = intent;
    return intent;
  }
}

function contentOf({ head, body }: ReadRecord, dictionary: Buffer): Readonly<Record<string, unknown>> {
  const json = head.flags === COMPRESSED ? decompress(body, dictionary) : body;
  return JSON.parse(json.toString()) as Readonly<Record<string, unknown>>;
}

/** The stored index row of a result record. Throws RangeError on a short row. */
export function storedRowOf(record: ReadRecord): InvoiceRow {
  return invoiceRow.read(record.row, { position: 0 });
}

/**
 * As {@link storedRowOf}, for views that show receipts and do not count them. If a row of an earlier release has no
 * buyer, the buyer is read from the body.
 */
export function rowOfRecord(record: ReadRecord, dictionary: Buffer): InvoiceRow {
  const row = storedRowOf(record);
  return row.buyerId === null ? { ...row, buyerId: buyerIn(record, dictionary) } : row;
}

/** Empty when the body cannot be read; a request for the receipt itself reports the error. */
function buyerIn(record: ReadRecord, dictionary: Buffer): string {
  try {
    return invoiceOf(record, dictionary).draft.buyerId ?? '';
  } catch {
    return ''; // valid checksum, but content that no release of the box has written
  }
}

/**
 * The index row as the views count it. Earlier releases wrote the day of the box's clock into the row; the time of the
 * processor is read from the body. If the body cannot be read, the day of the box's clock is used.
 */
export function viewRowOf(record: ReadRecord, dictionary: Buffer): InvoiceRow {
  const row = storedRowOf(record);
  if (row.signedAt !== null) return row;
  try {
    const { draft, signature } = invoiceOf(record, dictionary);
    const buyerId = row.buyerId ?? draft.buyerId ?? '';
    return { ...row, buyerId, signedAt: signature.time, day: localDay(signature.time) };
  } catch {
    return { ...row, buyerId: row.buyerId ?? '' }; // as in buyerIn
  }
}

/** The complete receipt of a result record. */
export function invoiceOf(record: ReadRecord, dictionary: Buffer): IssuedInvoice {
  return decodeInvoice(record.body, dictionary);
}

/** Space for the head of a record, and for a dictionary that compresses the body less well, bytes. */
const HEAD_BYTES = 1024;

/** Space for these records, bytes. */
export function sizeOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, entry) => sum + HEAD_BYTES + entry.body(DICTIONARY).length, 0);
}

/**
 * Entries that record the outcome of an order in doubt, written in one group with the record of the outcome and before
 * it. Empty when the order was never reported as in doubt. `uuid`: of its receipt; null when nothing was signed.
 */
export function settledEntries(doubt: InDoubtEvent | undefined, uuid: string | null, now: UtcMs): readonly Entry[] {
  if (doubt === undefined) return [];
  return [changeEntry({ type: 'event', event: { ...doubt, kind: 'settled', at: now, uuid } }, now)];
}
