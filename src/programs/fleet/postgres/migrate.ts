import type { Client } from 'pg';
import { type Bilingual, failed, ok, type Result, type UtcMs } from '../../../base/index.js';
import { inTransaction } from './connect.js';
import { MIGRATIONS } from './migrations/all.js';

/** Key of `pg_advisory_xact_lock`: one program at a time migrates the tables. "kasirbox" in ASCII. */
const LOCK = '7737022186226904952';

/** Required for texts of all boxes and multiranges. */
const OLDEST_POSTGRES = 150_000;

/**
 * Why a database cannot be used for ingesting; undefined when it can. Checked before the first message is read from the
 * stream.
 */
export async function databaseFault(client: Client): Promise<Bilingual | undefined> {
  const { rows } = await client.query<{ encoding: string; version: string; standby: boolean; readonly: string }>(
    `SELECT current_setting('server_encoding') AS encoding, current_setting('server_version_num') AS version,
       pg_is_in_recovery() AS standby, current_setting('default_transaction_read_only') AS readonly`,
  );
  const { encoding = '', version = '', standby = false, readonly = 'off' } = rows[0] ?? {};
  if (encoding !== 'UTF8') {
    const command = 'createdb -E UTF8 -T template0 -O kasirbox_ingest kasirbox';
    return {
      sr: `база има кодирање ${encoding}, а треба UTF8; ништа није преузето. Направите је поново: ${command}`,
      en: `the database has the encoding ${encoding}, but UTF8 is required; nothing was applied. Create it again: ${command}`,
    };
  }
  if (Number(version) < OLDEST_POSTGRES)
    return {
      sr: 'PostgreSQL је старији од 15; ништа није преузето. Надоградите га.',
      en: 'PostgreSQL is older than 15; nothing was applied. Upgrade it.',
    };
  if (standby || readonly === 'on')
    return {
      sr: 'у базу не може да се пише (копија или само за читање); ништа није преузето. Наведите главни сервер: --postgres URL',
      en: 'the database cannot be written (a standby, or read-only); nothing was applied. Give the primary: --postgres URL',
    };
  return undefined;
}

/**
 * Creates or migrates the tables of schema `kasirbox`. Programs that start at once wait for each other. Returns the
 * number of applied migrations. Fails when the database is of a later release.
 */
export function migrate(client: Client): Promise<Result<number, Bilingual>> {
  return inTransaction(client, async () => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    await client.query(`CREATE SCHEMA IF NOT EXISTS kasirbox;
      CREATE TABLE IF NOT EXISTS kasirbox.migration (
        number integer PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
    const { rows } = await client.query<{ last: number }>(
      'SELECT coalesce(max(number), 0) AS last FROM kasirbox.migration',
    );
    const last = rows[0]?.last ?? 0;
    if (last > MIGRATIONS.length) {
      return failed({
        sr: `табеле у PostgreSQL-у су из новијег издања (миграција ${last}): надоградите kasirbox`,
        en: `the tables in PostgreSQL are from a later release (migration ${last}): update kasirbox`,
      });
    }
    for (const [index, { name, sql }] of MIGRATIONS.entries()) {
      if (index < last) continue;
      await client.query(sql);
      await client.query('INSERT INTO kasirbox.migration (number, name) VALUES ($1, $2)', [index + 1, name]);
    }
    return ok(MIGRATIONS.length - last);
  });
}

/** Key of `pg_advisory_xact_lock`: one program at a time makes partitions. */
const MONTHS_LOCK = '7737022186226904953';
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
        await client.query('SELECT pg_advisory_xact_lock($1)', [MONTHS_LOCK]);
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
