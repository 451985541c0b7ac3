import type { Client } from 'pg';
import type { UtcMs } from '../../../base/index.js';
import type { Place, ToldRecord, ToldState } from '../message/told.js';
import type { LockedBox } from './boxes.js';
import { judge, type Judgement } from './judge.js';
import {
  type Candidate,
  MOST_WAITING,
  readConflicts,
  readHoles,
  readKnown,
  readKnownBefore,
  readWaiting,
} from './kept.js';

export interface Arrived {
  readonly shop: string;
  /** When the stream received the message, by the clock of its server. */
  readonly storedAt: UtcMs;
  readonly record: ToldRecord;
}

export interface ArrivedState {
  readonly storedAt: UtcMs;
  readonly state: ToldState;
}

export interface BoxJudgement extends Judgement {
  readonly box: LockedBox;
  /** When the stream received the latest message of records; null: none was received. */
  readonly storedAt: UtcMs | null;
  /** True when there are waiting records that were not checked and may follow now. */
  readonly hasMore: boolean;
}

/** Checks the arrived records of locked boxes, together with their waiting records. */
export async function judgeBoxes(
  client: Client,
  boxes: readonly LockedBox[],
  arrived: ReadonlyMap<LockedBox, readonly Arrived[]>,
  { now, late }: { readonly now: UtcMs; readonly late: UtcMs },
): Promise<BoxJudgement[]> {
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
    const judgement = judge(state, list, late);
    const waited = waiting.get(box.id)?.length ?? 0;
    const wait = judgement.waits.filter(({ record }) => record === undefined).length;
    const storedAt = (arrived.get(box) ?? []).reduce((last, one) => Math.max(last, one.storedAt), box.storedAt ?? 0);
    return { ...judgement, box, storedAt: storedAt || null, hasMore: waited >= MOST_WAITING && wait < waited };
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
export function placeWhen({ box, taken }: BoxJudgement, storedAt: UtcMs): Place | null {
  if (box.storedAt !== null && box.storedAt >= storedAt) return null;
  return taken.reduce<Place | null>((last, one) => {
    const isBefore = one.storedAt !== undefined && one.storedAt < storedAt;
    return isBefore && one.sequence > (last?.sequence ?? 0) ? one : last;
  }, box.frontier);
}
