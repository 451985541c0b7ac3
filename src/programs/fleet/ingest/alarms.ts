import type { Client } from 'pg';

const ALARM_KINDS = ['hole', 'fork', 'changed', 'rollback', 'malformed'] as const;
type AlarmKind = (typeof ALARM_KINDS)[number];

/** Most receipts that an alarm names; the table conflict has all of them. */
const MAX_RECEIPTS = 100;

/** A finding about a box. */
export interface Finding {
  /** Id of its row; null where the subject of a message names none. */
  readonly box: number | null;
  /** Identifies the finding among those of the box: the same finding has the same key. It begins with the kind. */
  readonly key: string;
  readonly message: string;
  /**
   * Details of a finding that occurs only once. They reopen an alarm that was closed. Absent where records conflict;
   * those are added by {@link addToAlarms}, each once.
   */
  readonly about?: About;
}

interface About {
  readonly first: number;
  readonly last: number;
  readonly records: number;
  /** PFR number. */
  readonly receipt: string | null;
  /** PFR number of the receipt before it, where that is affected, too. */
  readonly receiptBefore?: string | null;
}

/** A new alarm. */
export interface NewAlarm {
  readonly box: number | null;
  readonly kind: AlarmKind;
  readonly message: string;
}

function kindOf(key: string): AlarmKind {
  const kind = ALARM_KINDS.find((known) => key.startsWith(`${known} `));
  if (kind === undefined) throw new Error(`no key of an alarm: ${key}`);
  return kind;
}

/** Writes each alarm once, with the message of its first finding. Returns those that are new or open again. */
export async function raiseAlarms(client: Client, findings: readonly Finding[]): Promise<NewAlarm[]> {
  const named = findings.map((finding) => [`${finding.box ?? ''} ${finding.key}`, finding] as const);
  const unique = [...new Map(named.reverse()).values()].reverse();
  if (unique.length === 0) return [];
  const { rows } = await client.query<{ box: number | null; key: string; message: string }>(
    `INSERT INTO kasirbox.alarm AS a (box, key, kind, message, first_sequence, last_sequence, records, receipts)
     SELECT box, key, kind, message, first, last, records, array_remove(ARRAY[before, receipt], NULL)
     FROM unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::text[], $9::text[])
       AS t (box, key, kind, message, first, last, records, before, receipt)
     ORDER BY box, key
     ON CONFLICT (box, key) DO UPDATE SET ended_at = NULL, found_at = now(), message = excluded.message,
       first_sequence = excluded.first_sequence, last_sequence = excluded.last_sequence
     WHERE a.ended_at IS NOT NULL AND excluded.first_sequence IS NOT NULL
     RETURNING box, key, message`,
    [
      unique.map(({ box }) => box),
      unique.map(({ key }) => key),
      unique.map(({ key }) => kindOf(key)),
      unique.map(({ message }) => message),
      unique.map(({ about }) => about?.first ?? null),
      unique.map(({ about }) => about?.last ?? null),
      unique.map(({ about }) => about?.records ?? 0),
      unique.map(({ about }) => about?.receiptBefore ?? null),
      unique.map(({ about }) => about?.receipt ?? null),
    ],
  );
  return rows.map(({ box, key, message }) => ({ box, kind: kindOf(key), message }));
}

/** A record or receipt to be added to an alarm. */
export interface Addition {
  readonly alarm: number;
  readonly sequence: number | null;
  readonly receipt: string | null;
}

/**
 * Counts records with their alarms, and adds the numbers of the first hundred receipts. A closed alarm is opened again.
 */
export async function addToAlarms(client: Client, additions: readonly Addition[]): Promise<void> {
  if (additions.length === 0) return;
  await client.query(
    `UPDATE kasirbox.alarm a SET records = a.records + u.records,
       first_sequence = least(a.first_sequence, u.first), last_sequence = greatest(a.last_sequence, u.last),
       receipts = (a.receipts || u.receipts)[1:${MAX_RECEIPTS}], ended_at = NULL
     FROM (
       SELECT alarm, count(*) AS records, min(sequence) AS first, max(sequence) AS last,
         coalesce(array_agg(receipt ORDER BY sequence) FILTER (WHERE receipt IS NOT NULL), '{}') AS receipts
       FROM unnest($1::bigint[], $2::bigint[], $3::text[]) AS t (alarm, sequence, receipt) GROUP BY alarm
     ) u WHERE a.id = u.alarm`,
    [
      additions.map(({ alarm }) => alarm),
      additions.map(({ sequence }) => sequence),
      additions.map(({ receipt }) => receipt),
    ],
  );
}
