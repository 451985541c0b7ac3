import type { Client } from 'pg';
import type { UtcMs } from '../../../base/index.js';
import { readRecord } from '../message/record.js';
import type { DecodedRecord } from '../message/decoded.js';
import type { Addition } from './alarms.js';
import { placeOf } from './boxes.js';
import { type Hole, type Known, type Link, placeKey } from './chain.js';

/** A record to be checked: it has just arrived, or it is in the table `waiting`, without its body here. */
export interface Candidate extends Link {
  readonly shop: string;
  readonly arrivedAt: UtcMs;
  /** When the stream received the message, by the clock of its server; undefined for one in the table. */
  readonly storedAt: UtcMs | undefined;
  /** Undefined for one in the table. */
  readonly record: DecodedRecord | undefined;
}

/** Most waiting records of a box that are checked in one transaction. */
export const MAX_WAITING = 2000;

interface StoredRow {
  readonly box: number;
  readonly sequence: string;
  readonly epoch: string;
  readonly hash: string;
}

function grouped<R extends { readonly box: number }, T>(rows: readonly R[], read: (row: R) => T): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const row of rows) {
    const group = groups.get(row.box);
    if (group === undefined) groups.set(row.box, [read(row)]);
    else group.push(read(row));
  }
  return groups;
}

/** Waiting records by box, in ascending order of sequences. */
export async function readWaiting(client: Client, boxes: readonly number[]): Promise<ReadonlyMap<number, Candidate[]>> {
  if (boxes.length === 0) return new Map();
  const { rows } = await client.query<
    StoredRow & { shop: string; after_sequence: string | null; after_hash: string | null; arrived_at: Date }
  >(
    `SELECT w.* FROM unnest($1::int[]) AS b (id) CROSS JOIN LATERAL (
       SELECT box, sequence, epoch, hash, shop, after_sequence, after_hash, arrived_at FROM kasirbox.waiting
       WHERE box = b.id ORDER BY sequence LIMIT ${MAX_WAITING}) w`,
    [boxes],
  );
  return grouped(rows, (row) => ({
    ...knownOf(row),
    after: placeOf(row.after_sequence, row.after_hash),
    shop: row.shop,
    arrivedAt: row.arrived_at.getTime(),
    storedAt: undefined,
    record: undefined,
  }));
}

function knownOf({ epoch, sequence, hash }: StoredRow): Known {
  return { epoch: Number(epoch), sequence: Number(sequence), hash };
}

export async function readHoles(client: Client, boxes: readonly number[]): Promise<ReadonlyMap<number, Hole[]>> {
  if (boxes.length === 0) return new Map();
  const { rows } = await client.query<{
    box: number;
    key: string;
    from_sequence: string | null;
    from_hash: string | null;
    to_sequence: string;
    to_hash: string;
  }>('SELECT h.*, a.key FROM kasirbox.hole h JOIN kasirbox.alarm a ON a.id = h.alarm WHERE h.box = ANY ($1::int[])', [
    boxes,
  ]);
  return grouped(rows, (row) => ({
    alarm: row.key,
    from: placeOf(row.from_sequence, row.from_hash),
    to: { sequence: Number(row.to_sequence), hash: row.to_hash },
  }));
}

/** A record that may already be in the table `record`. */
interface Doubtful extends Known {
  readonly box: number;
  readonly recordedAt: UtcMs | undefined;
}

/** The records of the table `record` at the same places. */
export async function readKnown(client: Client, doubtful: readonly Doubtful[]): Promise<ReadonlyMap<number, Known[]>> {
  const dated = doubtful.filter(({ recordedAt }) => recordedAt !== undefined);
  // Nearly all are repeats, and their time selects one partition.
  const repeats = await knownAt(client, dated, 'AND r.recorded_at = t.at');
  const found = new Set(repeats.map((row) => recordKey(row.box, knownOf(row))));
  const others = doubtful.filter((record) => !found.has(recordKey(record.box, record)));
  return grouped([...repeats, ...(await knownAt(client, others, ''))], knownOf);
}

/** The records of the table `record` at places that others name as their predecessors. */
export async function readKnownBefore(
  client: Client,
  places: readonly (Pick<Known, 'sequence'> & { readonly box: number })[],
): Promise<ReadonlyMap<number, Known[]>> {
  return grouped(
    await knownAt(
      client,
      places.map((place) => ({ ...place, recordedAt: undefined })),
      '',
    ),
    knownOf,
  );
}

async function knownAt(
  client: Client,
  doubtful: readonly Pick<Doubtful, 'box' | 'sequence' | 'recordedAt'>[],
  andTime: string,
): Promise<StoredRow[]> {
  if (doubtful.length === 0) return [];
  const { rows } = await client.query<StoredRow>(
    `SELECT r.box, r.sequence, r.epoch, encode(r.hash, 'hex') AS hash
     FROM unnest($1::int[], $2::bigint[], $3::timestamptz[]) AS t (box, sequence, at)
     JOIN kasirbox.record r ON r.box = t.box AND r.sequence = t.sequence ${andTime}`,
    [
      doubtful.map(({ box }) => box),
      doubtful.map(({ sequence }) => sequence),
      doubtful.map(({ recordedAt }) => (recordedAt === undefined ? null : new Date(recordedAt))),
    ],
  );
  return rows;
}

