import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../base/index.js';
import type { PrintOption } from '../../../paper/printing/index.js';
import type { InvoiceRequest } from '../draft/validate.js';

/** An idempotency key as it was sent, and the content it is bound to. */
export interface RequestKey {
  readonly id: string;
  /** SHA-256 (hex) of the content of the request. */
  readonly fingerprint: string;
}

/** The key of a request. The fingerprint is computed only if there is a key. */
export function keyOf(id: string | null | undefined, fingerprint: () => string): RequestKey | null {
  return id === null || id === undefined ? null : { id, fingerprint: fingerprint() };
}

/**
 * An operation on an invoice. The operation is part of the fingerprint, so that the key of a refund never matches a
 * sale.
 */
export interface OperationRequest {
  readonly operation: 'refund' | 'copy' | 'close-advance' | 'advance-refund';
  /** The invoice that the operation applies to. */
  readonly uuid: string;
  readonly request: { readonly clientRequestId?: string | null; readonly print?: PrintOption };
}

/**
 * SHA-256 (hex) of the content of a `POST /invoices` request, which an idempotency key is bound to. Fields that are not
 * given do not count, so that a key stored today still matches after an update that adds fields.
 */
export function requestFingerprint(request: InvoiceRequest): string {
  return digest(contentOf(request));
}

/** {@link requestFingerprint} for an operation on an invoice. */
export function operationFingerprint({ operation, uuid, request }: OperationRequest): string {
  return digest({ operation, uuid, request: contentOf(request) });
}

/**
 * The content of a request without the key itself, without the printer (a repeat may not want a second print), and
 * without `whenOffline` (a repeat asks for the same receipt, whether or not it may be queued).
 */
function contentOf(request: OperationRequest['request']): object {
  return { ...request, clientRequestId: null, print: null, whenOffline: null };
}

function digest(content: object): string {
  return createHash('sha256')
    .update(canonicalJson(withoutNulls(content)))
    .digest('hex');
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const given = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(given.map(([name, member]) => [name, withoutNulls(member)]));
}
