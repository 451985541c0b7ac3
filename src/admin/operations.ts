import type { KeyRing } from '../access/keys.js';
import { localTime } from '../base/time.js';
import { type ImportReport, type ImportRow, MAX_ROWS } from '../catalogue/import.js';
import type { Catalogue } from '../catalogue/items.js';
import { type Check, examine, type HealthParts } from '../health/checks.js';
import { failed, ok, type Result } from '../base/result.js';
import { compileSchema, fieldName, type JsonSchema, type SchemaFault } from '../base/schema.js';
import type { Settings } from '../settings/settings.js';
import type { Ledger } from '../ledger/ledger.js';
import type { StoredItem } from '../ledger/views/main.js';

/** A key as `keys list` shows it. */
export interface KeyLine {
  readonly id: number;
  readonly label: string;
  readonly prefix: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
}

/** What an operator's command asks of a box, and what it gets. Everything is plain JSON, since it may cross a socket. */
export interface Operations {
  'keys.create': {
    readonly ask: { readonly label: string };
    readonly answer: { readonly id: number; readonly key: string };
  };
  'keys.list': { readonly ask: object; readonly answer: readonly KeyLine[] };
  'keys.revoke': { readonly ask: { readonly id: number }; readonly answer: null };
  'settings.show': { readonly ask: { readonly name?: string }; readonly answer: Readonly<Record<string, unknown>> };
  'settings.set': { readonly ask: { readonly name: string; readonly value: unknown }; readonly answer: null };
  doctor: { readonly ask: object; readonly answer: readonly Check[] };
  /** Creates and changes items: all rows or, where one is refused, none. */
  'items.import': { readonly ask: ImportRows; readonly answer: ImportReport };
  /** What an import would do. */
  'items.check': { readonly ask: ImportRows; readonly answer: ImportReport };
  /** All items, in no order. */
  'items.export': { readonly ask: object; readonly answer: readonly StoredItem[] };
  /** Sequence up to which the log is durable at this moment. */
  'ledger.end': { readonly ask: object; readonly answer: { readonly sequence: number } };
}

interface ImportRows {
  readonly rows: readonly ImportRow[];
}

export type OperationName = keyof Operations;
export type Ask<N extends OperationName> = Operations[N]['ask'];
/** The error is an English sentence for the operator. */
export type Reply<N extends OperationName> = Result<Operations[N]['answer'], string>;

export interface AdminParts {
  readonly ledger: Ledger;
  readonly keys: KeyRing;
  readonly settings: Settings;
  readonly catalogue: Catalogue;
  readonly health: HealthParts;
}

type Performers = { readonly [N in OperationName]: (parts: AdminParts, ask: Ask<N>) => Promise<Reply<N>> };

const performers: Performers = {
  'keys.create': ({ keys }, { label }) => keys.create(label),
  'keys.list': async ({ keys }) => ok(keys.list().map(keyLine)),
  'keys.revoke': async ({ keys }, { id }) => nothing(await keys.revoke(id)),
  'settings.show': async ({ settings }, { name }) => settings.show(name),
  'settings.set': async ({ settings }, { name, value }) => nothing(await settings.set(name, value)),
  doctor: async ({ health }) => ok(await examine(health)),
  'items.import': ({ catalogue }, { rows }) => takeIn(catalogue, rows),
  'items.check': async ({ catalogue }, { rows }) => ok(await catalogue.check(rows)),
  'items.export': async ({ catalogue }) => ok(catalogue.all()),
  'ledger.end': async ({ ledger }) => ok({ sequence: ledger.end.sequence }),
};

/** Carries out an operation on the parts of a box, in the service or in a command that holds the folder itself. */
export function perform<N extends OperationName>(parts: AdminParts, name: N, ask: Ask<N>): Promise<Reply<N>> {
  return performers[name](parts, ask);
}

const record = (properties: Readonly<Record<string, JsonSchema>>, required = Object.keys(properties)): JsonSchema => ({
  type: 'object',
  required,
  properties,
});

const text: JsonSchema = { type: 'string' };
const row = record({ line: { type: 'integer' }, fields: { type: 'object' } });
const rows = record({ rows: { type: 'array', maxItems: MAX_ROWS, items: row } });

/** The form of every question: also the owner's own programs are held to it, since a bad one must not end the service. */
const checks: { readonly [N in OperationName]: (ask: unknown) => Result<Ask<N>, SchemaFault> } = {
  'keys.create': compileSchema(record({ label: text })),
  'keys.list': compileSchema(record({})),
  'keys.revoke': compileSchema(record({ id: { type: 'integer' } })),
  'settings.show': compileSchema(record({ name: text }, [])),
  'settings.set': compileSchema(record({ name: text, value: {} })),
  doctor: compileSchema(record({})),
  'items.import': compileSchema(rows),
  'items.check': compileSchema(rows),
  'items.export': compileSchema(record({})),
  'ledger.end': compileSchema(record({})),
};

/** Carries out what came over the socket. The error is an English sentence. */
export async function performAsked(parts: AdminParts, name: unknown, ask: unknown): Promise<Result<unknown, string>> {
  if (!isOperation(name)) return failed('The running service does not know this command; are the versions the same?');
  const checked = checks[name](ask);
  if (!checked.ok) return failed(`The question "${name}" is malformed at "${fieldName(checked.error.path)}".`);
  return perform(parts, name, checked.value);
}

function isOperation(name: unknown): name is OperationName {
  return typeof name === 'string' && Object.hasOwn(performers, name);
}

async function takeIn(catalogue: Catalogue, rows: readonly ImportRow[]): Promise<Reply<'items.import'>> {
  const report = await catalogue.import(rows);
  return report.ok ? report : failed(`The items could not be stored (${report.error}). Run: kasirbox doctor`);
}

function nothing(result: Result<void, string>): Result<null, string> {
  return result.ok ? ok(null) : failed(result.error);
}

function keyLine(key: ReturnType<KeyRing['list']>[number]): KeyLine {
  const time = (at: number | null): string | null => (at === null ? null : localTime(at));
  const { id, label, prefix, createdAt, lastUsedAt, revokedAt } = key;
  return {
    id,
    label,
    prefix,
    createdAt: localTime(createdAt),
    lastUsedAt: time(lastUsedAt),
    revokedAt: time(revokedAt),
  };
}
