import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import type { Sender } from '../message/boxMessage.js';
import type { Place, DecodedRecord, DecodedState } from '../message/decoded.js';
import { addToAlarms, type Finding, type NewAlarm, raiseAlarms } from './alarms.js';
import { alarmKey, placeKey } from './chain.js';

/**
 * Faults that a record itself shows: the record before it, or the record itself, was changed on the box. `before` is
 * the published record before it, if available.
 */
export function linkFaults(box: number, record: DecodedRecord, before: DecodedRecord | undefined): Finding[] {
  const { after, epoch, sequence, isChained, previous, hash, receipt } = record;
  const isNext = after !== null && sequence - after.sequence === 1;
  const isFitting = !isNext || previous.startsWith(after.hash);
  if (isChained && isFitting) return [];
  const reason = isChained
    ? 'the hash that it gives of the record before it is another one than it names'
    : 'the box has found that it does not carry the hash of the record before it';
  const key = alarmKey('changed', `${epoch}:${placeKey({ sequence, hash })}`);
  const message = `record ${sequence} was taken in, but ${reason}: a record before it was changed on the box`;
  const changed = isNext && before?.sequence === sequence - 1 ? before : undefined;
  const about = {
    ...{ first: changed?.sequence ?? sequence, last: sequence, records: 1 },
    receiptBefore: changed?.receipt?.pfr.invoiceNumber ?? null,
    receipt: receipt?.pfr.invoiceNumber ?? null,
  };
  return [{ box, key, message, about }];
}

/** The finding for the key of a conflict, with its message. */
export function conflictFinding(box: number, key: string, sequence: number): Finding {
  const message = key.startsWith('changed ')
    ? `record ${sequence} has come with another content than before, and those behind it as they were: one of the two was changed`
    : `from record ${sequence} on, what comes does not follow what is here: a box that was restored goes on beside the old one, ` +
      `two boxes have one data folder, or record ${sequence} was changed`;
  return { box, key, message };
}

export function holeFinding(box: number, from: Place | null, next: DecodedRecord): Finding {
  const first = (from?.sequence ?? 0) + 1;
  const last = next.after?.sequence ?? first;
  return {
    box,
    key: alarmKey('hole', from),
    message: `records between ${first} and ${last} have never come; what follows them was taken in`,
    about: { first, last, records: 0, receipt: next.receipt?.pfr.invoiceNumber ?? null },
  };
}

/**
 * The fault that a state shows: the box's last record must not be older than `place`, the last record published before
 * the state.
 */
export function stateFinding(box: number, state: DecodedState, place: Place | null): Finding | undefined {
  if (place === null || state.sequence > place.sequence) return undefined;
  if (state.sequence < place.sequence) {
    return {
      box,
      key: `rollback ${state.epoch}`,
      message: `the box says that its last record is ${state.sequence}, but ${place.sequence} has come: it was restored from an older copy`,
      about: { first: state.sequence + 1, last: place.sequence, records: 0, receipt: null },
    };
  }
  if (state.hash.startsWith(place.hash)) return undefined;
  return {
    box,
    key: alarmKey('fork', `${placeKey(state)} is last`),
    message: `the last record of the box, ${state.sequence}, is another one than the one of this number that has come`,
    about: { first: state.sequence, last: state.sequence, records: 0, receipt: null },
  };
}

/** Most messages that are stored for one alarm. */
const MAX_STORED = 1000;

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
export async function storeMalformed(
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
       WHERE a.box IS NOT DISTINCT FROM $4::int AND a.key = $5 AND a.records < ${MAX_STORED}
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
