import { type Clock, type Log, type UtcMs, type Message, english } from '../../base/index.js';
import { GROUP_PARTS, type GroupPart, type Ledger, type ReceivedVersion } from '../../platform/ledger/index.js';
import type { GroupMode, Settings } from '../../shop/settings/index.js';

/** State of one part of the group on this box. */
export interface GroupReport {
  readonly part: GroupPart;
  readonly group: string;
  readonly mode: Exclude<GroupMode, 'ignore'>;
  /** The version of this group in use; null: none was applied yet. */
  readonly inUse: number | null;
  /** The newest stored version that is not in use. */
  readonly next: Pick<ReceivedVersion, 'version' | 'validFrom' | 'decision'> | null;
  /** Why the last received version is not accepted; `version` is null where it cannot be read. */
  readonly fault: { readonly version: number | null; readonly text: Message } | null;
  /**
   * The newest received version that cannot be stored now. `until` is when the limit allows it; null: the ledger
   * accepts no records, as on a full disk.
   */
  readonly held: { readonly version: number; readonly until: UtcMs | null } | null;
  /** The server's version, if it is older than the box's, or has the same number with another content. */
  readonly older: number | null;
  /** Why the server does not deliver the part; `missing`: it has none. */
  readonly unheard: 'refused' | 'missing' | null;
}

/** Delay before a refused version is retried, ms: a missing label may exist by then. */
export const RETRY = 15 * 60_000;

/** State of a part that is not in the ledger. */
interface Seen {
  fault: GroupReport['fault'];
  held: GroupReport['held'];
  older: number | null;
  unheard: GroupReport['unheard'];
  /** Monotonic time before which a version is not retried, ms. */
  notBefore: number;
}

export interface StandingsDeps {
  readonly ledger: Pick<Ledger, 'main'>;
  readonly settings: Pick<Settings, 'now'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** The state of the group's parts: the stored versions, and the faults of received ones. */
export class Standings {
  private readonly seen = new Map<GroupPart, Seen>();

  constructor(private readonly deps: StandingsDeps) {}

  /** Reports on the parts that are not ignored. */
  reports(): readonly GroupReport[] {
    const { group } = this.deps.settings.now;
    if (group === null) return [];
    return GROUP_PARTS.flatMap((part): GroupReport[] => {
      const mode = group[part] ?? 'ignore';
      if (mode === 'ignore') return [];
      const { inUse, next } = this.deps.ledger.main.group.of(part);
      const { fault, held, older, unheard } = this.of(part);
      return [
        {
          ...{ part, group: group.name, mode, fault, held, older, unheard },
          inUse: inUse?.group === group.name ? inUse.version : null,
          next: next?.group === group.name ? standingOf(next) : null,
        },
      ];
    });
  }

  /** Undefined: the part is ignored. */
  report(part: GroupPart): GroupReport | undefined {
    return this.reports().find((one) => one.part === part);
  }

  /** By its key on the owner's server, such as `catalogue.kiosks`. */
  reportByKey(key: string): GroupReport | undefined {
    return this.reports().find(({ part, group }) => key === `${part}.${group}`);
  }

  forget(): void {
    this.seen.clear();
  }

  of(part: GroupPart): Seen {
    const seen = this.seen.get(part) ?? { fault: null, held: null, older: null, unheard: null, notBefore: 0 };
    this.seen.set(part, seen);
    return seen;
  }

  /**
   * Records that a version was stored or applied: earlier faults are cleared, unless they belong to a newer version.
   */
  noteApplied(part: GroupPart, version: number): void {
    const { fault, held, unheard } = this.of(part);
    const isOver = (one: { readonly version: number | null } | null): boolean => (one?.version ?? 0) <= version;
    this.seen.set(part, {
      ...{ fault: isOver(fault) ? null : fault, held: isOver(held) ? null : held },
      ...{ older: null, unheard, notBefore: 0 },
    });
  }

  /** Records that the server has no version newer than `have`: faults of newer versions are cleared. */
  noteNothingNewer(part: GroupPart, have: number, older: number | null): void {
    const seen = this.of(part);
    const fault = seen.fault?.version === have ? seen.fault : null;
    const held = seen.held?.version === have ? seen.held : null;
    this.seen.set(part, { ...seen, fault, held, older });
  }

  /**
   * Records that a version cannot be stored for `wait` ms; undefined: as long as the ledger accepts no records. Returns
   * the delay until the next attempt.
   */
  hold(part: GroupPart, version: number, wait?: number): number {
    const { clock, log } = this.deps;
    const seen = this.of(part);
    if (seen.held === null) log('group.held', { part, version, reason: wait === undefined ? 'storage' : 'many' });
    seen.fault = null;
    seen.held = { version, until: wait === undefined ? null : clock.now() + wait };
    return wait ?? RETRY;
  }

  /** Records that a received version is not accepted. */
  refuse(part: GroupPart, version: number | null, text: Message): void {
    const seen = this.of(part);
    const reason = english(text);
    if ((seen.fault && english(seen.fault.text)) !== reason)
      this.deps.log('group.refused', { part, version: version ?? 0, reason });
    seen.fault = { version, text };
    seen.held = null;
  }
}

/** Without its value, which may have a megabyte. */
function standingOf({ version, validFrom, decision }: ReceivedVersion): GroupReport['next'] {
  return { version, validFrom, decision };
}
