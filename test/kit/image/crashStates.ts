import type { Random } from '../random.js';
import { type Entry, SECTOR } from './writeLog.js';

/** A part of what an entry wrote, bytes from the beginning of the entry; whole sectors. */
export interface Piece {
  readonly entry: Entry;
  readonly from: number;
  readonly length: number;
}

/** `flushed`: exactly what was flushed; `cut`: what followed, in order, up to some write; `dropped`: any of what followed; `torn`: any
 * sectors of it. */
export type CrashKind = 'flushed' | 'cut' | 'dropped' | 'torn';

/** What a card may hold after the power was cut. */
export interface CrashState {
  readonly kind: CrashKind;
  /** So many entries of the log are on it whole: the last of them flushed. */
  readonly through: number;
  /** What is on it of those that followed without a flush, in the order in which it was written. */
  readonly tail: readonly Piece[];
  /** How many bytes the log had at that moment: whatever was answered when it had not more has to be on the card. */
  readonly loggedBytes: number;
}

const KINDS: readonly CrashKind[] = ['flushed', 'cut', 'dropped', 'torn'];

interface CrashStatesOptions {
  readonly random: Random;
  readonly count: number;
  /** Bytes of the log. */
  readonly after?: number;
  readonly before?: number;
}

/**
 * So many of the states that a power cut at any moment leaves behind, the earliest first. The moments are spread evenly over the
 * entries of the log behind `after` and up to `before` bytes of it; what is left of the unflushed writes is chosen at random.
 */
export function* crashStates(
  entries: readonly Entry[],
  { random, count, after = 0, before = Infinity }: CrashStatesOptions,
): Generator<CrashState> {
  const first = entries.findIndex(({ end }) => end > after);
  if (first === -1) throw new Error('nothing was written');
  const last = entries.findLastIndex(({ end }) => end <= before) + 1;
  const moments = Array.from({ length: count }, () => random.int(Math.min(first + 1, last), last));
  moments.sort((one, other) => one - other);
  let through = 0;
  for (const moment of moments) {
    for (let at = through; at < moment; at += 1) through = flushedBy(entries[at], at) ?? through;
    yield crashState(entries, { through, moment, kind: random.pick(KINDS), random });
  }
}

/** How many entries are on the card for good when this one has ended; undefined when it changes nothing about that. */
function flushedBy(entry: Entry | undefined, at: number): number | undefined {
  if (entry?.isFlush !== true) return undefined;
  return entry.length === 0 || entry.isForced ? at + 1 : at;
}

interface Moment {
  readonly through: number;
  readonly moment: number;
  readonly kind: CrashKind;
  readonly random: Random;
}

function crashState(entries: readonly Entry[], { through, moment, kind, random }: Moment): CrashState {
  const tail = entries.slice(through, moment).flatMap((entry) => piecesLeft(entry, kind, random));
  return { kind, through, tail, loggedBytes: entries[moment - 1]?.end ?? 0 };
}

function piecesLeft(entry: Entry, kind: CrashKind, random: Random): Piece[] {
  const whole = { entry, from: 0, length: entry.length };
  if (entry.length === 0) return [];
  if (entry.isForced || kind === 'cut') return [whole];
  if (kind === 'flushed') return [];
  if (kind === 'dropped') return random.oneIn(2) ? [whole] : [];
  const sectors = Array.from({ length: entry.length / SECTOR }, (_, at) => at).filter(() => random.oneIn(2));
  return sectors.map((at) => ({ entry, from: at * SECTOR, length: SECTOR }));
}
