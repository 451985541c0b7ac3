import type { KeyRing } from '../access/keys.js';
import { type Environment, ENVIRONMENTS } from '../base/fiscal.js';
import { localTime } from '../base/time.js';
import { type ImportReport, type ImportRow, MAX_ROWS } from '../catalogue/import.js';
import type { Catalogue } from '../catalogue/items.js';
import type { LogEnd } from '../backup/format.js';
import { type Check, examine, type HealthParts } from '../health/checks.js';
import type { SafeMode } from '../health/watchdog/safeMode.js';
import { failed, ok, type Result } from '../base/result.js';
import { compileSchema, fieldName, type JsonSchema, type SchemaFault } from '../base/schema.js';
import type { Words } from '../base/words.js';
import type { Notifier } from '../delivery/notify/notifier.js';
import type { Till } from '../invoicing/till.js';
import { type ClientPem, MAX_CHAIN, MAX_PEM } from '../pfr/certificate/client.js';
import type { CertificateStore } from '../pfr/certificate/store.js';
import type { Processors } from '../pfr/processors.js';
import type { PrinterView, Printing } from '../printing/printing.js';
import type { Slip } from '../printing/slip.js';
import type { Settings } from '../settings/settings.js';
import type { Ledger } from '../ledger/ledger.js';
import type { StoredItem } from '../ledger/views/main.js';
import {
  type CertificateLine,
  type CertificateState,
  certificateState,
  installCertificate,
  removeCertificate,
  trust,
} from './certificates.js';
import { type NotifyTest, testNotify } from './notify.js';
import {
  cancelJob,
  type JobLine,
  jobLines,
  printAgain,
  type PrinterTest,
  printTicket,
  setLogo,
  testPrinter,
} from './printing.js';
import {
  enterPin,
  type OpenReceipt,
  openReceipts,
  type ProcessorLine,
  processorLine,
  type SettledReceipt,
  settleReceipt,
} from './processors.js';
import { type QueuedDetail, type QueuedLine, queueLines, removeQueued, showQueued } from './queue.js';