/** The alarms of conflicting records that one of these names as its predecessor, by box and place. */
export async function readConflicts(
  client: Client,
  links: readonly (Link & { readonly box: number })[],
): Promise<ReadonlyMap<number, ReadonlyMap<string, string>>> {
  const linked = links.flatMap(({ box, after }) => (after === null ? [] : [{ box, ...after }]));
  if (linked.length === 0) return new Map();
  const { rows } = await client.query<{ box: number; sequence: string; hash: string; key: string }>(
    `SELECT DISTINCT c.box, c.sequence, c.hash, a.key
     FROM unnest($1::int[], $2::bigint[], $3::text[]) AS t (box, sequence, hash)
     JOIN kasirbox.conflict c ON c.box = t.box AND c.sequence = t.sequence AND left(c.hash, 16) = t.hash
     JOIN kasirbox.alarm a ON a.id = c.alarm`,
    [linked.map(({ box }) => box), linked.map(({ sequence }) => sequence), linked.map(({ hash }) => hash)],
  );
  const groups = grouped(
    rows,
    ({ sequence, hash, key }) => [placeKey({ sequence: Number(sequence), hash }), key] as const,
  );
  return new Map(Array.from(groups, ([box, entries]) => [box, new Map(entries)]));
}

/** A row of `waiting` or `conflict`. */
export interface StoredRecord extends Link {
  readonly box: number;
  readonly shop: string;
  readonly source: unknown;
}

function keptColumns(kept: readonly StoredRecord[]): unknown[] {
  return [
    kept.map(({ box }) => box),
    kept.map(({ sequence }) => sequence),
    kept.map(({ epoch }) => epoch),
    kept.map(({ hash }) => hash),
    kept.map(({ after }) => after?.sequence ?? null),
    kept.map(({ after }) => after?.hash ?? null),
    kept.map(({ shop }) => shop),
    kept.map(({ source }) => JSON.stringify(source)),
  ];
}

const KEPT = 'box, sequence, epoch, hash, after_sequence, after_hash, shop, body';
const KEPT_TYPES =
  '$1::int[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[], $6::text[], $7::text[], $8::jsonb[]';

/** Returns how many were not there before. */
export async function storeWaiting(client: Client, kept: readonly StoredRecord[]): Promise<number> {
  if (kept.length === 0) return 0;
  const { rowCount } = await client.query(
    `INSERT INTO kasirbox.waiting (${KEPT}) SELECT * FROM unnest(${KEPT_TYPES}) ON CONFLICT DO NOTHING`,
    keptColumns(kept),
  );
  return rowCount ?? 0;
}

/** Stores records with their alarms, which must exist under their keys. Returns those that were not stored before. */
export async function storeConflicts(
  client: Client,
  kept: readonly (StoredRecord & { readonly alarm: string })[],
): Promise<Addition[]> {
  if (kept.length === 0) return [];
  const { rows } = await client.query<{ alarm: string; sequence: string; receipt: string | null }>(
    `INSERT INTO kasirbox.conflict (${KEPT}, alarm)
     SELECT t.box, sequence, epoch, hash, after_sequence, after_hash, shop, body, a.id
     FROM unnest(${KEPT_TYPES}, $9::text[]) AS t (${KEPT}, key) JOIN kasirbox.alarm a ON a.box = t.box AND a.key = t.key
     ON CONFLICT DO NOTHING RETURNING alarm, sequence, body #>> '{receipt,pfr,invoiceNumber}' AS receipt`,
    [...keptColumns(kept), kept.map(({ alarm }) => alarm)],
  );
  return rows.map(({ alarm, sequence, receipt }) => ({ alarm: Number(alarm), sequence: Number(sequence), receipt }));
}

/** Deletes records from the table `waiting`, and returns them whole. */
export async function removeWaiting(
  client: Client,
  taken: readonly (Known & { readonly box: number })[],
): Promise<ReadonlyMap<string, DecodedRecord>> {
  if (taken.length === 0) return new Map();
  const { rows } = await client.query<StoredRow & { body: unknown }>(
    `DELETE FROM kasirbox.waiting w USING unnest($1::int[], $2::bigint[], $3::bigint[], $4::text[]) AS t (box, sequence, epoch, hash)
     WHERE w.box = t.box AND w.sequence = t.sequence AND w.epoch = t.epoch AND w.hash = t.hash
     RETURNING w.box, w.sequence, w.epoch, w.hash, w.body`,
    [
      taken.map(({ box }) => box),
      taken.map(({ sequence }) => sequence),
      taken.map(({ epoch }) => epoch),
      taken.map(({ hash }) => hash),
    ],
  );
  return new Map(
    rows.map((row) => {
      const record = readRecord(row.body);
      if (!record.ok) throw new Error(`a waiting record cannot be read any more: ${record.error}`);
      return [recordKey(row.box, knownOf(row)), record.value];
    }),
  );
}

export function recordKey(box: number, { epoch, sequence, hash }: Known): string {
  return `${box} ${epoch} ${sequence} ${hash}`;
}
