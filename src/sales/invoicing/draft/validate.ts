import {
  compileSchema,
  exactDecimal,
  failed,
  isRecord,
  type LocalTime,
  ok,
  type Para,
  paraFrom,
  printedRow,
  printedRows,
  type Result,
  roundHalfAway,
  type Thousandths,
  thousandthsFrom,
  toRsd,
} from '../../../base/index.js';
import type { InvoiceType, PaymentType, TransactionType } from '../../../contract/index.js';
import { DEFAULT_UNIT } from '../../../shop/catalogue/index.js';
import type { PrintOption } from '../../../paper/printing/index.js';
import { refusalFor } from './refusals/form.js';
import { validationErrors } from './refusals/validationErrors.js';
import type { ValidationError } from './refusals/sentence.js';
import { normalisePfrNumber } from './pfrNumber.js';
import { DEFAULT_CASHIER, invoiceRequestSchema, IDEMPOTENCY_KEY_PATTERN } from './requestSchema.js';

/** A line as requested. It is not yet checked whether its label is active. */
export interface RequestedLine {
  readonly name: string;
  readonly unit: string;
  readonly quantity: Thousandths;
  readonly unitPrice: Para;
  readonly label: string;
  /** Labels besides {@link label}; absent without any. */
  readonly moreLabels?: readonly string[];
  readonly gtin: string | null;
  readonly itemId: number | null;
}

/** A payment as sent. `amount` is null for 0 or less, which is ignored. An amount above 0 may still round to 0. */
export interface RequestedPayment {
  readonly paymentType: PaymentType;
  readonly amount: Para | null;
  /**
   * Remainder from rounding the sum of all payments, 10^-6 RSD. Only on the last payment with an amount; absent when 0.
   */
  readonly rest?: number;
}

/**
 * The validated body of `POST /invoices`: known fields only, defaults filled in, texts in NFC, blank optional texts
 * null, numbers rounded.
 */
export interface InvoiceRequest {
  readonly invoiceType: InvoiceType;
  readonly transactionType: TransactionType;
  readonly items: readonly RequestedLine[];
  readonly payments: readonly RequestedPayment[];
  readonly cashier: string;
  readonly buyerId: string | null;
  readonly buyerCostCenterId: string | null;
  readonly referentDocumentNumber: string | null;
  readonly referentDocumentDT: LocalTime | null;
  readonly dateAndTimeOfIssue: LocalTime | null;
  readonly adText: string | null;
  /** Absent when not given, as in queued requests of earlier releases. */
  readonly tendered?: Para;
  readonly clientRequestId: string | null;
  readonly prefetchDocument: 'a5' | null;
  readonly print: PrintOption;
  /** What to do when the processor cannot be reached. null: the request is refused. */
  readonly whenOffline: 'queue' | null;
}

/** A body that the schema accepts. */
export interface RequestBody {
  readonly invoiceType?: InvoiceType;
  readonly transactionType?: TransactionType;
  readonly items: readonly LineBody[];
  readonly payments?: readonly PaymentBody[] | null;
  readonly cashier?: string | null;
  readonly buyerId?: string | null;
  readonly buyerCostCenterId?: string | null;
  readonly referentDocumentNumber?: string | null;
  readonly referentDocumentDT?: string | null;
  readonly dateAndTimeOfIssue?: string | null;
  readonly adText?: string | null;
  readonly tendered?: number | null;
  readonly clientRequestId?: string | null;
  readonly prefetchDocument?: 'a5' | null;
  readonly print?: PrintOption;
  readonly whenOffline?: 'queue' | null;
}

interface LineBody {
  readonly name: string;
  readonly unit?: string | null;
  readonly quantity: number;
  readonly unitPrice: number;
  readonly label: string;
  readonly labels?: readonly string[];
  readonly moreLabels?: readonly string[] | null;
  readonly gtin?: string | null;
  readonly itemId?: number | null;
}

export interface PaymentBody {
  readonly paymentType: PaymentType;
  readonly amount: number;
}

const check = compileSchema<RequestBody>(invoiceRequestSchema);

/**
 * Validates the form only. Rules that may have changed since an earlier request (labels, settings) are checked later by
 * `buildDraft`, because a repeated request must find its receipt before that.
 */
export function validateShape(body: unknown): Result<InvoiceRequest, ValidationError> {
  const checked = check(withLabels(body));
  return checked.ok ? readRequest(checked.value) : failed(refusalFor(checked.error));
}

/**
 * The body with a `label` on each line. Older clients send `labels` instead, and the contract accepts both. The schema
 * names only `label`, because generated clients cannot express "one of the two".
 */
export function withLabels(body: unknown): unknown {
  const lines = isRecord(body) ? body['items'] : undefined;
  if (!Array.isArray(lines) || !lines.some(lacksLabel)) return body;
  const labelled = lines.map((line: unknown) => (lacksLabel(line) ? { ...line, label: line.labels[0] } : line));
  return { ...(body as object), items: labelled };
}

