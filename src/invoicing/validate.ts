import { createHash } from 'node:crypto';
import type {
  InvoiceType,
  LocalTime,
  Para,
  Payment,
  PaymentType,
  Thousandths,
  TransactionType,
} from '../base/fiscal.js';
import { canonicalJson } from '../base/json.js';
import { paraFrom } from '../base/money.js';
import { thousandthsFrom } from '../base/quantity.js';
import { failed, ok, type Result } from '../base/result.js';
import { compileSchema } from '../base/schema.js';
import { DEFAULT_UNIT } from '../catalogue/schema.js';
import { refusals, type ValidationError, wordsFor } from './messages.js';
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

/**
 * The body of `POST /invoices` in the right form: known fields only, defaults filled in, texts in NFC, blank optional
 * texts null, numbers rounded. Payments stand as sent, 0 where the amount was 0 or less.
 */
export interface InvoiceRequest {
  readonly invoiceType: InvoiceType;
  readonly transactionType: TransactionType;
  readonly items: readonly RequestedLine[];
  readonly payments: readonly Payment[];
  readonly cashier: string;
  readonly buyerId: string | null;
  readonly buyerCostCenterId: string | null;
  readonly referentDocumentNumber: string | null;
  readonly referentDocumentDT: LocalTime | null;
  readonly dateAndTimeOfIssue: LocalTime | null;
  readonly adText: string | null;
  readonly clientRequestId: string | null;
  readonly prefetchDocument: 'a5' | null;
}

/** What the schema lets through. */
interface RequestBody {
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
  readonly clientRequestId?: string | null;
  readonly prefetchDocument?: 'a5' | null;
}

interface LineBody {
  readonly name: string;
  readonly unit?: string | null;
  readonly quantity: number;
  readonly unitPrice: number;
  readonly label?: string | null;
  readonly labels?: readonly string[];
  readonly gtin?: string | null;
  readonly itemId?: number | null;
}

interface PaymentBody {
  readonly paymentType: PaymentType;
  readonly amount: number;
}

const check = compileSchema<RequestBody>(invoiceRequestSchema);

/**
 * First half of the validation: the form alone, which never changes for a given body. The second half, `buildDraft`,
 * asks for what is true today (active labels, settings), and a repeat must find its receipt before that.
 */
export function validateShape(body: unknown): Result<InvoiceRequest, ValidationError> {
  const checked = check(body);
  if (!checked.ok) return failed(wordsFor(checked.error));
  const request = checked.value;
  const items: RequestedLine[] = [];
  for (const [index, line] of request.items.entries()) {
    const label = line.label ?? line.labels?.[0];
    if (label === undefined) return failed(refusals.labelMissing(index));
    if (line.labels?.[0] !== undefined && line.labels[0] !== label) return failed(refusals.labelsDiffer(index));
    items.push(readLine(line, label));
  }
  return ok({
    invoiceType: request.invoiceType ?? 'Normal',
    transactionType: request.transactionType ?? 'Sale',
    items,
    payments: (request.payments ?? []).map(readPayment),
    cashier: readText(request.cashier) ?? DEFAULT_CASHIER,
    buyerId: request.buyerId ?? null,
    buyerCostCenterId: readText(request.buyerCostCenterId),
    referentDocumentNumber: readText(request.referentDocumentNumber),
    referentDocumentDT: request.referentDocumentDT ?? null,
    dateAndTimeOfIssue: request.dateAndTimeOfIssue ?? null,
    adText: readText(request.adText?.replaceAll('\r\n', '\n')),
    clientRequestId: request.clientRequestId ?? null,
    prefetchDocument: request.prefetchDocument ?? null,
  });
}

const checkKey = compileSchema<string>({ type: 'string', pattern: REQUEST_ID });

/** The request under the key of the header `Idempotency-Key`, which means the same as the field `clientRequestId`. */
export function withHeaderKey(
  request: InvoiceRequest,
  header: string | undefined,
): Result<InvoiceRequest, ValidationError> {
  if (header === undefined) return ok(request);
  if (!checkKey(header).ok) return failed(refusals.headerKeyMalformed());
  const { clientRequestId } = request;
  if (clientRequestId !== null && clientRequestId !== header) return failed(refusals.keysDiffer());
  return ok({ ...request, clientRequestId: header });
}

/**
 * SHA-256 (hex) of what the request asks for, which an idempotency key is bound to. Fields that are not given do not
 * count, so that a key stored today still fits after an update that knows more fields.
 */
export function requestFingerprint(request: InvoiceRequest): string {
  const asked = { ...request, clientRequestId: null, items: request.items.map(withoutNulls) };
  return createHash('sha256')
    .update(canonicalJson(withoutNulls(asked)))
    .digest('hex');
}

function withoutNulls(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

function readLine(line: LineBody, label: string): RequestedLine {
  return {
    name: line.name,
    unit: readText(line.unit) ?? DEFAULT_UNIT,
    quantity: thousandthsFrom(line.quantity),
    unitPrice: paraFrom(line.unitPrice),
    label,
    gtin: line.gtin ?? null,
    itemId: line.itemId ?? null,
  };
}

function readPayment({ paymentType, amount }: PaymentBody): Payment {
  return { paymentType, amount: amount > 0 ? paraFrom(amount) : 0 };
}

/** A processor refuses empty texts (error 2803), so a blank one counts as not given. */
function readText(text: string | null | undefined): string | null {
  return text === undefined || text === null || text.trim() === '' ? null : text;
}
