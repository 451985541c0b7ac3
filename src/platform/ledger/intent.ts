import {
  type CounterBaseline,
  type Draft,
  type Environment,
  ENVIRONMENTS,
  PFR_MODES,
  type PfrMode,
  type TaxLabel,
} from '../../contract/index.js';
import { isRecord, type UtcMs } from '../../base/index.js';

/**
 * A receipt for which a request to a processor is about to be sent. It is on the disk before the first byte is sent,
 * and contains everything the receipt is made of. An answer that comes late, or is looked up after a power cut, can
 * therefore be recorded completely.
 */
export interface Intent {
  /** Request id sent to the processor, 32 hex digits, new for each attempt. */
  readonly requestId: string;
  readonly environment: Environment;
  readonly mode: PfrMode;
  readonly draft: Draft;
  readonly taxLabels: readonly TaxLabel[];
  /** ESIR number and version. */
  readonly esirNumber: string;
  /**
   * What was known of the processor's counters just before. On flash it is named `witness`, as in the first release.
   */
  readonly counterBaseline: CounterBaseline;
  /** The caller's idempotency key; it is in use until the intent is reconciled. */
  readonly clientRequestId: string | null;
  /** SHA-256 (hex) of the request, with or without a key. */
  readonly fingerprint: string;
  /** The printer, or whether to print; absent: as the settings say when the receipt is recorded. */
  readonly print?: string | boolean;
  /**
   * Number of the caller that requested it, an API key or a user. Absent when the box itself requested it, and in
   * records of earlier releases.
   */
  readonly apiKey?: number;
  /** Time of the request, by the clock of the box. */
  readonly createdAt: UtcMs;
  /**
   * An unacceptable answer came. The processor may have signed and forgotten the request, so only the counters of later
   * receipts prove that it has not.
   */
  readonly hasAnswered?: true;
  /**
   * PFR number of the first receipt without a key under which the same goods were sold while the outcome was unknown.
   */
  readonly soldAgainAs?: string;
}

/**
 * The states of an intent. Flash has only the records of an intent: after a start every open intent is `asking`. A
 * result record makes it `signed`, an abort record `aborted`.
 */
export const INTENT_STATES = {
  asking: {
    meaning: 'the processor was asked to sign, and is asked for the outcome until it is known',
    isOpen: true,
    next: ['doubt', 'notHeld', 'signed', 'aborted'],
  },
  doubt: {
    meaning:
      'neither the processor nor the running numbers prove that it was signed, or that it was not; a person may decide',
    isOpen: true,
    next: ['asking', 'notHeld', 'signed', 'aborted'],
  },
  notHeld: {
    meaning: 'the running numbers prove that it was signed; its content is missing until a person adds the link',
    isOpen: true,
    next: ['asking', 'doubt', 'signed', 'aborted'],
  },
  signed: { meaning: 'its receipt is in the ledger', isOpen: false, next: [] },
  aborted: { meaning: 'it is certain that nothing was signed', isOpen: false, next: [] },
} as const;

type IntentState = keyof typeof INTENT_STATES;
/** The states of an intent whose outcome is not recorded. */
export type OpenIntentState = {
  [S in IntentState]: (typeof INTENT_STATES)[S]['isOpen'] extends true ? S : never;
}[IntentState];

/** Why it is certain that nothing was signed for an intent. */
export type AbortCause =
  /** The processor refused, or could not be reached. */
  | { readonly by: 'processor'; readonly code: string | null }
  /** Running numbers prove it: none is missing up to a receipt requested when this one could no longer be signed. */
  | { readonly by: 'counter' }
  /** A person decided so. */
  | { readonly by: 'person'; readonly reason: string };

/**
 * An intent as stored in its record and in the saved view. It is the {@link Intent} except for two names, which are
 * older on flash than in the code.
 */
type StoredIntent = Omit<Intent, 'counterBaseline'> & { readonly witness: StoredBaseline };
/** A baseline as stored: its counters are named `runs` on flash. */
type StoredBaseline = Omit<CounterBaseline, 'counters'> & { readonly runs?: CounterBaseline['counters'] };

/** The cause of an abort as stored in its record: `counter` is named `witness` on flash. */
export type StoredAbortCause = Exclude<AbortCause, { by: 'counter' }> | { readonly by: 'witness' };

/** The stored form of an intent, with its members in the original order. */
export function encodeIntent(intent: Intent): StoredIntent {
  const { requestId, environment, mode, draft, taxLabels, esirNumber, counterBaseline, ...rest } = intent;
  const { counters: runs, ...baseline } = counterBaseline;
  const witness = runs === undefined ? baseline : { ...baseline, runs };
  return { requestId, environment, mode, draft, taxLabels, esirNumber, witness, ...rest };
}

/** Inverse of {@link encodeIntent}. Throws RangeError on content that no release up to this one has written. */
export function decodeIntent(stored: unknown): Intent {
  if (!isStoredIntent(stored)) throw new RangeError('an intent of a form that is not known');
  const { requestId, environment, mode, draft, taxLabels, esirNumber, witness, ...rest } = stored;
  const { runs: counters, ...baseline } = witness;
  const counterBaseline = counters === undefined ? baseline : { ...baseline, counters };
  return { requestId, environment, mode, draft, taxLabels, esirNumber, counterBaseline, ...rest };
}

export function encodeAbortCause(cause: AbortCause): StoredAbortCause {
  return cause.by === 'counter' ? { by: 'witness' } : cause;
}

/** Inverse of {@link encodeAbortCause}. */
export function decodeAbortCause(stored: StoredAbortCause): AbortCause {
  return stored.by === 'witness' ? { by: 'counter' } : stored;
}

const REQUEST_ID = /^[0-9a-f]{32}$/;

/**
 * Checks the members that reconciliation of an intent uses. The rest is copied to the receipt unchanged, and was
 * validated when it was requested.
 */
function isStoredIntent(stored: unknown): stored is StoredIntent {
  return (
    isRecord(stored) &&
    isText(stored['requestId']) &&
    REQUEST_ID.test(stored['requestId']) &&
    ENVIRONMENTS.some((environment) => environment === stored['environment']) &&
    PFR_MODES.some((mode) => mode === stored['mode']) &&
    isRecord(stored['draft']) &&
    Array.isArray(stored['draft']['lines']) &&
    Array.isArray(stored['taxLabels']) &&
    isText(stored['esirNumber']) &&
    isStoredBaseline(stored['witness']) &&
    isTextOrNull(stored['clientRequestId']) &&
    isText(stored['fingerprint']) &&
    ['undefined', 'string', 'boolean'].includes(typeof stored['print']) &&
    ['undefined', 'number'].includes(typeof stored['apiKey']) &&
    typeof stored['createdAt'] === 'number' &&
    [undefined, true].includes(stored['hasAnswered'] as undefined) &&
    ['undefined', 'string'].includes(typeof stored['soldAgainAs'])
  );
}

function isStoredBaseline(stored: unknown): stored is StoredBaseline {
  return (
    isRecord(stored) &&
    isText(stored['uid']) &&
    isTextOrNull(stored['lastNumber']) &&
    (stored['time'] === null || typeof stored['time'] === 'number') &&
    (stored['runs'] === undefined || isRecord(stored['runs']))
  );
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || isText(value);
}
