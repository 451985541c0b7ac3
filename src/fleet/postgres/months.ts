import type { Client } from 'pg';
import type { UtcMs } from '../../base/index.js';
import { inTransaction } from './transaction.js';

/** Of `pg_advisory_xact_lock`: one program at a time makes partitions. */
const LOCK = '7737022186226904953';
/** No box is older; what has an earlier time is of a wrong clock and lies in the default partition. */
const FIRST_MONTH = '2020-01-01';

const DAY = 86_400_000;
/** A backup that reads the tables for long holds a new partition up: until it is tried again, ms. */
const AGAIN = 60_000;
/** What PostgreSQL says where `lock_timeout` is over. */
const LOCK_NOT_AVAILABLE = '55P03';

/** Makes partitions for months: a week before they begin, or when they are first needed. */
export class Months {
  private readonly made = new Set<string>();
  private notBefore = 0;

  /**
   * In a transaction of its own: whoever takes records in never waits with rows of boxes locked. Where somebody reads the tables, records
   * lie in the default partition until it is made later.
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
        // Whoever asks meanwhile waits as well.
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
