import type { StoredTablet, StoredUser } from '../user.js';
import { textOf, type View } from './sql.js';

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
