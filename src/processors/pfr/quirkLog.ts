import type { Clock, Environment, Log } from '../../base/index.js';
import type { Quirk } from './wire/quirks.js';

interface QuirkLogParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly environment: Environment;
}

/** The same quirk of the same processor is logged again after this time, ms of the monotonic clock. */
const DAY_MS = 24 * 60 * 60 * 1000;
/** Most entries that are remembered. Cards change, and an attacker may make up UIDs. */
const MAX_ENTRIES = 200;

/** Quirks of a processor's receipts, for the log and for reports. */
export class QuirkLog {
  private readonly seen = new Set<Quirk>();
  /** When each was logged, by JID and quirk, the oldest first. */
  private readonly loggedAt = new Map<string, number>();

  constructor(private readonly parts: QuirkLogParts) {}

  /** All quirks since the start, or since the processor was configured. */
  get names(): readonly Quirk[] {
    return [...this.seen];
  }

  /** Records the quirks of an accepted receipt of the processor with this JID. */
  note(uid: string, quirks: readonly Quirk[]): void {
    const { clock, log, environment } = this.parts;
    const now = clock.monotonic();
    for (const quirk of quirks) {
      this.seen.add(quirk);
      const key = `${uid} ${quirk}`;
      const at = this.loggedAt.get(key);
      if (at !== undefined && now - at < DAY_MS) continue;
      this.loggedAt.delete(key);
      this.loggedAt.set(key, now);
      const [oldest] = this.loggedAt.keys();
      if (this.loggedAt.size > MAX_ENTRIES && oldest !== undefined) this.loggedAt.delete(oldest);
      log('pfr.quirk', { environment, uid, quirk });
    }
  }
}
