import { invoiceOf } from './change.js';
import type { SegmentFiles } from './files.js';
import type { IssuedInvoice } from './invoice.js';
import { decodeRecord } from './record.js';
import type { Segment } from './segment.js';
import type { InvoiceRef } from './views/invoices.js';

/** Records of a page lie side by side: they are read together when they span no more than this. */
const TOGETHER = 1024 * 1024;

/** A record that was there and cannot be read any more. */
export class UnreadableRecord extends Error {
  constructor(readonly ref: InvoiceRef) {
    super(
      `record ${ref.sequence} in segment ${ref.segment} at ${ref.offset} cannot be read; run: kasirbox ledger verify`,
    );
    this.name = 'UnreadableRecord';
  }
}

/** Whole receipts, in the order of `refs`. Throws {@link UnreadableRecord} and DiskError. */
export async function readInvoices(files: SegmentFiles, refs: readonly InvoiceRef[]): Promise<IssuedInvoice[]> {
  const invoices: IssuedInvoice[] = [];
  for (const run of runs(refs)) {
    const segment = await files.open(run[0]?.segment ?? 0);
    const from = Math.min(...run.map(({ offset }) => offset));
    const to = Math.max(...run.map(({ offset, length }) => offset + length));
    const bytes = await segment.file.read(from, to - from);
    for (const ref of run) invoices.push(decode(segment, bytes, ref, from));
  }
  return invoices;
}

function decode(segment: Segment, bytes: Buffer, ref: InvoiceRef, from: number): IssuedInvoice {
  const record = decodeRecord(bytes, ref.offset - from, segment.number);
  if (record?.head.sequence !== ref.sequence) throw new UnreadableRecord(ref);
  return invoiceOf(record, segment.dictionary);
}

/** Neighbours in the list that lie in one segment within {@link TOGETHER} bytes. */
function runs(refs: readonly InvoiceRef[]): InvoiceRef[][] {
  const result: InvoiceRef[][] = [];
  for (const ref of refs) {
    const run = result[result.length - 1];
    const first = run?.[0];
    const near = first?.segment === ref.segment && Math.abs(first.offset - ref.offset) + ref.length <= TOGETHER;
    if (run !== undefined && near) run.push(ref);
    else result.push([ref]);
  }
  return result;
}
