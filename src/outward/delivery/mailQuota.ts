import type { UtcMs } from '../../base/index.js';
import type { AuditRecord, Ledger } from '../../platform/ledger/index.js';

interface MailQuotaDeps {
  readonly ledger: Pick<Ledger, 'auditBefore'>;
  readonly now: () => UtcMs;
  /** A clock that never jumps, ms. */
  readonly monotonic: () => number;
}

/**
 * Most stretches of the log, 256 KiB each, that are searched for mails of an earlier run: an hour of some thousand
 * receipts.
 */
const MAX_STRETCHES = 32;

/**
 * Counts the mails of each key within the last hour. A mail counts when a server has accepted it, or may have. After a
 * restart, mails of the previous run are read from the audit log when the first mail is requested.
 */
export class MailQuota {
  /** By key: when each mail was sent or reserved, on the monotonic clock, ms. */
  private readonly times = new Map<number, number[]>();
  private restored: Promise<void> | undefined;

  /**
   * @param limit mails in a window
   * @param windowMs length of the window, ms; it ends at the current moment
   */
  constructor(
    private readonly limit: number,
    private readonly windowMs: number,
    private readonly deps: MailQuotaDeps,
  ) {}

  /**
   * Reserves one mail of `key`, so that concurrent mails cannot exceed the limit together; undefined: the limit is
   * reached. The returned function releases the reservation of a mail that was not sent. Rejects with a DiskError when
   * the audit cannot be read.
   */
  async take(key: number): Promise<(() => void) | undefined> {
    this.restored ??= this.restore().catch((error: unknown) => {
      this.restored = undefined;
      throw error;
    });
    await this.restored;
    const now = this.deps.monotonic();
    const times = (this.times.get(key) ?? []).filter((time) => now - time < this.windowMs);
    this.times.set(key, times);
    if (times.length >= this.limit) return undefined;
    times.push(now);
    return () => this.giveBack(key, now);
  }

  private giveBack(key: number, time: number): void {
    const times = this.times.get(key) ?? [];
    const at = times.indexOf(time);
    if (at >= 0) times.splice(at, 1);
  }

  private async restore(): Promise<void> {
    const { ledger, now } = this.deps;
    // No mail counts before this has succeeded, except those that an attempt has read before its disk failed.
    this.times.clear();
    const to = now();
    const from = to - this.windowMs;
    let stretch = await ledger.auditBefore(undefined, { from, to });
    for (let read = 1; ; read += 1) {
      for (const record of stretch.records) this.count(record, to);
      const oldest = stretch.records.at(-1);
      const isDone = stretch.next === undefined || (oldest !== undefined && oldest.time < from);
      if (isDone || read === MAX_STRETCHES) return;
      stretch = await ledger.auditBefore(stretch.next, { from, to });
    }
  }

  /** A record from the future, from before the clock was set back, counts as sent just now. */
  private count({ time, entry }: AuditRecord, now: UtcMs): void {
    if (entry.event !== 'invoice.email' || now - time >= this.windowMs) return;
    const sentAt = this.deps.monotonic() - Math.max(0, now - time);
    this.times.set(entry.key, [...(this.times.get(entry.key) ?? []), sentAt]);
  }
}
