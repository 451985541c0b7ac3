import type { Client } from 'pg';
import type { Sender } from '../message/boxMessage.js';
import type { DecodedRecord } from '../message/decoded.js';
import { inTransaction } from '../postgres/connect.js';
import { addToAlarms, type Finding, type NewAlarm, raiseAlarms } from './alarms.js';
import { addBoxes, type LockedBox, lockBoxes, updateBoxes } from './boxes.js';
import { conflictFinding, holeFinding, storeMalformed, linkFaults, type Malformed, stateFinding } from './findings.js';
import { CounterSeries, lastHashes, RecordRows, type StateOfBox, writeHoles, writeStates } from './ingestTables.js';
import { type Arrived, type ArrivedState, type CheckedBox, checkBoxes, placeWhen } from './checkBoxes.js';
import {
  type Candidate,
  storeConflicts,
  storeWaiting,
  type StoredRecord,
  recordKey,
  removeWaiting,
} from './recordStore.js';
import { Sums } from './sums.js';

/** Messages that are processed together. */
export interface Batch {
  readonly records: readonly (Sender & Arrived)[];
  readonly states: readonly (Sender & ArrivedState)[];
  readonly malformed: readonly Malformed[];
  /** Further boxes whose waiting records are to be checked. */
  readonly boxes: readonly string[];
}

export interface Tally {
  readonly taken: number;
  readonly repeats: number;
  readonly waiting: number;
  readonly conflicts: number;
  /** New alarms, each with the id of its box. */
  readonly alarms: readonly (Pick<NewAlarm, 'kind' | 'message'> & { readonly box: string | undefined })[];
  /** Boxes with waiting records that were not checked. */
  readonly again: readonly string[];
}

/**
 * Writes messages to the tables, all or none of them: each record once by box, epoch and sequence, together with the
 * frontier of the box. A repeat changes nothing. Records that have waited for `graceMs` are accepted. Rejects with the
 * error of PostgreSQL; nothing was written then, unless the connection was lost during the commit.
 */
export async function applyBatch(client: Client, batch: Batch, graceMs: number): Promise<Tally> {
  const senders = [...batch.records, ...batch.states, ...batch.malformed.flatMap(({ sender }) => sender ?? [])];
  if (senders.length > 0) await addBoxes(client, senders);
  const names = [...new Set([...senders.map(({ box }) => box), ...batch.boxes])];
  return inTransaction(client, async () => {
    const boxes = await lockBoxes(client, names);
    const boxOf = (name: string): LockedBox => {
      const box = boxes.get(name);
      if (box === undefined) throw new Error('a box has gone from the table box');
      return box;
    };
    const { rows } = await client.query<{ now: Date }>('SELECT now()');
    const now = (rows[0]?.now ?? new Date()).getTime();
    const arrived = new Map<LockedBox, Arrived[]>();
    for (const one of batch.records) {
      const box = boxOf(one.box);
      const list = arrived.get(box);
      if (list === undefined) arrived.set(box, [one]);
      else list.push(one);
    }
    const judged = await checkBoxes(client, [...boxes.values()], arrived, { now, late: now - graceMs });
    const bodies = await removeWaiting(client, judged.flatMap(leavingWait));
    const shops = new Map(senders.map(({ box, shop }) => [box, shop]));
    const states = batch.states.map((one) => ({ ...one, box: boxOf(one.box).id }));
    const written = await writeBoxes(client, judged, bodies, { shops, states });
    const malformed = await storeMalformed(
      client,
      batch.malformed.map((one) => ({ ...one, box: one.sender === undefined ? null : boxOf(one.sender.box).id })),
    );
    const nameOf = new Map(Array.from(boxes.values(), ({ id, name }) => [id, name]));
    const alarms = [...written.fresh, ...malformed].map(({ box, kind, message }) => ({
      ...{ kind, message },
      box: box === null ? undefined : nameOf.get(box),
    }));
    return { ...written, alarms, again: judged.filter(({ hasMore }) => hasMore).map(({ box }) => box.name) };
  });
}

