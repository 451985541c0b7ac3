import type { Client } from 'pg';

/**
 * Runs `work` in a transaction. If the connection is lost during the commit, the caller cannot know whether it was
 * committed.
 */
export async function inTransaction<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    const done = await work();
    await client.query('COMMIT');
    return done;
  } catch (error) {
    // The first error is the one that matters; a lost connection cannot roll back either.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