/** A question about one environment. */
interface OfEnvironment {
  readonly environment: Environment;
}

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
  'certificate.install': {
    readonly ask: OfEnvironment & ClientPem;
    readonly answer: CertificateLine & { readonly warnings: readonly string[] };
  };
  'certificate.show': { readonly ask: OfEnvironment; readonly answer: CertificateState };
  'certificate.remove': { readonly ask: OfEnvironment; readonly answer: null };
  /** A bundle of PEM, or a file of DER, in base64; null: no further authorities. Answers their names. */
  'certificate.trust': {
    readonly ask: OfEnvironment & { readonly bundle: string | null };
    readonly answer: readonly string[];
  };
  /** The processor of an environment, of the active one when it is left out. */
  'pfr.status': { readonly ask: Partial<OfEnvironment>; readonly answer: ProcessorLine };
  /** Answers why the processor did not take the PIN; null when it did. */
  'pfr.pin': { readonly ask: Partial<OfEnvironment> & { readonly pin: string }; readonly answer: Words | null };
  /** Receipts whose end is not known. */
  'pfr.open': { readonly ask: object; readonly answer: readonly OpenReceipt[] };
  /** A person decides about one of them: with the verification link it was signed, with null it was not. */
  'pfr.settle': {
    readonly ask: { readonly requestId: string; readonly link: string | null; readonly reason: string };
    readonly answer: SettledReceipt;
  };
  'print.printers': { readonly ask: object; readonly answer: readonly PrinterView[] };
  /** Takes as long as the printer does, a minute for a slow one. */
  'print.test': { readonly ask: { readonly name: string }; readonly answer: PrinterTest };
  /** Hands the printer the ticket that it gives at power-up; answers how that printer is. */
  'print.ticket': { readonly ask: { readonly name: string }; readonly answer: PrinterView };
  /** Those that are under way or wait for a person, or `all` that are remembered; newest first. */
  'print.jobs': { readonly ask: { readonly all: boolean }; readonly answer: readonly JobLine[] };
  /** `receipt`: uuid or PFR number. */
  'print.again': {
    readonly ask: { readonly receipt: string; readonly printer?: string };
    readonly answer: JobLine;
  };
  'print.cancel': { readonly ask: { readonly id: number }; readonly answer: JobLine };
  /** A PNG in base64; null: none any more. */
  'print.logo': { readonly ask: { readonly name: string; readonly logo: string | null }; readonly answer: null };
  /** Requests that wait for the processor or were refused, in the order of issuing. `id`: number or idempotency key. */
  'queue.list': { readonly ask: object; readonly answer: readonly QueuedLine[] };
  'queue.show': { readonly ask: { readonly id: string }; readonly answer: QueuedDetail };
  'queue.remove': { readonly ask: { readonly id: string }; readonly answer: QueuedLine };
  /** Sends a message to the owner; takes as long as the other side does, 20 s at most. */
  'notify.test': { readonly ask: object; readonly answer: NotifyTest };
  doctor: { readonly ask: object; readonly answer: readonly Check[] };
  /** Creates and changes items: all rows or, where one is refused, none. */
  'items.import': { readonly ask: ImportRows; readonly answer: ImportReport };
  /** What an import would do. */
  'items.check': { readonly ask: ImportRows; readonly answer: ImportReport };
  /** All items, in no order. */
  'items.export': { readonly ask: object; readonly answer: readonly StoredItem[] };
  /** Since when the box is in safe mode, and why; null: it is not. */
  'safe-mode.show': {
    readonly ask: object;
    readonly answer: { readonly since: string; readonly reason: string } | null;
  };
  /** False: it was off. */
  'safe-mode.leave': { readonly ask: object; readonly answer: boolean };
  /** Behind the last durable record. `isDamaged`: records before it are missing. */
  'ledger.end': {
    readonly ask: object;
    readonly answer: LogEnd & { readonly boxId: string; readonly isDamaged: boolean };
  };
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
  readonly certificates: CertificateStore;
  readonly processors: Processors;
  readonly till: Till;
  readonly printing: Printing;
  readonly health: HealthParts;
  readonly notifier: Notifier;
  readonly safeMode: SafeMode;
  /** Draws the ticket of a box that serves; where none does there is no address to tell. */
  readonly ticket?: () => Promise<Slip>;
}

type Performers = { readonly [N in OperationName]: (parts: AdminParts, ask: Ask<N>) => Promise<Reply<N>> };

