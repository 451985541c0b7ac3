import type { Client } from 'pg';
import { type Bilingual, failed, ok, type Result } from '../../../base/index.js';
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
      en: `the database has the encoding ${encoding}, and UTF8 is needed; nothing was taken in. Make it anew: ${command}`,
    };
  }
  if (Number(version) < OLDEST_POSTGRES)
    return {
      sr: 'PostgreSQL је старији од 15; ништа није преузето. Надоградите га.',
      en: 'PostgreSQL is older than 15; nothing was taken in. Update it.',
    };
  if (standby || readonly === 'on')
    return {
      sr: 'у базу не може да се пише (копија или само за читање); ништа није преузето. Наведите главни сервер: --postgres URL',
      en: 'the database cannot be written (a standby, or read-only); nothing was taken in. Name the primary: --postgres URL',
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
