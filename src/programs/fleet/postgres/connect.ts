import { once } from 'node:events';
import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Bilingual } from '../../../base/index.js';

/** A statement that takes longer has met a hung server, ms. */
const LONGEST_STATEMENT = 300_000;

/**
 * Tables are read only through indexes: a plan that reads whole partitions would be based on statistics that do not
 * exist yet. The timeouts prevent a hung program from holding locks on boxes.
 */
const SESSION = `SET TIME ZONE 'UTC'; SET enable_hashjoin = off; SET enable_mergejoin = off;
  SET lock_timeout = '30s'; SET idle_in_transaction_session_timeout = '60s'; SET statement_timeout = ${LONGEST_STATEMENT}`;

/**
 * Connects like libpq: parts missing in the URL come from PGUSER, PGPASSWORD, PGPASSFILE and the like. Rejects on
 * failure.
 */
export async function connectPostgres(url: string, { isIngester }: { readonly isIngester: boolean }): Promise<Client> {
  const client = new Client({
    connectionString: url,
    application_name: isIngester ? 'kasirbox-ingest' : 'kasirbox-report',
    connectionTimeoutMillis: 10_000,
    query_timeout: LONGEST_STATEMENT + 30_000,
    keepAlive: true,
  });
  // A connection that is lost while idle fails the next query.
  client.on('error', () => undefined);
  await client.connect();
  if (isIngester) await client.query(SESSION);
  return client;
}

/** SQLSTATE of a schema, and of a table, that does not exist. */
const [NO_SCHEMA, NO_TABLE] = ['3F000', '42P01'];
/** SQLSTATE of an exception that a function of the schema `kasirbox` raises (`no_data_found`). */
const RAISED = 'P0002';

/** Network errors that a wrong address or a stopped server causes. */
const UNREACHABLE = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'];

/**
 * Why a server of the owner cannot be used. A server that is out of reach has a text in both languages; other causes
 * are in the words of the server or its client, which contain no secret.
 */
export function serverFault(server: 'NATS' | 'PostgreSQL', error: unknown): Bilingual {
  const code = codeOf(error) ?? codeOf(error instanceof Error ? error.cause : undefined);
  const isUnreachable = code !== undefined && UNREACHABLE.includes(code);
  const text = textOf(error);
  return {
    sr: `${server} не може да се користи: ${isUnreachable ? `није доступан; проверите да ли ради и да ли је адреса тачна (${code})` : text}`,
    en: `${server} cannot be used: ${isUnreachable ? `it cannot be reached; check that it runs and that the address is right (${code})` : text}`,
  };
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Node combines the failures of a host's addresses into one error without a text.
  if (error instanceof AggregateError && error.message === '') return error.errors.map(textOf).join(', ');
  return error.message;
}

/** Why PostgreSQL did not execute a command. Its own messages contain no secrets. */
export function postgresFault(error: unknown): Bilingual {
  const code = codeOf(error);
  if (code === RAISED) return { sr: textOf(error), en: textOf(error) };
  if (code === NO_SCHEMA || code === NO_TABLE)
    return {
      sr: 'у овој бази још нема табела; прво: kasirbox fleet ingest',
      en: 'this database has no tables yet; first run: kasirbox fleet ingest',
    };
  return serverFault('PostgreSQL', error);
}

/**
 * Runs `work` in a transaction. If the connection is lost during the commit, the caller cannot know whether it was
 * committed.
 */
export async function inTransaction<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    const done = await work();
    await client.query('COMMIT');
    return done;
  } catch (error) {
    // The first error is the one that matters; a lost connection cannot roll back either.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** A value of a row; null is NULL. */
type Cell = string | number | bigint | boolean | null;

const SPECIAL = /[\\\b\f\n\r\t\v]/;
const SPECIALS = /[\\\b\f\n\r\t\v]/g;
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
};

/** A cell in the text format of COPY. */
function cellText(cell: Cell): string {
  if (cell === null) return '\\N';
  if (typeof cell !== 'string') return String(cell);
  return SPECIAL.test(cell) ? cell.replace(SPECIALS, (found) => ESCAPES[found] ?? found) : cell;
}

/** Rows of one table to be sent by COPY, as text. */
export class CopyRows {
  private text = '';

  constructor(
    private readonly table: string,
    private readonly columns: readonly string[],
  ) {}

  add(cells: readonly Cell[]): void {
    this.text += `${cells.map(cellText).join('\t')}\n`;
  }

  async send(client: Client): Promise<void> {
    if (this.text === '') return;
    const stream = client.query(copyFrom(`COPY ${this.table} (${this.columns.join(', ')}) FROM STDIN`));
    const done = once(stream, 'finish');
    stream.end(this.text);
    this.text = '';
    await done;
  }
}
