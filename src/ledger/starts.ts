import { recordAt, salvage } from './scan.js';
import { DATA_START, type Segment } from './segment.js';

/** The first record of a segment that is whole: it tells where the segment before had to end. */
export interface Start {
  readonly sequence: number;
  /** Hash of the record before it. */
  readonly previous: Buffer;
  /** Does it stand at the very beginning of the segment? Else at least the record before it is lost there. */
  readonly isFirst: boolean;
  /** Had what is lost before it been durable? If not, a power cut may have torn all that the segment holds. */
  readonly isProven: boolean;
}

/** Undefined for a segment that holds no whole record. Throws DiskError. */
export async function startOf(segment: Segment): Promise<Start | undefined> {
  const first = await recordAt(segment, DATA_START);
  const { records } = first === undefined ? await salvage(segment, DATA_START) : { records: [] };
  const head = (first ?? records[0]?.record)?.head;
  if (head === undefined) return undefined;
  return {
    sequence: head.sequence,
    previous: Buffer.from(head.previous), // a copy: what was read of the segment must not stay for it
    isFirst: first !== undefined,
    isProven: first !== undefined || records.some(({ record }) => record.head.durable >= head.sequence - 1),
  };
}

/**
 * The last sequence that counts before segments with these starts: what was written again there was given up before.
 * Where the first record of a segment is lost, the one before its first whole one lay in that segment as well. Starts
 * that a power cut may have torn count only when later ones show that the log went on behind them.
 */
export function endBefore(later: readonly (Start | undefined)[]): number {
  let end = Number.MAX_SAFE_INTEGER;
  for (const start of later) {
    if (start === undefined) continue;
    end = Math.min(end, start.sequence - (start.isFirst ? 1 : 2));
    if (start.isProven) return end;
  }
  return Number.MAX_SAFE_INTEGER;
}
