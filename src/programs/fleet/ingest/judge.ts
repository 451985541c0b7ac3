import type { UtcMs } from '../../../base/index.js';
import { alarmKey, Chain, type ChainState, type Hole } from './chain.js';
import type { Candidate } from './kept.js';
import type { Place } from '../message/told.js';

/** The verdicts on the candidates of one box. */
export interface Judgement {
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
const MOST_HOLES = 200;

/**
 * Checks the arrived records of one box. A record that has waited since `late` or longer is accepted, with a hole
 * before it.
 */
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
      // After the hole it is accepted.
      sort(candidate);
    }
  };
  // In the order of sequences each is checked once, since its predecessors were checked before.
  for (const one of [...candidates].sort((a, b) => a.sequence - b.sequence || a.epoch - b.epoch)) sort(one);
  return { taken, repeats, waits, conflicts, skipped, place: chain.place, holes: chain.holes };
}
