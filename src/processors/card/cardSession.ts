import type { Clock } from '../../base/index.js';
import type { CardLink } from './link.js';
import type { CardHere } from './pin/cardPin.js';
import type { CardReport } from './readCard.js';

/** A card under power that was read; the session ends with its link. */
export interface CardSession extends CardHere {
  card: CardReport;
}

/** True when its key for TLS can be used; otherwise its PIN is not needed. */
export function hasKey({ card }: CardSession): boolean {
  return card.client.ok;
}

/** Identifies a card, also against a card issued again with the same name. */
export function keyOf({ identity }: CardReport): string {
  return `${identity.jid} ${identity.fingerprint}`;
}

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
