import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * How much the old generation may grow after a full collection before the next one, percent. V8 uses up to 300 on a
 * machine with gigabytes; a few pages of the receipt list would then double the memory of the box.
 */
const GROWTH = 50;

/**
 * Limits V8's heap to little more than the memory in use. V8 reads these flags whenever it is about to grow the heap;
 * better known ones, such as `--max-semi-space-size`, only at the start of the process.
 *
 * The young generation does not grow: under steady load it would reach 3 × 16 MB, most of what the whole box needs on a
 * small board, to save a few microseconds per receipt. The old generation is collected once it has grown by {@link
 * GROWTH}, which takes milliseconds for every hundred listed receipts.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
}

/**
 * Collects all garbage now. V8 does not while a process is idle, so garbage from a long start would stay in memory
 * until more is allocated. The time depends on the memory in use, not on the garbage.
 */
export function collectGarbage(): void {
  garbageCollector()();
}

/**
 * As {@link collectGarbage}, for the young generation only: recent objects that are no longer in use. Takes a
 * millisecond or two.
 */
export function collectYoungGarbage(): void {
  garbageCollector()({ type: 'minor' });
}

type GarbageCollector = (options?: { readonly type: 'minor' }) => void;
let collector: GarbageCollector | undefined;

/** The flag takes effect only in a context created after it. */
function garbageCollector(): GarbageCollector {
  if (collector === undefined) {
    setFlagsFromString('--expose-gc');
    collector = runInNewContext('gc') as GarbageCollector;
  }
  return collector;
}
