import type { Client } from 'pg';
import type { ToldState } from '../message/told.js';

/** Keeps the newest state of each box, by its own clock; an earlier one that comes late is passed over. */
export async function writeStates(
  client: Client,
  states: readonly { readonly box: number; readonly state: ToldState }[],
): Promise<void> {
  const newest = new Map<number, ToldState>();
  for (const { box, state } of states) {
    const other = newest.get(box);
    if (other === undefined || state.at > other.at) newest.set(box, state);
  }
  for (const [box, state] of newest) {
    await client.query(
      `INSERT INTO kasirbox.box_state AS s
         (box, at, version, environment, sequence, hash, epoch, catalogue_group, catalogue_version, behind, problems)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
       ON CONFLICT (box) DO UPDATE SET at = excluded.at, received_at = now(), version = excluded.version,
         environment = excluded.environment, sequence = excluded.sequence, hash = excluded.hash, epoch = excluded.epoch,
         catalogue_group = excluded.catalogue_group, catalogue_version = excluded.catalogue_version,
         behind = excluded.behind, problems = excluded.problems
       WHERE excluded.at >= s.at OR excluded.epoch > s.epoch`,
      [
        ...[box, new Date(state.at), state.version, state.environment, state.sequence, state.hash, state.epoch],
        ...[state.catalogue?.group ?? null, state.catalogue?.version ?? null, state.behind],
        JSON.stringify(state.problems),
      ],
    );
  }
}
