import { createHash } from 'node:crypto';
import { canonicalJson } from '../../base/index.js';
import type { PrintOption } from '../../printing/index.js';
import type { InvoiceRequest } from '../draft/validate.js';

/** An idempotency key as it came, and what it is bound to. */
export interface RequestKey {
  readonly id: string;
  /** SHA-256 (hex) of what is asked for. */
  readonly fingerprint: string;
}

/** The key of a request; the fingerprint is made only where there is one. */
export function keyOf(id: string | null | undefined, fingerprint: () => string): RequestKey | null {
  return id === null || id === undefined ? null : { id, fingerprint: fingerprint() };
}

/** An operation on an invoice. It is part of the fingerprint, so that the key of a refund never matches a sale. */
export interface OperationRequest {
  readonly operation: 'refund' | 'copy' | 'close-advance' | 'advance-refund';
  /** The invoice that the operation is done to. */
  readonly uuid: string;
  readonly request: { readonly clientRequestId?: string | null; readonly print?: PrintOption };
}

/**
 * SHA-256 (hex) of what a request to `POST /invoices` asks for, which an idempotency key is bound to. Fields that are
 * not given do not count, so that a key stored today still fits after an update that knows more fields.
 */
export function requestFingerprint(request: InvoiceRequest): string {
  return digest(contentOf(request));
}

/** The same for an operation on an invoice. */
export function operationFingerprint({ operation, uuid, request }: OperationRequest): string {
  return digest({ operation, uuid, request: contentOf(request) });
}

/**
 * What is asked for, without the key itself, without the printer, since a repeat may not want a second print, and without
 * `whenOffline`: a repeat asks for the same receipt, whether it may be queued or not.
 */
function contentOf(request: OperationRequest['request']): object {
  return { ...request, clientRequestId: null, print: null, whenOffline: null };
}

function digest(asked: object): string {
  return createHash('sha256')
    .update(canonicalJson(withoutNulls(asked)))
    .digest('hex');
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const given = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(given.map(([name, member]) => [name, withoutNulls(member)]));
}
