import type { Client } from 'pg';
import type { UtcMs } from '../../../base/index.js';
import type { Sender } from '../message/boxMessage.js';
import type { Place } from '../message/decoded.js';

/** The row of a box, which is locked until the transaction ends. */
export interface LockedBox {
  readonly id: number;
  readonly name: string;
  readonly frontier: Place | null;
  /**
   * When the stream received the latest processed message of records, by the clock of its server; null: there was none.
   */
  readonly storedAt: UtcMs | null;
  /** Highest sequence of a stored record; 0 for none. */
  readonly highest: number;
  readonly hasWaiting: boolean;
  readonly hasHole: boolean;
  readonly hasConflict: boolean;
}

interface BoxRow {
  readonly id: number;
  readonly name: string;
  readonly sequence: string | null;
  readonly hash: string | null;
  readonly stored_at: Date | null;
  readonly highest: string;
  readonly has_waiting: boolean;
  readonly has_hole: boolean;
  readonly has_conflict: boolean;
}

/** Reads a pair of columns that are null where there is no place. */
export function placeOf(sequence: string | null, hash: string | null): Place | null {
  return sequence === null || hash === null ? null : { sequence: Number(sequence), hash };
}

/**
 * Creates rows for new boxes, in a separate transaction, so that other transactions do not wait for an uncommitted row.
 */
export async function addBoxes(client: Client, senders: readonly Sender[]): Promise<void> {
  await client.query(
    `INSERT INTO kasirbox.box (name, shop) SELECT DISTINCT ON (name) name, shop FROM unnest($1::text[], $2::text[]) AS t (name, shop)
     WHERE NOT EXISTS (SELECT FROM kasirbox.box b WHERE b.name = t.name)
     ORDER BY name ON CONFLICT (name) DO NOTHING`,
    [senders.map(({ box }) => box), senders.map(({ shop }) => shop)],
  );
}

/** Locks the rows of boxes, always in the order of their names, so that two ingesters cannot deadlock. */
export async function lockBoxes(client: Client, names: readonly string[]): Promise<ReadonlyMap<string, LockedBox>> {
  const { rows } = await client.query<BoxRow>(
    'SELECT * FROM kasirbox.box WHERE name = ANY ($1::text[]) ORDER BY name FOR UPDATE',
    [names],
  );
  return new Map(
    rows.map((row) => [
      row.name,
      {
        id: row.id,
        name: row.name,
        frontier: placeOf(row.sequence, row.hash),
        storedAt: row.stored_at?.getTime() ?? null,
        highest: Number(row.highest),
        hasWaiting: row.has_waiting,
        hasHole: row.has_hole,
        hasConflict: row.has_conflict,
      },
    ]),
  );
}

/** The new state of a box's row. */
interface BoxUpdate {
  readonly id: number;
  readonly shop: string | undefined;
  readonly place: Place | null;
  readonly storedAt: UtcMs | null;
  readonly highest: number;
}

/** Updates the rows of boxes. The flags for waiting records, holes and conflicts are computed from the tables. */
export async function updateBoxes(client: Client, updates: readonly BoxUpdate[]): Promise<void> {
  await client.query(
    `UPDATE kasirbox.box b SET shop = coalesce(u.shop, b.shop), sequence = u.sequence, hash = u.hash, stored_at = u.stored_at,
       highest = u.highest, seen_at = CASE WHEN u.shop IS NULL THEN b.seen_at ELSE now() END,
       has_waiting = EXISTS (SELECT FROM kasirbox.waiting w WHERE w.box = b.id),
       has_hole = EXISTS (SELECT FROM kasirbox.hole h WHERE h.box = b.id),
       has_conflict = b.has_conflict OR EXISTS (SELECT FROM kasirbox.conflict c WHERE c.box = b.id)
     FROM unnest($1::int[], $2::text[], $3::bigint[], $4::text[], $5::timestamptz[], $6::bigint[])
       AS u (id, shop, sequence, hash, stored_at, highest)
     WHERE b.id = u.id`,
    [
      updates.map(({ id }) => id),
      updates.map(({ shop }) => shop ?? null),
      updates.map(({ place }) => place?.sequence ?? null),
      updates.map(({ place }) => place?.hash ?? null),
      updates.map(({ storedAt }) => storedAt && new Date(storedAt)),
      updates.map(({ highest }) => highest),
    ],
  );
}
