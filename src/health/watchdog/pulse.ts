import type { Clock } from '../../base/clock.js';
import type { RestartReason } from '../../ledger/event.js';

/** Something by which a box that does not get on is told; nothing that a look costs may wait for anything. */
export interface Sign {
  readonly reason: Extract<RestartReason, 'flush' | 'sale' | 'memory'>;
  /** How far beyond its bound it is now, a short text for the log; undefined when it is not. */
  readonly look: () => string | undefined;
}

/** Why the box must begin anew. */
export interface Stuck {
  readonly reason: Sign['reason'];
  readonly found: string;
}

export interface PulseParts {
  /** Between two looks, ms. */
  readonly every: number;
  readonly signs: readonly Sign[];
  readonly feed: () => Promise<void>;
  readonly clock: Clock;
}

/**
 * The heartbeat: gives a sign of life while all that must go on goes on. That the event loop turns is proven by the beat
 * itself.
 */
export async function beat({ every, signs, feed, clock }: PulseParts, signal: AbortSignal): Promise<Stuck | undefined> {
  do {
    for (const { reason, look } of signs) {
      const found = look();
      if (found !== undefined) return { reason, found };
    }
    // Not waited for: a manager that is slow must not keep the box from looking.
    void feed();
  } while (await clock.sleep(every, signal));
  return undefined;
}

/** A sign that is stuck when something has been going on for longer than its bound; both in ms. */
export function lasting(reason: Sign['reason'], since: () => number, bound: () => number): Sign {
  return {
    reason,
    look: () => (since() > bound() ? `${Math.round(since())} ms; limit ${Math.round(bound())} ms` : undefined),
  };
}
