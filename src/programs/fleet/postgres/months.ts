import type { Client } from 'pg';
import type { UtcMs } from '../../../base/index.js';
import { inTransaction } from './connect.js';

/** Key of `pg_advisory_xact_lock`: one program at a time makes partitions. */
const LOCK = '7737022186226904953';
/** No box is older. Records with an earlier time come from a wrong clock and are in the default partition. */
const FIRST_MONTH = '2020-01-01';

const DAY = 86_400_000;
/** Delay before the next attempt, ms. A backup that reads the tables for long blocks a new partition. */
const AGAIN = 60_000;
/** SQLSTATE of PostgreSQL when `lock_timeout` has passed. */
const LOCK_NOT_AVAILABLE = '55P03';

/** Creates partitions for months: a week before they begin, or when they are first needed. */
export class Months {
  private readonly made = new Set<string>();
  private notBefore = 0;

  /**
   * In a separate transaction, so that an ingester never waits here with locked rows of boxes. While the tables are
   * being read, records go to the default partition until the partition can be made.
   */
  async make(client: Client, times: Iterable<UtcMs>, now: UtcMs): Promise<void> {
    if (now < this.notBefore) return;
    const last = firstOfMonth(now + 40 * DAY);
    const wanted = new Set<string>();
    for (const time of [...times, now + 7 * DAY]) {
      const month = firstOfMonth(time);
      if (month >= FIRST_MONTH && month <= last && !this.made.has(month)) wanted.add(month);
    }
    if (wanted.size === 0) return;
    try {
      await inTransaction(client, async () => {
        await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
        // A short timeout, since other queries wait behind this lock.
        await client.query("SET LOCAL lock_timeout = '1s'");
        for (const month of [...wanted].sort()) await client.query('SELECT kasirbox.make_month($1)', [month]);
      });
      for (const month of wanted) this.made.add(month);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE)) throw error;
      this.notBefore = now + AGAIN;
    }
  }
}

function firstOfMonth(at: UtcMs): string {
  return `${new Date(at).toISOString().slice(0, 7)}-01`;
}
