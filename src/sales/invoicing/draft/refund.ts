import { allPayments, type Draft } from '../../../contract/index.js';
import { compileSchema, failed, localTime, ok, type Result } from '../../../base/index.js';
import { imitationIn } from '../../../paper/journal/index.js';
import type { IssuedInvoice } from '../../../platform/ledger/index.js';
import type { PrintOption } from '../../../paper/printing/index.js';
import type { Rules } from './draft.js';
import { isFiscalSale, kindText } from './receiptKind.js';
import { refusalFor } from './refusals/form.js';
import { validationErrors } from './refusals/validationErrors.js';
import type { ValidationError } from './refusals/sentence.js';
import { labelsOf, type Prepared, repeatedDraft } from './prepared.js';
import { asAllowed, isGiven, matchPayments } from './payments.js';
import { DEFAULT_CASHIER, refundRequestSchema } from './requestSchema.js';
import {
  type InvoiceRequest,
  type PaymentBody,
  readAdText,
  readPayments,
  readRow,
  readRows,
  readText,
  type RequestedPayment,
} from './validate.js';

/** The validated body of `POST /invoices/{uuid}/refund`. A null buyer or missing payments: as on the original. */
export interface RefundRequest {
  readonly buyerId: string | null;
  readonly buyerCostCenterId: string | null;
  readonly payments: readonly RequestedPayment[];
  readonly cashier: string;
  readonly adText: string | null;
  readonly clientRequestId: string | null;
  readonly print: PrintOption;
}

interface RefundBody {
  readonly buyerId?: string | null;
  readonly buyerCostCenterId?: string | null;
  readonly payments?: readonly PaymentBody[] | null;
  readonly cashier?: string | null;
  readonly adText?: string | null;
  readonly clientRequestId?: string | null;
  readonly print?: PrintOption;
}

const check = compileSchema<RefundBody>(refundRequestSchema);

export function validateRefund(body: unknown): Result<RefundRequest, ValidationError> {
  const checked = check(body);
  if (!checked.ok) return failed(refusalFor(checked.error));
  const { buyerId, buyerCostCenterId, payments, cashier, adText, clientRequestId, print } = checked.value;
  return ok({
    buyerId: buyerId ?? null,
    buyerCostCenterId: readText(buyerCostCenterId),
    payments: readPayments(payments),
    cashier: readText(cashier) ?? DEFAULT_CASHIER,
    adText: readAdText(adText),
    clientRequestId: clientRequestId ?? null,
    print: print ?? null,
  });
}

/** Prepares the refund of a whole receipt. Only fiscal sales are refunded; the lines are those of the original. */
export function prepareRefund(
  original: IssuedInvoice,
  request: RefundRequest,
  { simplifiedCash }: Rules,
  isStrict: boolean,
): Result<Prepared, ValidationError> {
  const { draft } = original;
  if (!isFiscalSale(draft)) return failed(validationErrors.refundIneligible(kindText(draft)));
  const buyerId = request.buyerId ?? draft.buyerId;
  if (buyerId === null) return failed(validationErrors.refundNeedsBuyer());
  const payments = isGiven(request.payments)
    ? matchPayments(request.payments, draft.total, simplifiedCash)
    : ok(asAllowed(allPayments(draft), simplifiedCash));
  if (!payments.ok) return payments;
  const refund: Draft = {
    ...repeatedDraft(original),
    ...referenceTo(original),
    transactionType: 'Refund',
    cashier: readRow(request.cashier) ?? DEFAULT_CASHIER,
    payments: payments.value,
    buyerId,
    buyerCostCenterId: readRow(request.buyerCostCenterId) ?? (isStrict ? null : draft.buyerCostCenterId),
    issueTime: null,
    adText: readRows(request.adText),
  };
  // The lines were already printed and must be refunded unchanged, so they are not checked.
  const imitation = imitationIn({ ...refund, lines: [] });
  if (imitation !== undefined) return failed(validationErrors.imitates(imitation));
  return ok({ taxLabels: labelsOf(original), draft: refund });
}

/**
 * Adds the PFR time of the receipt that the request names by number only. Strict processors refuse a refund or a copy
 * without that time (2800). For a receipt of another box the time is not known, and none is invented.
 */
export function withReferentTime(request: InvoiceRequest, original: IssuedInvoice | undefined): InvoiceRequest {
  if (original === undefined || request.referentDocumentDT !== null) return request;
  return { ...request, referentDocumentDT: referenceTo(original).referentTime };
}

/** The fields by which a later receipt refers to this one: its PFR number and PFR time. */
export function referenceTo({ signature }: IssuedInvoice): Pick<Draft, 'referentNumber' | 'referentTime'> {
  return { referentNumber: signature.invoiceNumber, referentTime: localTime(signature.time) };
}
