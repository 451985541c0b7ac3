import type { Client } from 'pg';
import type { UtcMs } from '../../../base/index.js';
import type { Place, DecodedRecord, DecodedState } from '../message/decoded.js';
import type { LockedBox } from './boxes.js';
import { alarmKey, Chain, type ChainState, type Hole } from './chain.js';
import {
  type Candidate,
  MAX_WAITING,
  readConflicts,
  readHoles,
  readKnown,
  readKnownBefore,
  readWaiting,
} from './recordStore.js';

/** The verdicts on the candidates of one box. */
interface CheckedRecords {
  readonly taken: readonly Candidate[];
  readonly repeats: readonly Candidate[];
  readonly waits: readonly Candidate[];
  readonly conflicts: readonly (Candidate & { readonly alarm: string })[];
  /** New holes, with the record that is accepted after each. */
  readonly skipped: readonly { readonly alarm: string; readonly from: Place | null; readonly next: Candidate }[];
  readonly place: Place | null;
  readonly holes: readonly Hole[];
}

/**
 * Most holes of a box, since every record is compared with each. A record that would need one more waits until another
 * hole is filled.
 */
const MAX_HOLES = 200;

/**
 * Checks the arrived records of one box. A record that has waited since `late` or longer is accepted, with a hole
 * before it.
 */
export function checkBox(state: ChainState, candidates: readonly Candidate[], late: UtcMs): CheckedRecords {
  const chain = new Chain(state, candidates);
  const taken: Candidate[] = [];
  const repeats: Candidate[] = [];
  const waits: Candidate[] = [];
  const conflicts: (Candidate & { alarm: string })[] = [];
  const skipped: { alarm: string; from: Place | null; next: Candidate }[] = [];
  const sort = (candidate: Candidate): void => {
    const verdict = chain.judge(candidate);
    if (verdict.kind === 'conflict') {
      conflicts.push({ ...candidate, alarm: verdict.alarm });
      return;
    }
    const isLate = candidate.arrivedAt <= late && chain.holes.length < MAX_HOLES;
    const from = verdict.kind === 'waits' && isLate ? chain.skip(candidate) : undefined;
    if (from === undefined) {
      ({ taken, repeat: repeats, waits })[verdict.kind].push(candidate);
    } else {
      skipped.push({ alarm: alarmKey('hole', from.at), from: from.at, next: candidate });
      // After the hole it is accepted.
      sort(candidate);
    }
  };
  // In the order of sequences each is checked once, since its predecessors were checked before.
  for (const one of [...candidates].sort((a, b) => a.sequence - b.sequence || a.epoch - b.epoch)) sort(one);
  return { taken, repeats, waits, conflicts, skipped, place: chain.place, holes: chain.holes };
}

export interface Arrived {
  readonly shop: string;
  /** When the stream received the message, by the clock of its server. */
  readonly storedAt: UtcMs;
  readonly record: DecodedRecord;
}

export interface ArrivedState {
  readonly storedAt: UtcMs;
  readonly state: DecodedState;
}

export interface CheckedBox extends CheckedRecords {
  readonly box: LockedBox;
  /** When the stream received the latest message of records; null: none was received. */
  readonly storedAt: UtcMs | null;
  /** True when there are waiting records that were not checked and may follow now. */
  readonly hasMore: boolean;
}

/** Checks the arrived records of locked boxes, together with their waiting records. */
export async function checkBoxes(
  client: Client,
  boxes: readonly LockedBox[],
  arrived: ReadonlyMap<LockedBox, readonly Arrived[]>,
  { now, late }: { readonly now: UtcMs; readonly late: UtcMs },
): Promise<CheckedBox[]> {
  const ids = (of: (box: LockedBox) => boolean): number[] => boxes.filter(of).map(({ id }) => id);
  const waiting = await readWaiting(
    client,
    ids(({ hasWaiting }) => hasWaiting),
  );
  const holes = await readHoles(
    client,
    ids(({ hasHole }) => hasHole),
  );
  const candidates = boxes.map((box) => ({
    box,
    list: [...(waiting.get(box.id) ?? []), ...(arrived.get(box) ?? []).map((one) => candidateOf(one, now))],
  }));
  const known = await readKnown(
    client,
    candidates.flatMap(({ box, list }) =>
      list
        .filter(({ sequence }) => sequence <= box.highest)
        .map(({ record, ...link }) => ({ ...link, box: box.id, recordedAt: record?.recordedAt })),
    ),
  );
  // Beyond the frontier there are records only where a person has accepted a fork of a longer branch.
  const before = await readKnownBefore(
    client,
    candidates.flatMap(({ box, list }) =>
      list.flatMap(({ after }) => {
        const isBeyond =
          after !== null && after.sequence > (box.frontier?.sequence ?? 0) && after.sequence <= box.highest;
        return isBeyond ? [{ box: box.id, sequence: after.sequence }] : [];
      }),
    ),
  );
  const conflicts = await readConflicts(
    client,
    candidates.flatMap(({ box, list }) => (box.hasConflict ? list.map((link) => ({ ...link, box: box.id })) : [])),
  );
  return candidates.map(({ box, list }) => {
    const state = {
      frontier: box.frontier,
      holes: holes.get(box.id) ?? [],
      known: [...(known.get(box.id) ?? []), ...(before.get(box.id) ?? [])],
      conflicts: conflicts.get(box.id) ?? new Map<string, string>(),
    };
    const judgement = checkBox(state, list, late);
    const waited = waiting.get(box.id)?.length ?? 0;
    const wait = judgement.waits.filter(({ record }) => record === undefined).length;
    const storedAt = (arrived.get(box) ?? []).reduce((last, one) => Math.max(last, one.storedAt), box.storedAt ?? 0);
    return { ...judgement, box, storedAt: storedAt || null, hasMore: waited >= MAX_WAITING && wait < waited };
  });
}

function candidateOf({ shop, storedAt, record }: Arrived, now: UtcMs): Candidate {
  const { epoch, sequence, hash, after } = record;
  return { epoch, sequence, hash, after, shop, arrivedAt: now, storedAt, record };
}

/**
 * The last record of a box that the stream had received when it received a message at `storedAt`. A box publishes in
 * order, so its state is no older than that record. Null where this is unknown, because a later message was processed
 * before.
 */
export function placeWhen({ box, taken }: CheckedBox, storedAt: UtcMs): Place | null {
  if (box.storedAt !== null && box.storedAt >= storedAt) return null;
  return taken.reduce<Place | null>((last, one) => {
    const isBefore = one.storedAt !== undefined && one.storedAt < storedAt;
    return isBefore && one.sequence > (last?.sequence ?? 0) ? one : last;
  }, box.frontier);
}
