import type { Client } from 'pg';
import type { UtcMs } from '../../base/index.js';
import type { ToldRecord } from '../message/told.js';
import type { LockedBox } from './boxes.js';
import { judge, type Judgement } from './judge.js';
import { type Candidate, MOST_WAITING, readConflicts, readHoles, readKnown, readWaiting } from './kept.js';

export interface Arrived {
  readonly shop: string;
  readonly record: ToldRecord;
}

export interface BoxJudgement extends Judgement {
  readonly box: LockedBox;
  /** Are there waiting records that were not looked at, and may follow now? */
  readonly hasMore: boolean;
}

/** Judges what has come of boxes that are locked, together with what waits of them. */
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
  const conflicts = await readConflicts(
    client,
    candidates.flatMap(({ box, list }) => (box.hasConflict ? list.map((link) => ({ ...link, box: box.id })) : [])),
  );
  return candidates.map(({ box, list }) => {
    const state = {
      frontier: box.frontier,
      holes: holes.get(box.id) ?? [],
      known: known.get(box.id) ?? [],
      conflicts: conflicts.get(box.id) ?? new Map<string, string>(),
    };
    const judgement = judge(state, list, late);
    const before = waiting.get(box.id)?.length ?? 0;
    const after = judgement.waits.filter(({ record }) => record === undefined).length;
    return { ...judgement, box, hasMore: before >= MOST_WAITING && after < before };
  });
}

function candidateOf({ shop, record }: Arrived, now: UtcMs): Candidate {
  const { epoch, sequence, hash, after } = record;
  return { epoch, sequence, hash, after, shop, arrivedAt: now, record };
}
