import type { Client } from 'pg';
import type { ArrivedState } from './judgeBoxes.js';

/** A state with the id of its box. */
export type StateOfBox = ArrivedState & { readonly box: number };

/**
 * Stores the newest state of each box: the one that the stream received last. Its own time is not used, since the clock
 * of a box may be set back.
 */
export async function writeStates(client: Client, states: readonly StateOfBox[]): Promise<void> {
  const newest = new Map<number, StateOfBox>();
  for (const one of states) {
    const other = newest.get(one.box);
    if (other === undefined || one.storedAt >= other.storedAt) newest.set(one.box, one);
  }
  for (const [box, { state, storedAt }] of newest) {
    await client.query(
      `INSERT INTO kasirbox.box_state AS s
         (box, at, stored_at, version, environment, sequence, hash, epoch, catalogue_group, catalogue_version, behind, problems)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
       ON CONFLICT (box) DO UPDATE SET at = excluded.at, stored_at = excluded.stored_at, version = excluded.version,
         environment = excluded.environment, sequence = excluded.sequence, hash = excluded.hash, epoch = excluded.epoch,
         catalogue_group = excluded.catalogue_group, catalogue_version = excluded.catalogue_version,
         behind = excluded.behind, problems = excluded.problems
       WHERE excluded.stored_at >= s.stored_at`,
      [
        ...[box, new Date(state.at), new Date(storedAt), state.version, state.environment, state.sequence, state.hash],
        ...[state.epoch, state.catalogue?.group ?? null, state.catalogue?.version ?? null, state.behind],
        JSON.stringify(state.problems),
      ],
    );
  }
}

/** Hash of the last record that each box has reported. */
export async function lastHashes(
  client: Client,
  boxes: readonly Pick<StateOfBox, 'box'>[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await client.query<{ box: number; hash: string }>(
    'SELECT box, hash FROM kasirbox.box_state WHERE box = ANY ($1::int[])',
    [boxes.map(({ box }) => box)],
  );
  return new Map(rows.map(({ box, hash }) => [box, hash]));
}
