import type { SegmentFiles } from './files.js';
import { recordAt, wholeRecords } from './scan.js';
import { DATA_START, type Segment } from './segment.js';

/** The first whole record of a segment. It shows where the previous segment must have ended. */
interface SegmentStart {
  readonly sequence: number;
  /** Hash of the previous record. */
  readonly previous: Buffer;
  /** True when it is at the beginning of the segment. If not, at least the record before it is lost. */
  readonly isFirst: boolean;
  /**
   * True when the records lost before it had been durable. If not, a power cut may have torn everything in the segment.
   */
  readonly isProven: boolean;
}

/** Undefined for a segment without a whole record. Throws DiskError. */
export async function segmentStartOf(segment: Segment): Promise<SegmentStart | undefined> {
  const first = await recordAt(segment, DATA_START);
  const { records } = first === undefined ? await wholeRecords(segment, DATA_START) : { records: [] };
  const head = (first ?? records[0]?.record)?.head;
  if (head === undefined) return undefined;
  return {
    sequence: head.sequence,
    previous: Buffer.from(head.previous), // a copy, so that the buffer of the segment can be freed
    isFirst: first !== undefined,
    isProven: first !== undefined || records.some(({ record }) => record.head.durable >= head.sequence - 1),
  };
}

/**
 * The last valid sequence before segments with these starts; records that were written again there do not count
 * earlier. If the first record of a segment is lost, the record before its first whole one was in that segment too.
 * Starts that a power cut may have torn count only if later ones show that the log continued after them.
 */
export function lastSequenceBefore(later: readonly (SegmentStart | undefined)[]): number {
  let end = Number.MAX_SAFE_INTEGER;
  for (const start of later) {
    if (start === undefined) continue;
    end = Math.min(end, start.sequence - (start.isFirst ? 1 : 2));
    if (start.isProven) return end;
  }
  return Number.MAX_SAFE_INTEGER;
}

/** The last valid sequence of a full segment. Throws DiskError. */
export async function lastSequenceOf(files: SegmentFiles, number: number): Promise<number> {
  const later: SegmentStart[] = [];
  for (const other of await files.numbers()) {
    const segment = other > number ? await files.find(other) : undefined;
    const start = segment && (await segmentStartOf(segment));
    if (start !== undefined) later.push(start);
    if (start?.isProven === true) break;
  }
  return lastSequenceBefore(later);
}
