import { join } from 'node:path';
import type { Disk } from '../base/disk.js';
import { changeOf, invoiceOf } from './change.js';
import { SegmentFiles } from './files.js';
import { LOG_FOLDER } from './open.js';
import { type Damage, replay } from './recover.js';
import { RECORD_TYPES, type RecordType } from './record.js';
import { beginning, type Located } from './scan.js';
import type { Segment } from './segment.js';

export interface Verification {
  /** Records of each kind that are whole, in place, and chained to the one before. */
  readonly counts: Readonly<Record<RecordType, number>>;
  /** Last sequence that was read. */
  readonly sequence: number;
  /** In order of place; empty when all is well. */
  readonly faults: readonly string[];
}

export interface VerifyOptions {
  readonly disk: Disk;
  /** The data folder. */
  readonly folder: string;
  /** Sequence up to which the log is known to be durable, when a service is writing it; later records are passed over. */
  readonly upTo?: number;
  /** Called now and then with the number of records read. */
  readonly progress?: (records: number) => void;
}

const STEP = 10_000;

/** Reads every record from the first, bodies included, and checks the chain of hashes. Writes nothing. */
export async function verifyLedger({ disk, folder, upTo, progress }: VerifyOptions): Promise<Verification> {
  const files = new SegmentFiles(disk, join(folder, LOG_FOLDER));
  const counts = Object.fromEntries(RECORD_TYPES.map((type) => [type, 0])) as Record<RecordType, number>;
  const faults: string[] = [];
  let read = 0;
  const visit = ({ record, segment, offset }: Located): void => {
    const { type, sequence } = record.head;
    if (upTo !== undefined && sequence > upTo) return;
    try {
      if (type === 'result') invoiceOf(record, segment.dictionary);
      else changeOf(record, segment.dictionary);
      counts[type] += 1;
    } catch {
      faults.push(`record ${sequence} (${type}) in segment ${segment.number} at ${offset}: its content cannot be read`);
    }
    read += 1;
    if (read % STEP === 0) progress?.(read);
  };
  try {
    const segments = await openAll(files, faults);
    const [first] = segments;
    if (first === undefined) return { counts, sequence: 0, faults };
    const { position, damage } = await replay(segments, beginning(first.number), visit);
    faults.push(...damage.filter(({ firstMissing }) => firstMissing <= (upTo ?? firstMissing)).map(describe));
    if (upTo !== undefined && position.sequence < upTo) {
      faults.push(`the log ends at record ${position.sequence}, but ${upTo} had been acknowledged`);
    }
    return { counts, sequence: upTo ?? position.sequence, faults };
  } finally {
    await files.close();
  }
}

async function openAll(files: SegmentFiles, faults: string[]): Promise<Segment[]> {
  const segments: Segment[] = [];
  const numbers = await files.numbers();
  for (const number of numbers) {
    const segment = await files.find(number);
    if (segment !== undefined) segments.push(segment);
    // A last file without a whole header is one whose making was cut short.
    else if (number !== numbers[numbers.length - 1]) faults.push(`the header of segment ${number} cannot be read`);
  }
  return segments;
}

function describe({ segment, offset, firstMissing, lastMissing }: Damage): string {
  const records = firstMissing === lastMissing ? `record ${firstMissing}` : `records ${firstMissing} to ${lastMissing}`;
  return `${records} missing in segment ${segment} at ${offset}`;
}
