import { failed, isLocalTime, isRecord, ok, type Result } from '../../../base/index.js';
import { INVOICE_TYPES, PAYMENT_TYPES, TRANSACTION_TYPES } from '../../../contract/index.js';
import type { QueuedOrder } from '../../../platform/ledger/index.js';
import type { InvoiceRequest, RequestedLine, RequestedPayment } from '../draft/validate.js';

/** Version of the form that this release writes. Version 1 is stored without the member. */
const VERSION = 1;

type Stored = Readonly<Record<string, unknown>>;
/** A check for each member, so that a missing check does not compile. */
type Members<T> = { readonly [M in keyof Required<T>]: (value: unknown) => boolean };

/**
 * Decodes the request of a queued order. A queue outlives updates and returns to an earlier release, so it may contain
 * requests in a form that this release does not know. The error names what is unknown: the version or the form.
 */
export function decodeRequest({
  clientRequestId,
  request,
  requestVersion = VERSION,
}: Pick<QueuedOrder, 'clientRequestId' | 'request' | 'requestVersion'>): Result<InvoiceRequest, 'version' | 'form'> {
  if (requestVersion !== VERSION) return failed('version');
  // The key inside must be the key of the order, or the sale could be issued twice.
  return isRequest(request) && request.clientRequestId === clientRequestId ? ok(request) : failed('form');
}

const text = (value: unknown): boolean => typeof value === 'string';
const whole = (value: unknown): boolean => Number.isSafeInteger(value);
const oneOf =
  (allowed: readonly string[]) =>
  (value: unknown): boolean =>
    allowed.some((word) => word === value);
const listOf =
  (check: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    Array.isArray(value) && value.every(check);
const orNull =
  (check: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    value === null || check(value);
const localTime = (value: unknown): boolean => typeof value === 'string' && isLocalTime(value);

const LINE: Members<RequestedLine> = {
  name: text,
  unit: text,
  quantity: whole,
  unitPrice: whole,
  label: text,
  moreLabels: (value) => value === undefined || listOf(text)(value),
  gtin: orNull(text),
  itemId: orNull(Number.isInteger),
};

const PAYMENT: Members<RequestedPayment> = {
  paymentType: oneOf(PAYMENT_TYPES),
  amount: orNull(whole),
  rest: (value) => value === undefined || whole(value),
};

const REQUEST: Members<InvoiceRequest> = {
  invoiceType: oneOf(INVOICE_TYPES),
  transactionType: oneOf(TRANSACTION_TYPES),
  items: listOf((value) => hasExactly(LINE, value)),
  payments: listOf((value) => hasExactly(PAYMENT, value)),
  cashier: text,
  buyerId: orNull(text),
  buyerCostCenterId: orNull(text),
  referentDocumentNumber: orNull(text),
  referentDocumentDT: orNull(localTime),
  dateAndTimeOfIssue: orNull(localTime),
  adText: orNull(text),
  tendered: (value) => value === undefined || whole(value),
  clientRequestId: orNull(text),
  prefetchDocument: orNull(oneOf(['a5'])),
  print: (value) => value === null || typeof value === 'boolean' || text(value),
  whenOffline: orNull(oneOf(['queue'])),
};

function isRequest(value: unknown): value is InvoiceRequest {
  return hasExactly(REQUEST, value);
}

/** An unknown member might change what is sold, so it is an error too. */
function hasExactly(members: Readonly<Record<string, (value: unknown) => boolean>>, value: unknown): value is Stored {
  if (!isRecord(value)) return false;
  return (
    Object.entries(members).every(([name, check]) => check(value[name])) &&
    Object.keys(value).every((name) => Object.hasOwn(members, name))
  );
}
