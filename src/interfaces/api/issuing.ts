import { assertNever, failed, isRecord, localTime, ok, type Result } from '../../base/index.js';
import { created, errorResponse, type HttpResponse, okay } from '../../platform/http/index.js';
import {
  type Caller,
  type IssueOutcome,
  type NotFound,
  type NotIssued,
  type Queued,
  type SaleOutcome,
  type ValidationError,
  withHeaderKey,
} from '../../sales/invoicing/index.js';
import type { PrintOption } from '../../paper/printing/index.js';
import { invoiceResponse, warningMember } from './invoice.js';
import { missing, type PrintOptionDeps, refusedPrintOption, storageError } from './commonErrors.js';
import type { ResourceDeps } from './apiDeps.js';
import type { ApiContext } from './resource.js';

/** Header of a response that repeats the response to an earlier request. */
export const REPLAYED = { 'Idempotency-Replayed': 'true' } as const;

function asRecord(body: unknown): object {
  return isRecord(body) ? body : {};
}

/** The client that requests a receipt; a caller with a name of its own is a person on a page of the box. */
export function callerOf({ state: { caller } }: ApiContext): Caller {
  return { id: caller.id, isPage: caller.cashier !== undefined };
}

/** What every request that issues a receipt may carry. */
interface IssuingRequest {
  readonly clientRequestId: string | null;
  readonly print: PrintOption;
}

/**
 * Reads a request that issues a receipt: its body, its idempotency key, and whether it can be printed as requested. The
 * error is the response.
 */
export async function readIssuingRequest<R extends IssuingRequest>(
  { state, headers }: ApiContext,
  validate: (body: unknown) => Result<R, ValidationError>,
  parts: PrintOptionDeps,
): Promise<Result<R, HttpResponse>> {
  const key = headers['idempotency-key'];
  const { cashier } = state.caller;
  const validated = validate(cashier === undefined ? state.body : { ...asRecord(state.body), cashier });
  const request = validated.ok ? withHeaderKey(validated.value, typeof key === 'string' ? key : undefined) : validated;
  if (!request.ok) return failed(errorResponse('validation', request.error.message, request.error));
  const refused = await refusedPrintOption(parts, request.value, state.id);
  return refused === undefined ? ok(request.value) : failed(refused);
}

/** The response: the invoice, its position in the queue, or why no receipt was issued. */
export function issuedResponse(
  outcome: SaleOutcome | NotFound,
  ctx: ApiContext,
  deps: Pick<ResourceDeps, 'ledger'>,
): HttpResponse {
  if (outcome.kind === 'issued') return created(invoiceResponse(outcome.invoice, outcome));
  if (outcome.kind === 'replayed') return okay(invoiceResponse(outcome.invoice, outcome), REPLAYED);
  if (outcome.kind === 'queued') return queuedResponse(outcome);
  return notIssuedResponse(outcome, ctx, deps);
}

/** A refusal of the receipt in the path of the request, which the draft has as a field. */
export function ofPath(outcome: IssueOutcome | NotFound): IssueOutcome | NotFound {
  if (outcome.kind !== 'invalid' || outcome.error.field !== '/referentDocumentNumber') return outcome;
  return { ...outcome, error: { ...outcome.error, field: 'uuid' } };
}

export function notIssuedResponse(
  outcome: NotIssued | NotFound,
  { state, headers }: ApiContext,
  { ledger }: Pick<ResourceDeps, 'ledger'>,
): HttpResponse {
  switch (outcome.kind) {
    case 'absent':
      return missing('Invoice', ledger, state.id);
    case 'invalid':
      return errorResponse('validation', outcome.error.message, {
        ...outcome.error,
        field: fieldSent(outcome.error.field, headers['idempotency-key'] !== undefined),
      });
    case 'refused':
      return errorResponse('pfr_error', outcome.message, outcome);
    case 'storage':
      return storageError(outcome.failure, state.id, outcome.refund);
    default:
      return assertNever(outcome);
  }
}

/** The field that the caller used: the key may have been sent as a header. */
function fieldSent(field: string, hasHeaderKey: boolean): string {
  return field === '/clientRequestId' && hasHeaderKey ? 'Idempotency-Key' : field;
}

function queuedResponse({ entry: { order, position }, warnings }: Queued): HttpResponse {
  const { clientRequestId, queuedAt } = order;
  const queued = { queued: true, clientRequestId, position, queuedAt: localTime(queuedAt) };
  return { status: 202, body: { ...queued, ...warningMember(warnings) } };
}
