import type { Clock } from '../../../base/index.js';
import type { RestartReason } from '../../../platform/ledger/index.js';

/** Detects one kind of hang in the box. */
export interface LivenessProbe {
  readonly reason: Extract<RestartReason, 'flush' | 'sale' | 'memory'>;
  /** A short text for the log when it hangs, with the exceeded limit; undefined otherwise. Must never wait. */
  readonly check: () => string | undefined;
}

/** Why the box must be restarted. */
export interface Hang {
  readonly reason: LivenessProbe['reason'];
  readonly found: string;
}

interface HeartbeatOptions {
  /** Time between two beats, ms. */
  readonly interval: number;
  readonly probes: readonly LivenessProbe[];
  /** Notifies the service manager that the box is alive. */
  readonly feed: () => Promise<void>;
  readonly clock: Clock;
}

/**
 * Feeds the watchdog of the service manager until a probe finds a hang, or the signal aborts (undefined). The beat
 * itself proves that the event loop runs.
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
    // Not awaited: a slow manager must not delay the next beat.
    void feed();
  } while (await clock.sleep(interval, signal));
  return undefined;
}

/** A probe that finds a hang when an activity has lasted longer than its limit; both in ms. */
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
