import type { UtcMs } from '../../base/index.js';
import { alarmKey, Chain, type ChainState, type Hole } from './chain.js';
import type { Candidate } from './kept.js';
import type { Place } from '../message/told.js';

/** What becomes of the candidates of one box. */
export interface Judgement {
  readonly taken: readonly Candidate[];
  readonly repeats: readonly Candidate[];
  readonly waits: readonly Candidate[];
  readonly conflicts: readonly (Candidate & { readonly alarm: string })[];
  /** Holes that are new, with the record that is taken in behind each. */
  readonly skipped: readonly { readonly alarm: string; readonly from: Place | null; readonly next: Candidate }[];
  readonly place: Place | null;
  readonly holes: readonly Hole[];
}

/** Most holes of a box: each is looked at for each record. What would need one more waits until another is filled. */
const MOST_HOLES = 200;

/** Judges what has come of one box. What has waited since `late` or longer waits no more: a hole is left before it. */
export function judge(state: ChainState, candidates: readonly Candidate[], late: UtcMs): Judgement {
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
    const isLate = candidate.arrivedAt <= late && chain.holes.length < MOST_HOLES;
    const from = verdict.kind === 'waits' && isLate ? chain.skip(candidate) : undefined;
    if (from === undefined) {
      ({ taken, repeat: repeats, waits })[verdict.kind].push(candidate);
    } else {
      skipped.push({ alarm: alarmKey('hole', from.at), from: from.at, next: candidate });
      // Behind the hole it is taken in.
      sort(candidate);
    }
  };
  // By their sequences none has to be looked at again: what is before it was judged before.
  for (const one of [...candidates].sort((a, b) => a.sequence - b.sequence || a.epoch - b.epoch)) sort(one);
  return { taken, repeats, waits, conflicts, skipped, place: chain.place, holes: chain.holes };
}
