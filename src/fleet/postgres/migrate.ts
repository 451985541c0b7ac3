import type { Client } from 'pg';
import { type Bilingual, failed, ok, type Result } from '../../base/index.js';
import { inTransaction } from './transaction.js';
import { MIGRATIONS } from './migrations/all.js';

/** Of `pg_advisory_xact_lock`: one program at a time brings the tables up to date. "kasirbox" in ASCII. */
const LOCK = '7737022186226904952';

/**
 * Makes the tables of schema `kasirbox`, or brings them up to date. Programs that start at once wait for each other. Fails with an
 * English sentence when the database is of a later release.
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
        sr: `табеле у PostgreSQL-у су из новијег издања (миграција ${last}): ажурирајте kasirbox`,
        en: `the tables in PostgreSQL are of a later release (migration ${last}): update kasirbox`,
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
