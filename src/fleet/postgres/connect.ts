import { Client } from 'pg';

/** A statement that takes longer has met a server that hangs, ms. */
const LONGEST_STATEMENT = 300_000;

/**
 * Tables are reached by index alone: a plan that reads whole partitions would be made of statistics that are not there yet.
 * A program that hangs must not hold the rows of boxes for long.
 */
const SESSION = `SET TIME ZONE 'UTC'; SET enable_hashjoin = off; SET enable_mergejoin = off;
  SET lock_timeout = '30s'; SET idle_in_transaction_session_timeout = '60s'; SET statement_timeout = ${LONGEST_STATEMENT}`;

/** Connects as libpq does: what the URL leaves out comes from PGUSER, PGPASSWORD, PGPASSFILE and the like. Rejects when it cannot. */
export async function connectPostgres(url: string, { isIngester }: { readonly isIngester: boolean }): Promise<Client> {
  const client = new Client({
    connectionString: url,
    application_name: isIngester ? 'kasirbox-ingest' : 'kasirbox-report',
    connectionTimeoutMillis: 10_000,
    query_timeout: LONGEST_STATEMENT + 30_000,
    keepAlive: true,
  });
  // A connection that is lost while nobody asks fails the next query.
  client.on('error', () => undefined);
  await client.connect();
  if (isIngester) await client.query(SESSION);
  return client;
}
