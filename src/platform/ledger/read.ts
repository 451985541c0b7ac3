import { DiskError } from '../../base/index.js';
import type { SegmentFiles } from './files.js';
import { type DecodedRecord, decodeRecord } from './record.js';
import type { Segment } from './segment.js';
import { LOSSES } from './tolerantDisk.js';
import type { InvoiceRef } from './views/invoices.js';

/** Records of a list are mostly neighbours. They are read together when they span no more than this, bytes. */
const TOGETHER = 256 * 1024;

/** A record that can no longer be read. */
export class UnreadableRecord extends Error {
  constructor(readonly ref: InvoiceRef) {
    super(
      `record ${ref.sequence} in segment ${ref.segment} at ${ref.offset} cannot be read; run: kasirbox ledger verify`,
    );
    this.name = 'UnreadableRecord';
  }
}

/**
 * Decodes what the caller needs of a receipt's record. Throws on content that no release up to this one has written.
 */
export type Decode<T> = (record: DecodedRecord, dictionary: Buffer) => T;

interface ReadReceipt<T> {
  readonly ref: InvoiceRef;
  /** Undefined: the record is incomplete, or could not be read at a second attempt either. */
  readonly read: T | undefined;
}

/**
 * Reads the receipts at `refs` in their order, each on demand, so that a hundred receipts of 500 lines are not in
 * memory at once. Throws DiskError for an error that does not mean lost records.
 */
export async function* readReceipts<T>(
  files: SegmentFiles,
  refs: readonly InvoiceRef[],
  wanted: Decode<T>,
): AsyncGenerator<ReadReceipt<T>, void, void> {
  for (const run of runs(refs)) {
    const together = await readTogether(files, run);
    for (const ref of run) {
      // Read it again alone: the error may have been temporary, or that of a neighbour.
      yield { ref, read: decode(together, ref, wanted) ?? decode(await readTogether(files, [ref]), ref, wanted) };
    }
  }
}

/** Bytes of a segment, from `from` on. */
interface Stretch {
  readonly segment: Segment;
  readonly bytes: Buffer;
  readonly from: number;
}

/** Reads all records at once; undefined when nothing can be read. */
async function readTogether(files: SegmentFiles, run: readonly InvoiceRef[]): Promise<Stretch | undefined> {
  const from = Math.min(...run.map(({ offset }) => offset));
  const to = Math.max(...run.map(({ offset, length }) => offset + length));
  try {
    const segment = await files.find(run[0]?.segment ?? 0);
    return segment && { segment, bytes: await segment.file.read(from, to - from), from };
  } catch (error) {
    if (error instanceof DiskError && LOSSES.has(error.code)) return undefined;
    throw error;
  }
}

function decode<T>(stretch: Stretch | undefined, ref: InvoiceRef, wanted: Decode<T>): T | undefined {
  if (stretch === undefined) return undefined;
  const { segment, bytes, from } = stretch;
  const record = decodeRecord(bytes, ref.offset - from, segment.number);
  if (record?.head.sequence !== ref.sequence || record.head.type !== 'result') return undefined;
  try {
    return wanted(record, segment.dictionary);
  } catch {
    return undefined; // valid checksum, but content that no release of the box has written
  }
}

/** Groups neighbours of the list that are in one segment within {@link TOGETHER} bytes. */
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
