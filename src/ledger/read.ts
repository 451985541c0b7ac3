import { DiskError } from '../base/disk.js';
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

/** Errors that tell of the medium or of a file that is gone; all others (no free descriptor, …) pass. */
const LOSSES: ReadonlySet<string> = new Set(['EIO', 'EBADMSG', 'EUCLEAN', 'ENOENT']);

export interface ReadInvoices {
  /** Whole receipts, in the order they were asked for. */
  readonly invoices: IssuedInvoice[];
  /** Records that are not whole, or could not be read on a second try either. */
  readonly unreadable: readonly InvoiceRef[];
}

/** Reads the receipts that lie at `refs`. Throws DiskError for a trouble that says nothing about the records. */
export async function readInvoices(files: SegmentFiles, refs: readonly InvoiceRef[]): Promise<ReadInvoices> {
  const invoices: IssuedInvoice[] = [];
  const unreadable: InvoiceRef[] = [];
  for (const run of runs(refs)) {
    const together = await readTogether(files, run);
    for (const [index, ref] of run.entries()) {
      // Once more and alone: the trouble may have been a passing one, or that of a neighbour.
      const [invoice] = together[index] === undefined ? await readTogether(files, [ref]) : [together[index]];
      if (invoice === undefined) unreadable.push(ref);
      else invoices.push(invoice);
    }
  }
  return { invoices, unreadable };
}

/** One read for all; what it does not give is undefined. */
async function readTogether(
  files: SegmentFiles,
  run: readonly InvoiceRef[],
): Promise<readonly (IssuedInvoice | undefined)[]> {
  const from = Math.min(...run.map(({ offset }) => offset));
  const to = Math.max(...run.map(({ offset, length }) => offset + length));
  try {
    const segment = await files.find(run[0]?.segment ?? 0);
    const bytes = await segment?.file.read(from, to - from);
    return segment && bytes ? run.map((ref) => decode(segment, bytes, ref, from)) : [];
  } catch (error) {
    if (error instanceof DiskError && LOSSES.has(error.code)) return [];
    throw error;
  }
}

function decode(segment: Segment, bytes: Buffer, ref: InvoiceRef, from: number): IssuedInvoice | undefined {
  const record = decodeRecord(bytes, ref.offset - from, segment.number);
  if (record?.head.sequence !== ref.sequence || record.head.type !== 'result') return undefined;
  try {
    return invoiceOf(record, segment.dictionary);
  } catch {
    return undefined; // a right checksum over a content that the box has never written
  }
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
