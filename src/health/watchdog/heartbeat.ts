import type { Clock } from '../../base/index.js';
import type { RestartReason } from '../../ledger/index.js';

/** Finds out whether one thing in the box hangs. */
export interface LivenessProbe {
  readonly reason: Extract<RestartReason, 'flush' | 'sale' | 'memory'>;
  /** A short text for the log when it hangs, with the limit that it has passed; undefined otherwise. Must never wait. */
  readonly check: () => string | undefined;
}

/** Why the box must be restarted. */
export interface Hang {
  readonly reason: LivenessProbe['reason'];
  readonly found: string;
}

export interface HeartbeatOptions {
  /** Between two beats, ms. */
  readonly interval: number;
  readonly probes: readonly LivenessProbe[];
  /** Tells the service manager that the box is alive. */
  readonly feed: () => Promise<void>;
  readonly clock: Clock;
}

/**
 * Feeds the watchdog of the service manager until a probe finds a hang, or the signal aborts (undefined). That the event loop
 * turns is proven by the beat itself.
 */
export async function heartbeat(
  { interval, probes, feed, clock }: HeartbeatOptions,
  signal: AbortSignal,
): Promise<Hang | undefined> {
  do {
    for (const { reason, check } of probes) {
      const found = check();
      if (found !== undefined) return { reason, found };
    }
    // Not waited for: a slow manager must not delay the next beat.
    void feed();
  } while (await clock.sleep(interval, signal));
  return undefined;
}

/** A probe that finds a hang when something has been going on for longer than its limit; both in ms. */
export function durationProbe(
  reason: LivenessProbe['reason'],
  elapsed: () => number,
  limit: () => number,
): LivenessProbe {
  return {
    reason,
    check: () => (elapsed() > limit() ? `${Math.round(elapsed())} ms; limit ${Math.round(limit())} ms` : undefined),
  };
}