/** The records to be deleted from the table `waiting`. */
function leavingWait({ box, taken, repeats, conflicts }: CheckedBox) {
  return [...taken, ...repeats, ...conflicts]
    .filter(({ record }) => record === undefined)
    .map(({ epoch, sequence, hash }) => ({ box: box.id, epoch, sequence, hash }));
}

type Bodies = ReadonlyMap<string, DecodedRecord>;

function bodyOf({ id }: LockedBox, candidate: Candidate, bodies: Bodies): DecodedRecord {
  const body = candidate.record ?? bodies.get(recordKey(id, candidate));
  if (body === undefined) throw new Error('a waiting record has gone');
  return body;
}

function keptOf(box: LockedBox, candidate: Candidate, bodies: Bodies): StoredRecord {
  const { epoch, sequence, hash, after, shop } = candidate;
  return { box: box.id, epoch, sequence, hash, after, shop, source: bodyOf(box, candidate, bodies).source };
}

interface Also {
  /** Shops named by messages, by the name of the box. */
  readonly shops: ReadonlyMap<string, string>;
  readonly states: readonly StateOfBox[];
}

/** Writes the checked records. */
async function writeBoxes(client: Client, judged: readonly CheckedBox[], bodies: Bodies, { shops, states }: Also) {
  const rows = new RecordRows();
  const sums = new Sums();
  const series = new CounterSeries();
  const findings: Finding[] = [];
  const updates = judged.map(({ box, taken, skipped, conflicts, place, storedAt }) => {
    let { highest } = box;
    let before: DecodedRecord | undefined;
    for (const candidate of taken) {
      const record = bodyOf(box, candidate, bodies);
      rows.add(box.id, candidate.shop, record);
      sums.add(box.id, candidate.shop, record);
      series.add(record);
      findings.push(...linkFaults(box.id, record, before));
      before = record;
      highest = Math.max(highest, record.sequence);
    }
    for (const { from, next } of skipped) findings.push(holeFinding(box.id, from, bodyOf(box, next, bodies)));
    for (const { alarm, sequence } of conflicts) findings.push(conflictFinding(box.id, alarm, sequence));
    return { id: box.id, shop: shops.get(box.name), place, storedAt, highest };
  });
  findings.push(...(await stateFindings(client, states, judged)));
  await rows.send(client);
  await sums.send(client);
  await series.send(client);
  await writeStates(client, states);
  const fresh = await raiseAlarms(client, findings);
  const kept = await storeConflicts(
    client,
    judged.flatMap(({ box, conflicts }) => conflicts.map((one) => ({ ...keptOf(box, one, bodies), alarm: one.alarm }))),
  );
  await addToAlarms(client, kept);
  const waiting = await storeWaiting(
    client,
    judged.flatMap(({ box, waits }) =>
      waits.filter(({ record }) => record !== undefined).map((one) => keptOf(box, one, bodies)),
    ),
  );
  const changed = judged.filter(({ box, skipped }) => box.hasHole || skipped.length > 0);
  await writeHoles(client, new Map(changed.map(({ box, holes }) => [box.id, holes])));
  await updateBoxes(client, updates);
  return {
    taken: judged.reduce((sum, { taken }) => sum + taken.length, 0),
    repeats: judged.reduce((sum, { repeats }) => sum + repeats.length, 0),
    ...{ waiting, conflicts: kept.length, fresh },
  };
}

/** New findings from states. A box repeats the same state every five minutes, so repeated ones are dropped. */
async function stateFindings(
  client: Client,
  states: readonly StateOfBox[],
  judged: readonly CheckedBox[],
): Promise<Finding[]> {
  const byId = new Map(judged.map((judgement) => [judgement.box.id, judgement]));
  const found = states.flatMap(({ box, state, storedAt }) => {
    const judgement = byId.get(box);
    const finding = judgement && stateFinding(box, state, placeWhen(judgement, storedAt));
    return finding === undefined ? [] : [{ box, hash: state.hash, finding }];
  });
  const last = found.length === 0 ? undefined : await lastHashes(client, found);
  return found.flatMap(({ box, hash, finding }) => (last?.get(box) === hash ? [] : [finding]));
}
