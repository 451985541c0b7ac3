import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { uuidBytes } from '../../../src/base/cryptography.js';
import { decodeInvoice, encodeInvoice } from '../../../src/platform/ledger/body.js';
import { type InvoiceRow, invoiceRow, type IssuedInvoice, rowOf } from '../../../src/platform/ledger/invoice.js';
import { type DecodedRecord, decodeRecord, encodeRecord, recordHash } from '../../../src/platform/ledger/record.js';
import { DATA_START, segmentNumber } from '../../../src/platform/ledger/segment.js';

type RecordHead = DecodedRecord['head'];

/** A record as somebody who knows the format may write it anew. */
export interface Forged {
  readonly head: RecordHead;
  readonly row: Buffer;
  readonly body: Buffer;
}

export type Forgery = (record: Forged, dictionary: Buffer) => Forged | undefined;

const DICTIONARY_START = 4096;
const DICTIONARY_LENGTH = 44;

/** Where a record lies. */
export interface Place {
  readonly segment: number;
  readonly offset: number;
  readonly length: number;
  readonly head: RecordHead;
}

function segmentsOf(folder: string): { readonly number: number; readonly path: string }[] {
  return readdirSync(join(folder, 'log'))
    .sort()
    .flatMap((name) => {
      const number = segmentNumber(name);
      return number === undefined ? [] : [{ number, path: join(folder, 'log', name) }];
    });
}

/** Every record of a log without bad places. */
export function placesOf(folder: string): Place[] {
  return segmentsOf(folder).flatMap(({ number, path }) => {
    const bytes = readFileSync(path);
    const places: Place[] = [];
    let offset = DATA_START;
    for (let record = decodeRecord(bytes, offset, number); record; record = decodeRecord(bytes, offset, number)) {
      places.push({ segment: number, offset, length: record.length, head: record.head });
      offset += record.length;
    }
    return places;
  });
}

/**
 * Writes a log anew, each record as `change` gives it back (undefined: as it was), with right checksums. `chained`: the
 * records behind a changed one are chained to it, as one would do who knows how; else they betray it.
 */
export function forge(folder: string, change: Forgery, chained = true): void {
  let previous: Buffer | undefined;
  for (const { number, path } of segmentsOf(folder)) {
    const bytes = readFileSync(path);
    const dictionary = bytes.subarray(DICTIONARY_START, DICTIONARY_START + bytes.readUInt32LE(DICTIONARY_LENGTH));
    const pieces: Uint8Array[] = [bytes.subarray(0, DATA_START)];
    let at = DATA_START;
    for (let record = decodeRecord(bytes, at, number); record; record = decodeRecord(bytes, at, number)) {
      const { head, row, body } = change(record, dictionary) ?? record;
      const encoded = encodeRecord(number, chained && previous ? { ...head, previous } : head, row, body);
      previous = recordHash(encoded);
      pieces.push(encoded);
      at += record.length;
    }
    writeFileSync(path, Buffer.concat([...pieces, bytes.subarray(at)]));
  }
}

/** Changes the receipt with a uuid, in its body and in its index row; `row` then changes the row again. */
export function receiptForgery(
  uuid: string,
  edit: (receipt: IssuedInvoice) => IssuedInvoice,
  row: (row: InvoiceRow) => InvoiceRow = (same) => same,
): Forgery {
  return (record, dictionary) => {
    if (record.head.type !== 'result') return undefined;
    const receipt = decodeInvoice(record.body, dictionary);
    if (receipt.uuid !== uuid) return undefined;
    const edited = edit(receipt);
    const index = row(rowOf(edited, uuidBytes(edited.uuid)));
    const bytes = Buffer.alloc(invoiceRow.size(index));
    invoiceRow.write(bytes, 0, index);
    return { ...record, row: bytes, body: encodeInvoice(edited, dictionary) };
  };
}
