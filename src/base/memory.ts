import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * How much more than was in use after a full collection the old generation may hold before the next one, percent. V8
 * takes up to 300 where the machine has gigabytes: a few pages of the list then leave the box at twice its size.
 */
const GROWTH = 50;

/**
 * Keeps V8's heap near what is in use. V8 reads these flags each time it thinks of growing; the usual ones, such as
 * `--max-semi-space-size`, are read at the start of the process only.
 *
 * The young generation stays at the size it has now: under steady load it would grow to 3 × 16 MB, which on a small
 * board is most of what the whole box needs, and save a few microseconds a receipt. The old one is collected when it
 * has grown by {@link GROWTH}, which takes milliseconds for each hundred receipts that are listed.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
}

/**
 * Collects all garbage at once, which V8 would leave where it is while a process idles: what a long start has used up stays
 * in memory for as long as nobody asks for more. Takes as long as what is in use, not the garbage, is large.
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
}
