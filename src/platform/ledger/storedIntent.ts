import { type CounterBaseline, ENVIRONMENTS, isRecord, PFR_MODES } from '../../base/index.js';
import type { AbortCause, Intent } from './intent.js';

/**
 * An intent as stored in its record and in the saved view. It is the {@link Intent} except for one member, whose name
 * on flash is older than the one in the code.
 */
type StoredIntent = Omit<Intent, 'counterBaseline'> & { readonly witness: CounterBaseline };

/** The cause of an abort as stored in its record: `counter` is named `witness` on flash. */
export type StoredAbortCause = Exclude<AbortCause, { by: 'counter' }> | { readonly by: 'witness' };

/** The stored form of an intent, with its members in the original order. */
export function encodeIntent(intent: Intent): StoredIntent {
  const { requestId, environment, mode, draft, taxLabels, esirNumber, counterBaseline, ...rest } = intent;
  return { requestId, environment, mode, draft, taxLabels, esirNumber, witness: counterBaseline, ...rest };
}

/** Inverse of {@link encodeIntent}. Throws RangeError on content that no release up to this one has written. */
export function decodeIntent(stored: unknown): Intent {
  if (!isStoredIntent(stored)) throw new RangeError('an intent of a form that is not known');
  const { requestId, environment, mode, draft, taxLabels, esirNumber, witness, ...rest } = stored;
  return { requestId, environment, mode, draft, taxLabels, esirNumber, counterBaseline: witness, ...rest };
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
    isCounterBaseline(stored['witness']) &&
    isTextOrNull(stored['clientRequestId']) &&
    isText(stored['fingerprint']) &&
    ['undefined', 'string', 'boolean'].includes(typeof stored['print']) &&
    ['undefined', 'number'].includes(typeof stored['apiKey']) &&
    typeof stored['createdAt'] === 'number' &&
    [undefined, true].includes(stored['hasAnswered'] as undefined) &&
    ['undefined', 'string'].includes(typeof stored['soldAgainAs'])
  );
}

function isCounterBaseline(stored: unknown): stored is CounterBaseline {
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