const performers: Performers = {
  'keys.create': ({ keys }, { label }) => keys.create(label),
  'keys.list': async ({ keys }) => ok(keys.list().map(keyLine)),
  'keys.revoke': async ({ keys }, { id }) => nothing(await keys.revoke(id)),
  'settings.show': async ({ settings }, { name }) => settings.show(name),
  'settings.set': async ({ settings }, { name, value }) => nothing(await settings.set(name, value)),
  'certificate.install': installCertificate,
  'certificate.show': async ({ certificates, health }, { environment }) => {
    return ok(certificateState(certificates, environment, health.now()));
  },
  'certificate.remove': ({ certificates, till }, { environment }) => {
    const isAwaited = till.settling.unsettled(environment).some(({ intent }) => intent.mode === 'vpfr');
    return removeCertificate(certificates, environment, isAwaited);
  },
  'certificate.trust': ({ certificates }, { environment, bundle }) => trust(certificates, environment, bundle),
  'pfr.status': processorLine,
  'pfr.pin': enterPin,
  'pfr.open': async ({ till }) => ok(openReceipts(till)),
  'pfr.settle': settleReceipt,
  'print.printers': async ({ printing }) => ok(printing.printers()),
  'print.test': testPrinter,
  'print.ticket': printTicket,
  'print.jobs': jobLines,
  'print.again': printAgain,
  'print.cancel': cancelJob,
  'print.logo': setLogo,
  'queue.list': queueLines,
  'queue.show': showQueued,
  'queue.remove': removeQueued,
  'notify.test': testNotify,
  doctor: async ({ health, processors }) => {
    // A watch that has backed off, or none at all where no service runs, has nothing fresh to tell.
    await processors.active.refresh();
    return ok(await examine(health));
  },
  'items.import': ({ catalogue }, { rows }) => takeIn(catalogue, rows),
  'items.check': async ({ catalogue }, { rows }) => ok(await catalogue.check(rows)),
  'items.export': async ({ catalogue }) => ok(catalogue.all()),
  'safe-mode.show': async ({ safeMode: { since } }) => {
    return ok(since === undefined ? null : { since: localTime(since.at), reason: since.reason });
  },
  'safe-mode.leave': async ({ safeMode }) => {
    const left = await safeMode.leave('command');
    return left.ok ? left : failed(`It could not be stored (${left.error}). Run: kasirbox doctor`);
  },
  'ledger.end': async ({ ledger }) => {
    const { segment, offset, sequence, epoch, hash } = ledger.end;
    const isDamaged = ledger.damage.length > 0;
    const boxId = ledger.boxId.toString('hex');
    return ok({ segment, offset, sequence, epoch, hash: hash.toString('hex'), boxId, isDamaged });
  },
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
const ofEnvironment: Readonly<Record<string, JsonSchema>> = { environment: { type: 'string', enum: ENVIRONMENTS } };
const base64: JsonSchema = { type: 'string', pattern: '^[A-Za-z0-9+/]*=*$' };
const pem: JsonSchema = { type: 'string', maxLength: MAX_PEM };
const chain: JsonSchema = { type: 'array', maxItems: MAX_CHAIN, items: pem };
const row = record({ line: { type: 'integer' }, fields: { type: 'object' } });
const rows = record({ rows: { type: 'array', maxItems: MAX_ROWS, items: row } });

/** The form of every question: also the owner's own programs are held to it, since a bad one must not end the service. */
const checks: { readonly [N in OperationName]: (ask: unknown) => Result<Ask<N>, SchemaFault> } = {
  'keys.create': compileSchema(record({ label: text })),
  'keys.list': compileSchema(record({})),
  'keys.revoke': compileSchema(record({ id: { type: 'integer' } })),
  'settings.show': compileSchema(record({ name: text }, [])),
  'settings.set': compileSchema(record({ name: text, value: {} })),
  'certificate.install': compileSchema(record({ ...ofEnvironment, key: pem, certificate: pem, chain })),
  'certificate.show': compileSchema(record(ofEnvironment)),
  'certificate.remove': compileSchema(record(ofEnvironment)),
  'certificate.trust': compileSchema(record({ ...ofEnvironment, bundle: { ...base64, type: ['string', 'null'] } })),
  'pfr.status': compileSchema(record(ofEnvironment, [])),
  'pfr.pin': compileSchema(record({ ...ofEnvironment, pin: text }, ['pin'])),
  'pfr.open': compileSchema(record({})),
  'pfr.settle': compileSchema(record({ requestId: text, link: { type: ['string', 'null'] }, reason: text })),
  'print.printers': compileSchema(record({})),
  'print.test': compileSchema(record({ name: text })),
  'print.ticket': compileSchema(record({ name: text })),
  'print.jobs': compileSchema(record({ all: { type: 'boolean' } })),
  'print.again': compileSchema(record({ receipt: text, printer: text }, ['receipt'])),
  'print.cancel': compileSchema(record({ id: { type: 'integer' } })),
  'print.logo': compileSchema(record({ name: text, logo: { type: ['string', 'null'] } })),
  'queue.list': compileSchema(record({})),
  'queue.show': compileSchema(record({ id: text })),
  'queue.remove': compileSchema(record({ id: text })),
  'notify.test': compileSchema(record({})),
  doctor: compileSchema(record({})),
  'items.import': compileSchema(rows),
  'items.check': compileSchema(rows),
  'items.export': compileSchema(record({})),
  'safe-mode.show': compileSchema(record({})),
  'safe-mode.leave': compileSchema(record({})),
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
