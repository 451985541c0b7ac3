import { createHash } from 'node:crypto';
import { canonicalJson } from '../base/json.js';
import type { PrintWish } from '../printing/printing.js';
import type { InvoiceRequest } from './validate.js';

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

/** What an idempotency key is bound to besides the content: a key of a refund never stands for a sale. */
export interface Asked {
  readonly operation: 'refund' | 'copy' | 'close-advance' | 'advance-refund';
  /** The invoice that the operation is done to. */
  readonly uuid: string;
  readonly request: { readonly clientRequestId?: string | null; readonly print?: PrintWish };
}

/**
 * SHA-256 (hex) of what a request to `POST /invoices` asks for, which an idempotency key is bound to. Fields that are
 * not given do not count, so that a key stored today still fits after an update that knows more fields.
 */
export function requestFingerprint(request: InvoiceRequest): string {
  return digest(contentOf(request));
}

/** The same of an operation on an invoice. */
export function operationFingerprint({ operation, uuid, request }: Asked): string {
  return digest({ operation, uuid, request: contentOf(request) });
}

/**
 * What is asked for, without its own key, without the wish for paper, since a repeat may not want a second one, and without
 * what is to be done offline: a repeat asks for the same receipt, whether it would wait or not.
 */
function contentOf(request: Asked['request']): object {
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
