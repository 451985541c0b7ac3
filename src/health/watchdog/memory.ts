import { getHeapStatistics } from 'node:v8';
import { collectGarbage } from '../../base/memory.js';
import type { Sign } from './pulse.js';

/** What the process holds, bytes. */
export interface Holding {
  /** What JavaScript holds, garbage not yet collected among it. */
  readonly heap: number;
  /** Where V8 gives up. */
  readonly heapLimit: number;
  /** What the process has in memory, its heap among it. */
  readonly resident: number;
}

const MEGABYTE = 1_000_000;
/** V8's limit counts three semispaces of 16 MiB for young objects, and it gives up when the rest is full: bytes. */
const YOUNG = 3 * 16 * 1024 * 1024;
/** Beyond this share of what the old ones may take there is hardly anything else than collecting garbage. */
const HEAP_SHARE = 0.9;
/** The box needs 150 MB at most, whatever its history: with more than twice as much it leaks, bytes. */
const MOST_RESIDENT = 320 * MEGABYTE;
/** So many looks in a row, so that a long list is not taken for a leak. */
const HEAP_LOOKS = 2;
const RESIDENT_LOOKS = 6;

/** A leak: memory that stays above its bound, and is no garbage. */
export function memorySign(holding: () => Holding = holdingNow, collect: () => void = collectGarbage): Sign {
  const high = { heap: 0, resident: 0 };
  return {
    reason: 'memory',
    look: () => {
      const { heap, heapLimit, resident } = holding();
      const heapBound = HEAP_SHARE * Math.max(0, heapLimit - YOUNG);
      high.heap = heap > heapBound ? high.heap + 1 : 0;
      high.resident = resident > MOST_RESIDENT ? high.resident + 1 : 0;
      if (high.heap >= HEAP_LOOKS) return `heap ${megabytes(heap)}; limit ${megabytes(heapBound)}`;
      if (high.resident >= RESIDENT_LOOKS) return `RSS ${megabytes(resident)}; limit ${megabytes(MOST_RESIDENT)}`;
      // The look that would tell of a leak comes after this one: what it finds then is in use.
      if (high.heap === HEAP_LOOKS - 1 || high.resident === RESIDENT_LOOKS - 1) collect();
      return undefined;
    },
  };
}

function holdingNow(): Holding {
  const { used_heap_size: heap, heap_size_limit: heapLimit } = getHeapStatistics();
  return { heap, heapLimit, resident: process.memoryUsage.rss() };
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / MEGABYTE)} MB`;
}
