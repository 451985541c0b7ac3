import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * How much the old generation may grow after a full collection before the next one, percent. V8 takes up to 300 on a
 * machine with gigabytes: a few pages of the receipt list would then double the memory of the box.
 */
const GROWTH = 50;

/**
 * Keeps V8's heap close to what is in use. V8 reads these flags whenever it is about to grow the heap; the better known
 * ones, such as `--max-semi-space-size`, only when the process starts.
 *
 * The young generation keeps its present size: under steady load it would grow to 3 × 16 MB, most of what the whole box
 * needs on a small board, to save a few microseconds per receipt. The old generation is collected once it has grown by
 * {@link GROWTH}, which takes milliseconds for each hundred receipts that are listed.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
}

/**
 * Collects all garbage now. While a process is idle V8 does not: garbage from a long start would stay in memory until more
 * is allocated. The time it takes grows with the memory in use, not with the garbage.
 */
export function collectGarbage(): void {
  garbageCollector()();
}

/** The same of the young generation alone: what was made lately and is not in use. Takes a millisecond or two. */
export function collectYoungGarbage(): void {
  garbageCollector()({ type: 'minor' });
}

type GarbageCollector = (options?: { readonly type: 'minor' }) => void;
let collector: GarbageCollector | undefined;

/** The flag takes effect in a context that is made after it. */
function garbageCollector(): GarbageCollector {
  if (collector === undefined) {
    setFlagsFromString('--expose-gc');
    collector = runInNewContext('gc') as GarbageCollector;
  }
  return collector;
}