function lacksLabel(line: unknown): line is { readonly labels: readonly string[] } {
  if (!isRecord(line) || (line['label'] ?? null) !== null) return false;
  const { labels } = line;
  return Array.isArray(labels) && typeof labels[0] === 'string';
}

/** Converts a body that the schema accepts to a request. */
export function readRequest(request: RequestBody): Result<InvoiceRequest, ValidationError> {
  const items: RequestedLine[] = [];
  for (const [index, line] of request.items.entries()) {
    if (line.labels?.[0] !== undefined && line.labels[0] !== line.label)
      return failed(validationErrors.labelsDiffer(index));
    items.push(readLine(line));
  }
  const referent = readRow(request.referentDocumentNumber ?? null);
  const tendered = request.tendered ?? null;
  if (tendered !== null && toRsd(paraFrom(tendered)) !== tendered) return failed(validationErrors.tenderedDecimals());
  return ok({
    invoiceType: request.invoiceType ?? 'Normal',
    transactionType: request.transactionType ?? 'Sale',
    items,
    payments: readPayments(request.payments),
    cashier: readText(request.cashier) ?? DEFAULT_CASHIER,
    buyerId: request.buyerId ?? null,
    buyerCostCenterId: readText(request.buyerCostCenterId),
    referentDocumentNumber: referent === null ? null : normalisePfrNumber(referent),
    referentDocumentDT: request.referentDocumentDT ?? null,
    dateAndTimeOfIssue: request.dateAndTimeOfIssue ?? null,
    adText: readAdText(request.adText),
    ...(tendered !== null && { tendered: paraFrom(tendered) }),
    clientRequestId: request.clientRequestId ?? null,
    prefetchDocument: request.prefetchDocument ?? null,
    print: request.print ?? null,
    whenOffline: request.whenOffline ?? null,
  });
}

const checkKey = compileSchema<string>({ type: 'string', pattern: IDEMPOTENCY_KEY_PATTERN });

/** True when the text has the format of an idempotency key. */
export function isIdempotencyKey(text: string): boolean {
  return checkKey(text).ok;
}

/**
 * The request with the key of the header `Idempotency-Key`, which has the same meaning as the field `clientRequestId`.
 */
export function withHeaderKey<R extends { readonly clientRequestId: string | null }>(
  request: R,
  header: string | undefined,
): Result<R, ValidationError> {
  if (header === undefined) return ok(request);
  if (!isIdempotencyKey(header)) return failed(validationErrors.headerKeyMalformed());
  const { clientRequestId } = request;
  if (clientRequestId !== null && clientRequestId !== header) return failed(validationErrors.keysDiffer());
  return ok({ ...request, clientRequestId: header });
}

function readLine(line: LineBody): RequestedLine {
  return {
    name: line.name,
    unit: readText(line.unit) ?? DEFAULT_UNIT,
    quantity: thousandthsFrom(line.quantity),
    unitPrice: paraFrom(line.unitPrice),
    label: line.label,
    ...(line.moreLabels != null && line.moreLabels.length > 0 && { moreLabels: line.moreLabels }),
    gtin: line.gtin ?? null,
    itemId: line.itemId ?? null,
  };
}

/** Significant decimals of an amount: 10^-6 RSD. */
const PAYMENT_PLACES = 6;
/** One para in that unit. */
export const PER_PARA = 10n ** BigInt(PAYMENT_PLACES - 2);

/** Payments as sent. Each is rounded so that they add up to the rounded sum: three thirds still make a whole. */
export function readPayments(payments: readonly PaymentBody[] | null | undefined): RequestedPayment[] {
  const sent = payments ?? [];
  const last = sent.findLastIndex(({ amount }) => amount > 0);
  let sum = 0n;
  let rounded = 0n;
  return sent.map(({ paymentType, amount }, index) => {
    if (amount <= 0) return { paymentType, amount: null };
    sum += exactDecimal(amount, PAYMENT_PLACES);
    const before = rounded;
    rounded = roundHalfAway(sum, PER_PARA);
    const rest = index === last ? Number(sum - rounded * PER_PARA) : 0;
    return { paymentType, amount: Number(rounded - before), ...(rest !== 0 && { rest }) };
  });
}

/** A row of text as it is printed; null when it is blank. */
export function readRow(text: string | null): string | null {
  return text === null ? null : readText(printedRow(text));
}

/** The text below the receipt as it is printed; null when it is blank. */
export function readRows(text: string | null): string | null {
  return text === null ? null : readAdText(printedRows(text));
}

/** The text below the receipt. Blanks at the beginning of a row are preserved, since they may be intended. */
export function readAdText(text: string | null | undefined): string | null {
  const lines = text?.replaceAll('\r\n', '\n') ?? '';
  return lines.trim() === '' ? null : lines;
}

/**
 * A text without leading and trailing blanks: `Ана ` is the same cashier, and a number followed by a blank the same
 * receipt. A blank text counts as not given, because a processor refuses empty texts (error 2803).
 */
export function readText(text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}
