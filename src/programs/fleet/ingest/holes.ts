import type { Client } from 'pg';
import type { Hole } from './chain.js';

/** Replaces the stored holes of boxes. The alarm of a filled hole ends. */
export async function writeHoles(client: Client, boxes: ReadonlyMap<number, readonly Hole[]>): Promise<void> {
  if (boxes.size === 0) return;
  const ids = [...boxes.keys()];
  const holes = [...boxes].flatMap(([box, list]) => list.map((hole) => ({ box, ...hole })));
  await client.query('DELETE FROM kasirbox.hole WHERE box = ANY ($1::int[])', [ids]);
  await client.query(
    `INSERT INTO kasirbox.hole (box, alarm, from_sequence, from_hash, to_sequence, to_hash)
     SELECT t.box, a.id, from_sequence, from_hash, to_sequence, to_hash
     FROM unnest($1::int[], $2::text[], $3::bigint[], $4::text[], $5::bigint[], $6::text[])
       AS t (box, key, from_sequence, from_hash, to_sequence, to_hash)
     JOIN kasirbox.alarm a ON a.box = t.box AND a.key = t.key`,
    [
      holes.map(({ box }) => box),
      holes.map(({ alarm }) => alarm),
      holes.map(({ from }) => from?.sequence ?? null),
      holes.map(({ from }) => from?.hash ?? null),
      holes.map(({ to }) => to.sequence),
      holes.map(({ to }) => to.hash),
    ],
  );
  await client.query(
    `UPDATE kasirbox.alarm a SET ended_at = now()
     WHERE a.box = ANY ($1::int[]) AND a.kind = 'hole' AND a.ended_at IS NULL
       AND NOT EXISTS (SELECT FROM kasirbox.hole h WHERE h.alarm = a.id)`,
    [ids],
  );
}
