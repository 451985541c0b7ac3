import type { Place } from '../message/told.js';

/** What the chain needs of a record. */
export interface Link {
  readonly epoch: number;
  readonly sequence: number;
  /** 64 hex digits. */
  readonly hash: string;
  readonly after: Place | null;
}

/** A record that is taken in already. */
export type Known = Omit<Link, 'after'>;

/** A stretch of records that never came: those behind `from` up to `to`, which some record names as the one before it. */
export interface Hole {
  readonly alarm: string;
  /** Null: the beginning of the ledger. */
  readonly from: Place | null;
  readonly to: Place;
}

/** What is known of the chain of a box. */
export interface ChainState {
  /** Up to here all was taken in, but what is missing in holes; null: nothing yet. */
  readonly frontier: Place | null;
  readonly holes: readonly Hole[];
  readonly known: readonly Known[];
  /** Alarm of each record that conflicts, by {@link placeKey}. */
  readonly conflicts: ReadonlyMap<string, string>;
}

export type Verdict =
  | { readonly kind: 'taken' | 'repeat' | 'waits' }
  /** `alarm`: {@link alarmKey} of what is wrong, or that of the record before it, which conflicts as well. */
  | { readonly kind: 'conflict'; readonly alarm: string };

/** The name of an alarm among those of its box: what is wrong, and where. The same finding has the same name. */
export function alarmKey(kind: 'fork' | 'changed' | 'hole', at: Place | null | string): string {
  const where = typeof at === 'string' ? at : at === null ? 'start' : placeKey(at);
  return `${kind} ${where}`;
}

/** Of a record, or of the one that another names as before it. */
export function placeKey({ sequence, hash }: Place): string {
  return `${sequence}:${hash.slice(0, 16)}`;
}

function sequenceOf(place: Place | null): number {
  return place?.sequence ?? 0;
}

function isSame(one: Place | null, other: Place | null): boolean {
  return one === null || other === null ? one === other : placeKey(one) === placeKey(other);
}

/** An end that grows: the frontier, or the lower edge of a hole. */
interface End {
  readonly alarm: string | undefined;
  at: Place | null;
  /** Of a hole: where it ends. */
  limit: Place | null;
}

/**
 * Judges records of one box, in the order of their sequences. A record is taken in where it follows an end, so each is taken once; what
 * stands at the place of another is no repeat of it but a lie.
 */
export class Chain {
  private readonly frontier: End;
  private readonly ends: End[];
  private readonly known = new Map<number, Known[]>();
  private readonly conflicts: Map<string, string>;

  /** Those that come now, by what they name as before them. */
  private readonly followers = new Map<string, Link[]>();

  /** `coming`: the records that are to be judged. */
  constructor(state: ChainState, coming: readonly Link[]) {
    this.frontier = { alarm: undefined, at: state.frontier, limit: null };
    this.ends = state.holes.map(({ alarm, from, to }) => ({ alarm, at: from, limit: to }));
    this.ends.push(this.frontier);
    for (const record of state.known) this.know(record);
    this.conflicts = new Map(state.conflicts);
    for (const record of coming) {
      const key = record.after === null ? '' : placeKey(record.after);
      this.followers.set(key, [...(this.followers.get(key) ?? []), record]);
    }
  }

  get place(): Place | null {
    return this.frontier.at;
  }

  /** What is still missing. */
  get holes(): readonly Hole[] {
    return this.ends.flatMap(({ alarm, at, limit }) => {
      if (alarm === undefined || limit === null || isSame(at, limit)) return [];
      return [{ alarm, from: at, to: limit }];
    });
  }

  judge(record: Link): Verdict {
    const verdict = this.verdictOn(record);
    if (verdict.kind === 'taken') this.know(record);
    if (verdict.kind === 'conflict') this.conflicts.set(placeKey(record), verdict.alarm);
    return verdict;
  }

  private know({ epoch, sequence, hash }: Known): void {
    this.known.set(sequence, [...(this.known.get(sequence) ?? []), { epoch, sequence, hash }]);
  }

  private verdictOn(record: Link): Verdict {
    const { after, sequence } = record;
    const here = this.known.get(sequence) ?? [];
    if (this.isRepeat(record)) return { kind: 'repeat' };
    const inherited = after === null ? undefined : this.conflicts.get(placeKey(after));
    const fork: Verdict = { kind: 'conflict', alarm: inherited ?? alarmKey('fork', after) };
    const end = this.endFor(sequence);
    if (inherited === undefined && end !== undefined && isSame(after, end.at)) {
      if (end.limit?.sequence === sequence && !isSame(end.limit, record)) return fork;
      end.at = { sequence, hash: record.hash.slice(0, 16) };
      return { kind: 'taken' };
    }
    // Behind the frontier others may be known: those of the branch that the owner has given up.
    if (here.some((one) => this.isChanged(record, one))) {
      return { kind: 'conflict', alarm: inherited ?? alarmKey('changed', `${record.epoch}:${sequence}`) };
    }
    if (here.length > 0 || inherited !== undefined || end === undefined) return fork;
    // What follows a record that is here, and is no end, leaves the chain there.
    return sequenceOf(after) > sequenceOf(end.at) && !this.isKnown(after) ? { kind: 'waits' } : fork;
  }

  /**
   * Was a record changed in place? Then what comes behind it is as it was. A box that was restored may have the epochs of the other branch
   * as well, but goes on with records of its own.
   */
  private isChanged(record: Link, here: Known): boolean {
    const own = this.followers.get(placeKey(record)) ?? [];
    const others = this.followers.get(placeKey(here)) ?? [];
    const isAsItWas = own.every((one) => this.isRepeat(one)) && [...own, ...others].some((one) => this.isRepeat(one));
    return here.epoch === record.epoch && isAsItWas;
  }

  private isRepeat({ epoch, sequence, hash }: Link): boolean {
    return (this.known.get(sequence) ?? []).some((one) => one.epoch === epoch && one.hash === hash);
  }

  private isKnown(place: Place | null): boolean {
    const there = place === null ? undefined : this.known.get(place.sequence);
    return place !== null && there?.some((one) => isSame(place, one)) === true;
  }

  /** The end that a record of this sequence can belong to; undefined where there is no room for one. */
  private endFor(sequence: number): End | undefined {
    return this.ends.find(({ at, limit }) => {
      const isBehind = sequence > sequenceOf(at);
      return isBehind && (limit === null || (sequence <= limit.sequence && !isSame(at, limit)));
    });
  }

  /** Gives up waiting for what lies before a record: a hole is left behind `at`. Undefined where nothing is missing. */
  skip({ sequence, after }: Link): { readonly at: Place | null } | undefined {
    const end = this.endFor(sequence);
    if (end === undefined || after === null || sequenceOf(after) <= sequenceOf(end.at)) return undefined;
    const { at } = end;
    this.ends.unshift({ alarm: alarmKey('hole', at), at, limit: after });
    end.at = after;
    return { at };
  }
}
