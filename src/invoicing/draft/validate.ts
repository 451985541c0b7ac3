import {
  compileSchema,
  exactDecimal,
  failed,
  type InvoiceType,
  isRecord,
  type LocalTime,
  ok,
  type Para,
  paraFrom,
  type PaymentType,
  printedRow,
  printedRows,
  type Result,
  roundHalfAway,
  type Thousandths,
  thousandthsFrom,
  toRsd,
  type TransactionType,
} from '../../base/index.js';
import { DEFAULT_UNIT } from '../../catalogue/index.js';
import type { PrintOption } from '../../printing/index.js';
import { wordsFor } from './refusals/form.js';
import { refusals } from './refusals/refusals.js';
import type { ValidationError } from './refusals/sentence.js';
import { normalisePfrNumber } from './pfrNumber.js';
import { DEFAULT_CASHIER, invoiceRequestSchema, REQUEST_ID } from './schema.js';

/** A line as asked for; whether its label is active is not checked yet. */
export interface RequestedLine {
  readonly name: string;
  readonly unit: string;
  readonly quantity: Thousandths;
  readonly unitPrice: Para;
  readonly label: string;
  readonly gtin: string | null;
  readonly itemId: number | null;
}

/** A payment as sent. `amount` is null for 0 or less, which is ignored; an amount that counts may still round to 0. */
export interface RequestedPayment {
  readonly paymentType: PaymentType;
  readonly amount: Para | null;
  /** What rounding has left of the sum of all payments, 10^-6 RSD; only on the last one that counts, absent when 0. */
  readonly rest?: number;
}

/**
 * The body of `POST /invoices` in the right form: known fields only, defaults filled in, texts in NFC, blank optional
 * texts null, numbers rounded.
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
  /** What to do when the processor cannot be reached; null: the request is refused. */
  readonly whenOffline: 'queue' | null;
}

/** What the schema lets through. */
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
  readonly gtin?: string | null;
  readonly itemId?: number | null;
}

export interface PaymentBody {
  readonly paymentType: PaymentType;
  readonly amount: number;
}

const check = compileSchema<RequestBody>(invoiceRequestSchema);

/**
 * Checks the form only. `buildDraft` checks rules that may have changed since an earlier request (labels, settings), and a
 * repeat must find its receipt before that.
 */
export function validateShape(body: unknown): Result<InvoiceRequest, ValidationError> {
  const checked = check(withLabels(body));
  return checked.ok ? readRequest(checked.value) : failed(wordsFor(checked.error));
}

/**
 * The body with a `label` on each line. Older clients send `labels` in its place, and the contract takes both; the schema names
 * the one that everybody should send, since generated clients cannot say "one of the two".
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

/** A body of the right form as a request. */
export function readRequest(request: RequestBody): Result<InvoiceRequest, ValidationError> {
  const items: RequestedLine[] = [];
  for (const [index, line] of request.items.entries()) {
    if (line.labels?.[0] !== undefined && line.labels[0] !== line.label) return failed(refusals.labelsDiffer(index));
    items.push(readLine(line));
  }
  const referent = readRow(request.referentDocumentNumber ?? null);
  const tendered = request.tendered ?? null;
  if (tendered !== null && toRsd(paraFrom(tendered)) !== tendered) return failed(refusals.tenderedDecimals());
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

const checkKey = compileSchema<string>({ type: 'string', pattern: REQUEST_ID });

/** Has it the form of an idempotency key? */
export function isRequestId(text: string): boolean {
  return checkKey(text).ok;
}

/** The request under the key of the header `Idempotency-Key`, which means the same as the field `clientRequestId`. */
export function withHeaderKey<R extends { readonly clientRequestId: string | null }>(
  request: R,
  header: string | undefined,
): Result<R, ValidationError> {
  if (header === undefined) return ok(request);
  if (!isRequestId(header)) return failed(refusals.headerKeyMalformed());
  const { clientRequestId } = request;
  if (clientRequestId !== null && clientRequestId !== header) return failed(refusals.keysDiffer());
  return ok({ ...request, clientRequestId: header });
}

function readLine(line: LineBody): RequestedLine {
  return {
    name: line.name,
    unit: readText(line.unit) ?? DEFAULT_UNIT,
    quantity: thousandthsFrom(line.quantity),
    unitPrice: paraFrom(line.unitPrice),
    label: line.label,
    gtin: line.gtin ?? null,
    itemId: line.itemId ?? null,
  };
}

/** Decimals of an amount that count: 10^-6 RSD. */
const PAYMENT_PLACES = 6;
/** One para in that unit. */
export const PER_PARA = 10n ** BigInt(PAYMENT_PLACES - 2);

/** Payments as sent. Each is rounded so that they add up to the rounded sum: three thirds stay a whole. */
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

/** The text below the receipt: blanks at the beginning of a row may be intended. */
export function readAdText(text: string | null | undefined): string | null {
  const lines = text?.replaceAll('\r\n', '\n') ?? '';
  return lines.trim() === '' ? null : lines;
}

/**
 * A text without leading and trailing blanks, since `Ана ` is the same cashier, and a number followed by a blank the same
 * receipt. A processor refuses empty texts (error 2803), so that a blank one counts as not given.
 */
export function readText(text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}
