import type { Client } from 'pg';

/** All of `work` or nothing. A connection that is lost leaves nothing, or all of it: then the caller cannot know. */
export async function inTransaction<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    const done = await work();
    await client.query('COMMIT');
    return done;
  } catch (error) {
    // The first error says what is wrong; a connection that is gone cannot roll back either.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
