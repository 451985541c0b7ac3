import type { Client } from 'pg';
import type { UtcMs } from '../../base/index.js';
import { inTransaction } from './transaction.js';

/** Of `pg_advisory_xact_lock`: one program at a time makes partitions. */
const LOCK = '7737022186226904953';
/** No box is older; what has an earlier time is of a wrong clock and lies in the default partition. */
const FIRST_MONTH = '2020-01-01';

/** Makes partitions for months when they are first needed. */
export class Months {
  private readonly made = new Set<string>();

  /** In a transaction of its own: whoever takes records in never waits with rows of boxes locked. */
  async make(client: Client, times: Iterable<UtcMs>, now: UtcMs): Promise<void> {
    const last = firstOfMonth(now + 40 * 86_400_000);
    const wanted = new Set<string>();
    for (const time of times) {
      const month = firstOfMonth(time);
      if (month >= FIRST_MONTH && month <= last && !this.made.has(month)) wanted.add(month);
    }
    if (wanted.size === 0) return;
    await inTransaction(client, async () => {
      await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
      for (const month of [...wanted].sort()) await client.query('SELECT kasirbox.make_month($1)', [month]);
    });
    for (const month of wanted) this.made.add(month);
  }
}

function firstOfMonth(at: UtcMs): string {
  return `${new Date(at).toISOString().slice(0, 7)}-01`;
}
