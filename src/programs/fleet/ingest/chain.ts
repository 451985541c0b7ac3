import type { Place } from '../message/decoded.js';

/** The members of a record that the chain needs. */
export interface Link {
  readonly epoch: number;
  readonly sequence: number;
  /** 64 hex digits. */
  readonly hash: string;
  readonly after: Place | null;
}

/** A record that is already stored. */
export type Known = Omit<Link, 'after'>;

/**
 * A stretch of missing records: those after `from` up to and including `to`, which some record names as its
 * predecessor.
 */
export interface Hole {
  readonly alarm: string;
  /** Null: the beginning of the ledger. */
  readonly from: Place | null;
  readonly to: Place;
}

/** The stored state of the chain of a box. */
export interface ChainState {
  /** All records up to here are stored, except for holes; null: none is stored yet. */
  readonly frontier: Place | null;
  readonly holes: readonly Hole[];
  readonly known: readonly Known[];
  /** Alarm of each record that conflicts, by {@link placeKey}. */
  readonly conflicts: ReadonlyMap<string, string>;
}

type Verdict =
  | { readonly kind: 'taken' | 'repeat' | 'waits' }
  /** `alarm` is the {@link alarmKey} of the fault, or that of the preceding record, which conflicts as well. */
  | { readonly kind: 'conflict'; readonly alarm: string };

/**
 * The key of an alarm among those of its box: the kind of the fault, and its place. The same finding has the same key.
 */
export function alarmKey(kind: 'fork' | 'changed' | 'hole', at: Place | null | string): string {
  const where = typeof at === 'string' ? at : at === null ? 'start' : placeKey(at);
  return `${kind} ${where}`;
}

/** Key of a record, or of the place that another record names as its predecessor. */
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
  /** For a hole: its upper end. */
  limit: Place | null;
}

/**
 * Checks records of one box, in the order of their sequences. A record is accepted where it follows an end, so each is
 * accepted once. A different record at the place of another one is not a repeat; it contradicts it.
 */
export class Chain {
  private readonly frontier: End;
  private readonly ends: End[];
  private readonly known = new Map<number, Known[]>();
  private readonly conflicts: Map<string, string>;

  /** The arriving records, by the predecessor that they name. */
  private readonly followers = new Map<string, Link[]>();

  /** `coming` are the records to be checked. */
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

  /** The remaining holes. */
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
    // After the frontier there may be known records of the branch that the owner has given up.
    if (here.some((one) => this.isChanged(record, one))) {
      return { kind: 'conflict', alarm: inherited ?? alarmKey('changed', `${record.epoch}:${sequence}`) };
    }
    if (here.length > 0 || inherited !== undefined || end === undefined) return fork;
    // A record that follows a stored record other than an end leaves the chain there.
    return sequenceOf(after) > sequenceOf(end.at) && !this.isKnown(after) ? { kind: 'waits' } : fork;
  }

  /**
   * True when a record was changed in place: its successors are then unchanged. A box that was restored may repeat the
   * epochs of the other branch, but continues with records of its own.
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

  /** The end that a record of this sequence can belong to; undefined where no end has space for it. */
  private endFor(sequence: number): End | undefined {
    return this.ends.find(({ at, limit }) => {
      const isBehind = sequence > sequenceOf(at);
      return isBehind && (limit === null || (sequence <= limit.sequence && !isSame(at, limit)));
    });
  }

  /** Stops waiting for the records before this one: a hole begins after `at`. Undefined where nothing is missing. */
  skip({ sequence, after }: Link): { readonly at: Place | null } | undefined {
    const end = this.endFor(sequence);
    if (end === undefined || after === null || sequenceOf(after) <= sequenceOf(end.at)) return undefined;
    const { at } = end;
    this.ends.unshift({ alarm: alarmKey('hole', at), at, limit: after });
    end.at = after;
    return { at };
  }
}
