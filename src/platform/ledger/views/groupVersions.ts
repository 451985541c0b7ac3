import { GROUP_PARTS, type GroupPart, type GroupVersion, type ReceivedVersion } from '../shopRecords.js';
import { textOf, type View } from './sql.js';

/** Versions of the box's group. */
export const GROUP_SCHEMA = `
CREATE TABLE group_part (part TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
`;

/** The versions of one part of the group. */
export interface GroupStanding {
  /** With its value, if that is still known. */
  readonly inUse: (GroupVersion & Partial<Pick<ReceivedVersion, 'value'>>) | undefined;
  /** The newest received version that is not in use. */
  readonly next: ReceivedVersion | undefined;
}

const NOTHING: GroupStanding = { inUse: undefined, next: undefined };

/** Versions that the owner has set for a group of boxes; written to the table at once, since they are few. */
export class GroupVersions {
  private readonly standings: Map<GroupPart, GroupStanding>;

  constructor(private readonly view: View) {
    const saved = new Map(
      view
        .all('SELECT part, value FROM group_part')
        .map((row) => [textOf(row, 'part'), JSON.parse(textOf(row, 'value')) as GroupStanding] as const),
    );
    this.standings = new Map(GROUP_PARTS.map((part) => [part, { ...NOTHING, ...saved.get(part) }]));
  }

  of(part: GroupPart): GroupStanding {
    return this.standings.get(part) ?? NOTHING;
  }

  /** Called when a version was received or decided on. */
  receive({ part, group, version, validFrom, value, decision }: ReceivedVersion): void {
    this.put(part, { ...this.of(part), next: { part, group, version, validFrom, value, decision } });
  }

  /** Called when a version is in use. */
  use({ part, group, version }: GroupVersion): void {
    const { next } = this.of(part);
    const isNext = next?.group === group && next.version === version;
    this.put(part, {
      inUse: { part, group, version, ...(isNext && { value: next.value }) },
      next: isNext ? undefined : next,
    });
  }

  private put(part: GroupPart, standing: GroupStanding): void {
    this.standings.set(part, standing);
    this.view.run('INSERT OR REPLACE INTO group_part VALUES (?, ?)', [part, JSON.stringify(standing)]);
  }
}
