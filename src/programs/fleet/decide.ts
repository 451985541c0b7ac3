import type { Client } from 'pg';
import { type Bilingual, failed, ok, type Result } from '../../base/index.js';
import { connectPostgres, postgresFault } from './postgres/connect.js';

/**
 * Decides that a box has continued with the fork of this alarm. The ingester accepts the fork's records from now on.
 * Returns their number. Fails like the other decisions.
 */
export function acceptFork(postgres: string, alarm: number): Promise<Result<number, Bilingual>> {
  return decide(postgres, async (client) => {
    const { rows } = await client.query<{ moved: string }>('SELECT kasirbox.take_fork($1) AS moved', [alarm]);
    return Number(rows[0]?.moved);
  });
}

/**
 * Decides that nothing more is to be done about an alarm. It opens again when the same finding recurs. False: it was
 * not open.
 */
export function closeAlarm(postgres: string, alarm: number): Promise<Result<boolean, Bilingual>> {
  return decide(postgres, async (client) => {
    const { rowCount } = await client.query(
      'UPDATE kasirbox.alarm SET ended_at = now() WHERE id = $1 AND ended_at IS NULL',
      [alarm],
    );
    return rowCount === 1;
  });
}

/**
 * Decides that a box is no longer expected. A later message from it reverses that. False: no message from such a box
 * was ever received.
 */
export function retireBox(postgres: string, box: string): Promise<Result<boolean, Bilingual>> {
  return decide(postgres, async (client) => {
    const { rowCount } = await client.query('UPDATE kasirbox.box SET retired_at = now() WHERE name = $1', [box]);
    return rowCount === 1;
  });
}

async function decide<T>(postgres: string, work: (client: Client) => Promise<T>): Promise<Result<T, Bilingual>> {
  let client: Client | undefined;
  try {
    client = await connectPostgres(postgres, { isIngester: false });
    return ok(await work(client));
  } catch (error) {
    return failed(postgresFault(error));
  } finally {
    await client?.end().catch(() => undefined);
  }
}
