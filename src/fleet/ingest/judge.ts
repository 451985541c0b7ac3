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

/** Judges what has come of one box. What has waited since `late` or longer waits no more: a hole is left before it. */
export function judge(state: ChainState, candidates: readonly Candidate[], late: UtcMs): Judgement {
  const chain = new Chain(state);
  const taken: Candidate[] = [];
  const repeats: Candidate[] = [];
  const conflicts: (Candidate & { alarm: string })[] = [];
  const skipped: { alarm: string; from: Place | null; next: Candidate }[] = [];
  let waits = [...candidates].sort((one, other) => one.sequence - other.sequence || one.epoch - other.epoch);
  for (let isGivenUp = true; isGivenUp;) {
    const left: Candidate[] = [];
    for (const candidate of waits) {
      const verdict = chain.judge(candidate);
      if (verdict.kind === 'conflict') conflicts.push({ ...candidate, alarm: verdict.alarm });
      else ({ taken, repeat: repeats, waits: left })[verdict.kind].push(candidate);
    }
    waits = left;
    const next = waits.find(({ arrivedAt }) => arrivedAt <= late);
    const from = next === undefined ? undefined : chain.skip(next);
    isGivenUp = next !== undefined && from !== undefined;
    if (next !== undefined && from !== undefined)
      skipped.push({ alarm: alarmKey('hole', from.at), from: from.at, next });
  }
  return { taken, repeats, waits, conflicts, skipped, place: chain.place, holes: chain.holes };
}
