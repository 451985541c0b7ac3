import { isRecord, parseJson } from '../../../base/index.js';
import {
  GROUP_PARTS,
  type GroupPart,
  type GroupVersion,
  type ReceivedVersion,
  type StoredItem,
  type StoredKey,
  type StoredTablet,
  type StoredUser,
} from '../shopRecords.js';
import { numberOf, optionalTextOf, type Row, textOf, type View } from './sql.js';

export const USERS_SCHEMA = `
CREATE TABLE user (id INTEGER PRIMARY KEY, value TEXT);
CREATE TABLE tablet (id INTEGER PRIMARY KEY, value TEXT);
`;

/**
 * The users who may sign in on the pages, and the tablets on which a PIN is enough; the last record of a number counts.
 */
export class UserTables {
  constructor(private readonly view: View) {}

  put(user: StoredUser): void {
    this.view.run('INSERT OR REPLACE INTO user VALUES (?, ?)', [user.id, JSON.stringify(user)]);
  }

  putTablet(tablet: StoredTablet): void {
    this.view.run('INSERT OR REPLACE INTO tablet VALUES (?, ?)', [tablet.id, JSON.stringify(tablet)]);
  }

  /** Including removed ones, sorted by number. */
  users(): StoredUser[] {
    return this.all('user');
  }

  /** Including removed ones, sorted by number. */
  tablets(): StoredTablet[] {
    return this.all('tablet');
  }

  private all<T>(table: 'user' | 'tablet'): T[] {
    return this.view.all(`SELECT value FROM ${table} ORDER BY id`).map((row) => JSON.parse(textOf(row, 'value')) as T);
  }
}

/** An item from its row of the table. */
export function itemOf(row: Row): StoredItem {
  return {
    id: numberOf(row, 'id'),
    plu: optionalTextOf(row, 'plu'),
    name: textOf(row, 'name'),
    unit: optionalTextOf(row, 'unit'),
    price: numberOf(row, 'price'),
    label: optionalTextOf(row, 'label'),
    gtin: optionalTextOf(row, 'gtin'),
    category: optionalTextOf(row, 'category'),
    active: row['active'] === 1,
  };
}

/** An API key from its row of the table `key`. */
export function keyOf(row: Row): StoredKey {
  return {
    id: numberOf(row, 'id'),
    label: textOf(row, 'label'),
    prefix: textOf(row, 'prefix'),
    hash: textOf(row, 'hash'),
    createdAt: numberOf(row, 'created'),
    revokedAt: row['revoked'] === null ? null : numberOf(row, 'revoked'),
    lastUsedAt: row['used'] === null ? null : numberOf(row, 'used'),
    ...(JSON.parse(textOf(row, 'detail')) as Pick<StoredKey, 'addresses' | 'acceptedAt'>),
  };
}

/** Members of a setting (JSON) whose values are texts. */
function textMembers(json: string | null): string[] {
  const read = parseJson(json ?? 'null');
  const value = read.ok ? read.value : null;
  return isRecord(value) ? Object.keys(value).filter((member) => typeof value[member] === 'string') : [];
}

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

export const SETTINGS_SCHEMA = `
CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE TABLE setting_text (name TEXT, member TEXT, PRIMARY KEY (name, member)) WITHOUT ROWID;
`;

/** The owner's settings. */
export class SettingTable {
  constructor(private readonly view: View) {}

  /** `value` is JSON; null resets the setting to its default. */
  put(name: string, value: string | null): void {
    if (value === null) this.view.run('DELETE FROM setting WHERE name = ?', [name]);
    else this.view.run('INSERT OR REPLACE INTO setting VALUES (?, ?)', [name, value]);
    for (const member of textMembers(value)) {
      this.view.run('INSERT OR IGNORE INTO setting_text VALUES (?, ?)', [name, member]);
    }
  }

  /**
   * Names of settings and of their members that any record contains as text, even if changed or reset since. Earlier
   * releases stored secrets this way; the ledger does not know which members are secrets.
   */
  texts(): [name: string, member: string][] {
    return this.view
      .all('SELECT name, member FROM setting_text')
      .map((row) => [textOf(row, 'name'), textOf(row, 'member')]);
  }

  all(): Map<string, string> {
    return new Map(
      this.view.all('SELECT name, value FROM setting').map((row) => [textOf(row, 'name'), textOf(row, 'value')]),
    );
  }
}
