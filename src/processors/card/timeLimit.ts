import type { Clock } from '../../base/index.js';
import type { CardLink } from './link.js';

/**
 * For all reads of a new card, and for its PIN with or without a signature, ms. At 9,600 baud, 12 bits a byte, the 4 KB
 * of a reading take 5 s.
 */
export const LIMITS = { reading: 30_000, pin: 20_000 } as const;

interface Limit {
  readonly clock: Pick<Clock, 'sleep'>;
  readonly link: Pick<CardLink, 'close'>;
  readonly ms: number;
}

/**
 * Ends the link, and so fails the work, when it takes longer. A card may otherwise ask for more time, or for another
 * piece, without limit. `isLate` is true when the limit was reached.
 */
export async function limited<T>(
  { clock, link, ms }: Limit,
  work: Promise<T>,
): Promise<{ readonly outcome: T; readonly isLate: boolean }> {
  const done = new AbortController();
  let isLate = false;
  void clock.sleep(ms, done.signal).then(async (isOver) => {
    if (!isOver) return;
    isLate = true;
    await link.close();
  });
  try {
    return { outcome: await work, isLate };
  } finally {
    done.abort();
  }
}
