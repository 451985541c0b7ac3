import type { Draft } from '../base/fiscal.js';
import { failed, ok, type Result } from '../base/result.js';
import { compileSchema } from '../base/schema.js';
import { localTime } from '../base/time.js';
import type { IssuedInvoice } from '../ledger/invoice.js';
import type { PrintWish } from '../printing/printing.js';
import type { Rules } from './draft.js';
import { isFiscalSale, kindInWords } from './kind.js';
import { refusals, type ValidationError, wordsFor } from './messages.js';
import { labelsOf, type Prepared } from './order.js';
import { asAllowed, isGiven, settleExactly } from './payments.js';
import { DEFAULT_CASHIER, refundRequestSchema } from './schema.js';
import { type PaymentBody, readAdText, readPayments, readText, type RequestedPayment } from './validate.js';

/** The body of `POST /invoices/{uuid}/refund` in the right form; null and no payments: as on the original. */
export interface RefundRequest {
  readonly buyerId: string | null;
  readonly buyerCostCenterId: string | null;
  readonly payments: readonly RequestedPayment[];
  readonly cashier: string;
  readonly adText: string | null;
  readonly clientRequestId: string | null;
  readonly print: PrintWish;
}

interface RefundBody {
  readonly buyerId?: string | null;
  readonly buyerCostCenterId?: string | null;
  readonly payments?: readonly PaymentBody[] | null;
  readonly cashier?: string | null;
  readonly adText?: string | null;
  readonly clientRequestId?: string | null;
  readonly print?: PrintWish;
}

const check = compileSchema<RefundBody>(refundRequestSchema);

export function validateRefund(body: unknown): Result<RefundRequest, ValidationError> {
  const checked = check(body);
  if (!checked.ok) return failed(wordsFor(checked.error));
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

/** The refund of a whole receipt. Only fiscal sales are refunded; the lines are those of the original. */
export function prepareRefund(
  original: IssuedInvoice,
  request: RefundRequest,
  { simplifiedCash }: Rules,
): Result<Prepared, ValidationError> {
  const { draft } = original;
  if (!isFiscalSale(draft)) return failed(refusals.refundIneligible(kindInWords(draft)));
  const buyerId = request.buyerId ?? draft.buyerId;
  if (buyerId === null) return failed(refusals.refundNeedsBuyer());
  const payments = isGiven(request.payments)
    ? settleExactly(request.payments, draft.total, simplifiedCash)
    : ok(asAllowed(draft.payments, simplifiedCash));
  if (!payments.ok) return payments;
  return ok({
    taxLabels: labelsOf(original),
    draft: {
      ...draft,
      ...referenceTo(original),
      transactionType: 'Refund',
      cashier: request.cashier,
      payments: payments.value,
      buyerId,
      buyerCostCenterId: request.buyerCostCenterId ?? draft.buyerCostCenterId,
      issueTime: null,
      adText: request.adText,
    },
  });
}

/** What names a receipt on one that follows it: its PFR number and PFR time. */
export function referenceTo({ signature }: IssuedInvoice): Pick<Draft, 'referentNumber' | 'referentTime'> {
  return { referentNumber: signature.invoiceNumber, referentTime: localTime(signature.time) };
}
