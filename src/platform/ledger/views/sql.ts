import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import initSqlJs, { type Database, type SqlJsStatic, type SqlValue, type Statement } from 'sql.js';

let loading: Promise<SqlJsStatic> | undefined;

/** The wasm file is next to the bundle; in a source tree it is in its package. */
function wasmFile(): string {
  const bundled = join(__dirname, 'sql-wasm.wasm');
  return existsSync(bundled) ? bundled : createRequire(__filename).resolve('sql.js/dist/sql-wasm.wasm');
}

/** The name of the wasm file if it is missing; no ledger can be opened without it. */
export function missingSql(): string[] {
  try {
    wasmFile();
    return [];
  } catch {
    return ['sql-wasm.wasm'];
  }
}

/** Loads sql.js once for the process. Throws MODULE_NOT_FOUND when the wasm file is missing. */
export function loadSql(): Promise<SqlJsStatic> {
  if (loading === undefined) {
    // Located before sql.js is called: its promise never settles when locateFile throws.
    const file = wasmFile();
    loading = initSqlJs({ locateFile: () => file });
  }
  return loading;
}

export type Row = Readonly<Record<string, SqlValue>>;

/**
 * A database in memory with prepared statements. It is a view, which may be deleted at any time, so it does not need
 * SQLite's own durability.
 */
export class View {
  private readonly statements = new Map<string, Statement>();

  private constructor(private readonly db: Database) {}

  /**
   * A new database with `schema`, or one from a saved image. Throws Error when the image is damaged, or its tables are
   * not those of `schema`.
   */
  static open(sql: SqlJsStatic, schema: string, image?: Uint8Array): View {
    const db = new sql.Database(image);
    const view = new View(db);
    try {
      // There is no other connection: an exclusive lock saves each statement the check for a journal and for changes.
      // Replaced content is overwritten, otherwise a saved image would still contain a secret that was set before.
      db.run(`PRAGMA secure_delete = ON; PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
              PRAGMA temp_store = MEMORY; PRAGMA cache_size = -1024;`);
      if (image === undefined) db.run(schema);
      else view.check(schema);
    } catch (error) {
      view.close();
      throw error;
    }
    return view;
  }

  private check(schema: string): void {
    const [sound] = this.all('PRAGMA quick_check(1)');
    if (sound?.['quick_check'] !== 'ok') throw new Error('the image is damaged');
    const tables = this.all('SELECT sql FROM sqlite_master WHERE sql IS NOT NULL').map((row) => textOf(row, 'sql'));
    const wanted = schema.split(';').map((statement) => statement.trim());
    if (!isDeepStrictEqual(tables.sort(), wanted.filter(Boolean).sort())) throw new Error('the image has other tables');
  }

  private prepared(query: string): Statement {
    let statement = this.statements.get(query);
    if (statement === undefined) {
      statement = this.db.prepare(query);
      this.statements.set(query, statement);
    }
    return statement;
  }

  run(query: string, parameters: SqlValue[] = []): void {
    this.prepared(query).run(parameters);
  }

  all(query: string, parameters: SqlValue[] = []): Row[] {
    const statement = this.prepared(query);
    const rows: Row[] = [];
    try {
      statement.bind(parameters);
      while (statement.step()) rows.push(statement.getAsObject());
    } finally {
      statement.reset();
    }
    return rows;
  }

  first(query: string, parameters: SqlValue[] = []): Row | undefined {
    return this.all(query, parameters)[0];
  }

  /** Runs `work` in one transaction. */
  batch(work: () => void): void {
    this.run('BEGIN');
    work();
    this.run('COMMIT');
  }

  /** The database as one image; must not be called inside a transaction. */
  image(): Uint8Array {
    return this.db.export();
  }

  close(): void {
    for (const statement of this.statements.values()) statement.free();
    this.statements.clear();
    this.db.close();
  }
}

/** Values of a row by their expected type; a wrong type is a bug of the view's own schema. */
export function numberOf(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new TypeError(`${column} is not a number`);
  return value;
}

export function textOf(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`${column} is not a text`);
  return value;
}

export function optionalTextOf(row: Row, column: string): string | null {
  return row[column] == null ? null : textOf(row, column);
}

export function blobOf(row: Row, column: string): Uint8Array {
  const value = row[column];
  if (!(value instanceof Uint8Array)) throw new TypeError(`${column} is not a blob`);
  return value;
}
