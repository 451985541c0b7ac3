import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import type { Sender } from '../message/message.js';
import { addToAlarms, type Finding, type NewAlarm, raiseAlarms } from './alarms.js';

/** Most messages that are stored for one alarm. */
const MOST_KEPT = 1000;

/** A message that cannot be read. */
export interface Malformed {
  /** Undefined where the subject itself is wrong. */
  readonly sender: Sender | undefined;
  readonly subject: string;
  readonly data: Uint8Array;
  /** An English phrase that repeats no content of the message. */
  readonly reason: string;
}

/** Stores messages unchanged, with one alarm for each box and reason. Returns the new alarms. */
export async function keepMalformed(
  client: Client,
  malformed: readonly (Malformed & { readonly box: number | null })[],
): Promise<NewAlarm[]> {
  const all: NewAlarm[] = [];
  for (const { box, subject, data, reason } of malformed) {
    // Without the positions of records and lines, since a hostile box could make an alarm for each.
    const key = `malformed ${reason.replace(/\d+/g, '#')}`;
    const finding: Finding = { box, key, message: `a message cannot be read: ${reason}` };
    all.push(...(await raiseAlarms(client, [finding])));
    const digest = createHash('sha256').update(`${subject}\n`).update(data).digest();
    const { rows } = await client.query<{ alarm: string }>(
      `INSERT INTO kasirbox.malformed (digest, alarm, subject, payload)
       SELECT $1::bytea, a.id, $2::text, $3::bytea FROM kasirbox.alarm a
       WHERE a.box IS NOT DISTINCT FROM $4::int AND a.key = $5 AND a.records < ${MOST_KEPT}
       ON CONFLICT DO NOTHING RETURNING alarm`,
      [digest, subject.slice(0, 500), Buffer.from(data), box, key],
    );
    await addToAlarms(
      client,
      rows.map(({ alarm }) => ({ alarm: Number(alarm), sequence: null, receipt: null })),
    );
  }
  return all;
}
