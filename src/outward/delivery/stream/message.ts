import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import type { UtcMs } from '../../../base/index.js';
import type { EventPlace, IssuedInvoice, LedgerEvent, ToldRecord } from '../../../platform/ledger/index.js';
import { DICTIONARY } from './dictionary.js';

/** Converts events and receipts to JSON, with the members of the API. */
export interface Describing {
  readonly describeEvent: (event: LedgerEvent) => object;
  readonly describeReceipt: (invoice: IssuedInvoice) => object;
}

export const FORMAT = '1';
/** With {@link DICTIONARY}. */
export const ENCODING = 'deflate';
export const ENCODING_HEADER = 'Content-Encoding';
export const FORMAT_HEADER = 'Kasirbox-Format';
/** Hex digits of the hash by which a record names the previously published one. */
const HASH_DIGITS = 16;

/** The previously published record. */
export type ToldBefore = Pick<EventPlace, 'sequence' | 'hash'> | undefined;

/** The JSON of one record, with its events and receipt. `personalData` concerns the buyer's data. */
export function recordJson(
  told: ToldRecord,
  before: ToldBefore,
  describing: Describing,
  personalData: boolean,
): string {
  const { record, hash, isChained, contents, receipt } = told;
  const { epoch, sequence, time, previous } = record.record.head;
  const events = contents.map((content, at) =>
    // The receipt beside it has the other members.
    'row' in content && receipt != null
      ? { type: content.type }
      : eventOf({ record, part: at + 1, at: time, content }, describing),
  );
  return JSON.stringify({
    ...{ epoch, sequence, hash: hash.toString('hex'), previous: previous.toString('hex') },
    after: before === undefined ? null : { sequence: before.sequence, hash: shortHash(before.hash) },
    ...{ isChained, recordedAt: new Date(time).toISOString(), events },
    ...(receipt !== undefined && { receipt: receipt && receiptOf(receipt, describing, personalData) }),
  });
}

function shortHash(hash: Buffer): string {
  return hash.toString('hex').slice(0, HASH_DIGITS);
}

/** Without its cursor, since the message has its own. */
function eventOf(event: LedgerEvent, { describeEvent }: Describing): object {
  return Object.fromEntries(Object.entries(describeEvent(event)).filter(([name]) => name !== 'cursor'));
}

/** Members of a receipt that identify its buyer, directly or in their text. */
const OF_BUYER = new Set(['buyerId', 'journal']);
/** Members of its `pfr` that are omitted: the picture shows the address, and the address contains the buyer. */
const PICTURE = 'verificationQRCode';
const ADDRESS = 'verificationUrl';

function receiptOf(invoice: IssuedInvoice, { describeReceipt }: Describing, personalData: boolean): object {
  const { buyerId, buyerCostCenterId } = invoice.draft;
  const hides = !personalData && (buyerId !== null || buyerCostCenterId !== null);
  const members = Object.entries(describeReceipt(invoice)).filter(([name]) => !hides || !OF_BUYER.has(name));
  return Object.fromEntries(
    members.map(([name, value]) => [name, name === 'pfr' ? pfrOf(value as object, hides) : value]),
  );
}

function pfrOf(pfr: object, hides: boolean): object {
  return Object.fromEntries(Object.entries(pfr).filter(([name]) => name !== PICTURE && (!hides || name !== ADDRESS)));
}

/** The current state of the box, for the monitoring of many. */
export interface BoxState {
  readonly at: UtcMs;
  readonly version: string;
  readonly environment: string;
  readonly sequence: number;
  readonly epoch: number;
  readonly hash: Buffer;
  readonly behind: number;
  /** The version of the owner's group; null: none. */
  readonly catalogue: { readonly group: string; readonly version: number } | null;
  readonly problems: readonly { readonly check: string; readonly state: string; readonly text: string }[];
}

export function stateJson({ at, hash, ...rest }: BoxState): string {
  return JSON.stringify({ at: new Date(at).toISOString(), ...rest, hash: hash.toString('hex') });
}

const OPENING = '{"records":[';
const CLOSING = ']}';
/** Most UTF-8 bytes of a UTF-16 unit. */
const MOST_BYTES = 3;
/** Initial size, enough for a receipt or two, bytes. */
const FIRST_ROOM = 16 * 1024;

/**
 * Builds the JSON of a message in a buffer, record by record. If the texts of a hundred records were collected until
 * the last one is ready, they would outlive the young generation, and the heap of a box that catches up would grow by
 * megabytes.
 */
export class RecordsJson {
  private room: Buffer = Buffer.allocUnsafe(FIRST_ROOM);
  private length = 0;

  add(record: string): void {
    this.write(this.length === 0 ? OPENING : ',');
    this.write(record);
  }

  /** The whole message, after the last record. */
  end(): Buffer {
    this.write(CLOSING);
    return this.room.subarray(0, this.length);
  }

  private write(text: string): void {
    const most = this.length + text.length * MOST_BYTES;
    if (most > this.room.length) {
      const larger = Buffer.allocUnsafe(Math.max(most, 2 * this.room.length));
      this.room.copy(larger, 0, 0, this.length);
      this.room = larger;
    }
    this.length += this.room.write(text, this.length);
  }
}

const compress = promisify(deflate);

/** Runs off the event loop, so that sales do not wait for it. */
export function packed(json: Uint8Array): Promise<Buffer> {
  return compress(json, { dictionary: DICTIONARY });
}
