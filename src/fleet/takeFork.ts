import type { Client } from 'pg';
import { failed, ok, type Result } from '../base/index.js';
import { connectPostgres } from './postgres/connect.js';

/**
 * The decision that a box has gone on with the fork of this alarm: its records, whose number it gives, are taken in by the ingester from now
 * on. Fails with an English sentence.
 */
export async function takeFork(postgres: string, alarm: number): Promise<Result<number, string>> {
  let client: Client | undefined;
  try {
    client = await connectPostgres(postgres, { isIngester: false });
    const { rows } = await client.query<{ moved: string }>('SELECT kasirbox.take_fork($1) AS moved', [alarm]);
    return ok(Number(rows[0]?.moved));
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  } finally {
    await client?.end().catch(() => undefined);
  }
}
