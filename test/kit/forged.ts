import { crc32 } from 'node:zlib';
import { decodeInvoice, encodeInvoice } from '../../src/platform/ledger/body.js';
import { DATA_START, DICTIONARY } from '../../src/platform/ledger/segment.js';
import { type InvoiceRow, invoiceRow } from '../../src/platform/ledger/invoice.js';
import { type DecodedRecord, decodeRecord, encodeRecord, nextRecord } from '../../src/platform/ledger/record.js';
import { MemoryDisk } from './disk/memory.js';

const SEGMENT = /\/(\d{6})\.seg$/;
/** Where a record has its length, its checksum, and what that covers. */
const [LENGTH_AT, CRC_AT, CRC_FROM] = [4, 8, 12];

/**
 * The disk of a box on which somebody has lowered a receipt to `total`, para, in its index row and in its body, and has made the checksum of
 * its record right. All else is as it was.
 */
export function forged(disk: MemoryDisk, uuid: string, total: number): MemoryDisk {
  const files = disk.contents();
  for (const [path, bytes] of files) {
    const number = Number(SEGMENT.exec(path)?.[1]);
    if (typeof bytes === 'string' || !(number > 0)) continue;
    for (let at = nextRecord(bytes, DATA_START); at >= 0; at = nextRecord(bytes, at + 8)) {
      const record = decodeRecord(bytes, at, number);
      if (record?.head.type !== 'result' || decodeInvoice(record.body, DICTIONARY).uuid !== uuid) continue;
      const changed = Buffer.from(bytes);
      changed.set(forgedRecord(record, number, total), at);
      return new MemoryDisk(new Map([...files, [path, changed]]));
    }
  }
  throw new Error(`the disk has no receipt ${uuid}`);
}

function forgedRecord({ head, row, body, length }: DecodedRecord, segment: number, total: number): Buffer {
  const invoice = decodeInvoice(body, DICTIONARY);
  const [line] = invoice.draft.lines;
  if (line === undefined) throw new Error('it has no line');
  const payments = [{ paymentType: 'Cash', amount: total }] as const;
  const draft = { ...invoice.draft, lines: [{ ...line, unitPrice: total, total }], payments, total };
  const entry: InvoiceRow = {
    ...invoiceRow.read(row, { position: 0 }),
    ...{ total, payments, labels: [{ label: line.label, amount: total }] },
  };
  const forgedRow = Buffer.alloc(invoiceRow.size(entry));
  invoiceRow.write(forgedRow, 0, entry);
  const record = encodeRecord(segment, head, forgedRow, encodeInvoice({ ...invoice, draft }, DICTIONARY));
  if (record.length > length) throw new Error('it has become longer');
  const filled = Buffer.concat([record, Buffer.alloc(length - record.length)]);
  filled.writeUInt32LE(length, LENGTH_AT);
  filled.writeUInt32LE(crc32(filled.subarray(CRC_FROM), segment), CRC_AT);
  return filled;
}
