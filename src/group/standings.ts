import type { Clock, Log, UtcMs } from '../base/index.js';
import { GROUP_PARTS, type GroupPart, type Ledger, type ReceivedVersion } from '../ledger/index.js';
import type { GroupMode, Settings } from '../settings/index.js';

/** How one part of the group stands on this box. */
export interface GroupReport {
  readonly part: GroupPart;
  readonly group: string;
  readonly mode: Exclude<GroupMode, 'ignore'>;
  /** Of this group; null: none was taken yet. */
  readonly inUse: number | null;
  /** The newest one that has come and is not in use. */
  readonly next: Pick<ReceivedVersion, 'version' | 'validFrom' | 'decision'> | null;
  /** Why the last one that came is not taken, an English phrase; `version` is null where it cannot be read. */
  readonly fault: { readonly version: number | null; readonly text: string } | null;
  /**
   * The newest that has come where the box cannot keep it now: more came than it keeps, and it waits until a time; null: the ledger takes
   * nothing, as on a full disk.
   */
  readonly held: { readonly version: number; readonly until: UtcMs | null } | null;
  /** What the server has, where that is older than what the box has, or another one of the same number. */
  readonly older: number | null;
  /** Why the server does not tell; `missing`: there is nothing of the kind on it. */
  readonly unheard: 'refused' | 'missing' | null;
}

/** A version that was refused is tried again after so long: a label may be there by then, ms. */
export const RETRY = 15 * 60_000;

/** What is known of a part beside the ledger. */
interface Seen {
  fault: GroupReport['fault'];
  held: GroupReport['held'];
  older: number | null;
  unheard: GroupReport['unheard'];
  /** Monotonic time before which a version is not tried again, ms. */
  notBefore: number;
}

export interface StandingsParts {
  readonly ledger: Pick<Ledger, 'main'>;
  readonly settings: Pick<Settings, 'now'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** How the parts of the group stand: what the ledger has of them, and what is wrong with what else has come. */
export class Standings {
  private readonly seen = new Map<GroupPart, Seen>();

  constructor(private readonly parts: StandingsParts) {}

  /** Of the parts that are not ignored. */
  reports(): readonly GroupReport[] {
    const { group } = this.parts.settings.now;
    if (group === null) return [];
    return GROUP_PARTS.flatMap((part): GroupReport[] => {
      const mode = group[part] ?? 'ignore';
      if (mode === 'ignore') return [];
      const { inUse, next } = this.parts.ledger.main.group.of(part);
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

  /** Undefined: it is ignored. */
  report(part: GroupPart): GroupReport | undefined {
    return this.reports().find((one) => one.part === part);
  }

  /** By the name that the owner's server has for it, such as `catalogue.kiosks`. */
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

  /** A version was kept or taken: what was wrong until then counts no more, unless it is with a newer one. */
  settle(part: GroupPart, version: number): void {
    const { fault, held, unheard } = this.of(part);
    const isOver = (one: { readonly version: number | null } | null): boolean => (one?.version ?? 0) <= version;
    this.seen.set(part, {
      ...{ fault: isOver(fault) ? null : fault, held: isOver(held) ? null : held },
      ...{ older: null, unheard, notBefore: 0 },
    });
  }

  /** The server has none that is newer than `have`: what was wrong with such a one counts no more. */
  noteNothingNewer(part: GroupPart, have: number, older: number | null): void {
    const seen = this.of(part);
    const fault = seen.fault?.version === have ? seen.fault : null;
    const held = seen.held?.version === have ? seen.held : null;
    this.seen.set(part, { ...seen, fault, held, older });
  }

  /** A version cannot be kept for `wait` ms; undefined: as long as the ledger takes nothing. Gives when it is tried again. */
  hold(part: GroupPart, version: number, wait?: number): number {
    const { clock, log } = this.parts;
    const seen = this.of(part);
    if (seen.held === null) log('group.held', { part, version, reason: wait === undefined ? 'storage' : 'many' });
    seen.fault = null;
    seen.held = { version, until: wait === undefined ? null : clock.now() + wait };
    return wait ?? RETRY;
  }

  /** What has come is not taken. */
  refuse(part: GroupPart, version: number | null, text: string): void {
    const seen = this.of(part);
    if (seen.fault?.text !== text) this.parts.log('group.refused', { part, version: version ?? 0, reason: text });
    seen.fault = { version, text };
    seen.held = null;
  }
}

/** Without its value, which may have a megabyte. */
function standingOf({ version, validFrom, decision }: ReceivedVersion): GroupReport['next'] {
  return { version, validFrom, decision };
}
