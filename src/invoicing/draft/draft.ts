import {
  type Draft,
  failed,
  type InvoiceLine,
  lineTotal,
  MAX_TOTAL,
  ok,
  printedRow,
  type Result,
  type TaxLabel,
} from '../../base/index.js';
import { DEFAULT_UNIT, findTaxLabel } from '../../catalogue/index.js';
import { imitationIn } from '../../journal/index.js';
import { reservedNameError } from './advanceLine.js';
import { isAdvanceSale } from './kind.js';
import { refusals } from './refusals/refusals.js';
import type { ValidationError } from './refusals/sentence.js';
import { completePayments } from './payments.js';
import { DEFAULT_CASHIER } from './schema.js';
import { type InvoiceRequest, readRow, readRows, type RequestedLine } from './validate.js';

/** What a draft is checked against: it changes over time. */
export interface Rules {
  /** Labels that a receipt may carry now. */
  readonly taxLabels: readonly TaxLabel[];
  /** Whether card, cheque and instant payment must be entered as cash. */
  readonly simplifiedCash: boolean;
}

/** Second half of the validation: prices the lines, completes the payments and checks what the type of receipt requires. */
export function buildDraft(request: InvoiceRequest, rules: Rules): Result<Draft, ValidationError> {
  const lines: InvoiceLine[] = [];
  for (const [index, item] of request.items.entries()) {
    const line = priceLine(item, index, rules.taxLabels);
    if (!line.ok) return line;
    const misused = reservedNameError(request.invoiceType, line.value, index);
    if (misused !== undefined) return failed(misused);
    lines.push(line.value);
  }
  // The sum of 500 lines of at most MAX_TOTAL may exceed the safe integers, hence BigInt.
  const total = lines.reduce((sum, line) => sum + BigInt(line.total), 0n);
  if (total <= 0n) return failed(refusals.totalNotPositive());
  if (total > BigInt(MAX_TOTAL)) return failed(refusals.totalTooLarge(MAX_TOTAL));
  const payments = completePayments(request.payments, Number(total), rules.simplifiedCash);
  if (!payments.ok) return payments;
  const missing = missingReference(request);
  if (missing !== undefined) return failed(missing);
  const draft: Draft = {
    invoiceType: request.invoiceType,
    transactionType: request.transactionType,
    cashier: readRow(request.cashier) ?? DEFAULT_CASHIER,
    lines,
    payments: payments.value,
    total: Number(total),
    buyerId: request.buyerId,
    buyerCostCenterId: readRow(request.buyerCostCenterId),
    referentNumber: request.referentDocumentNumber,
    referentTime: request.referentDocumentDT,
    // On an advance sale only, and on no other receipt (Technical Instruction for ESIR, 16 P5).
    issueTime: isAdvanceSale(request) ? request.dateAndTimeOfIssue : null,
    adText: readRows(request.adText),
  };
  const imitation = imitationIn(draft);
  return imitation === undefined ? ok(draft) : failed(refusals.imitates(imitation));
}

function priceLine(
  item: RequestedLine,
  index: number,
  active: readonly TaxLabel[],
): Result<InvoiceLine, ValidationError> {
  const known = findTaxLabel(active, item.label);
  if (!known.ok) return failed(refusals.labelInactive(index, known.error));
  if (item.quantity === 0) return failed(refusals.quantityRoundsToZero(index));
  const total = lineTotal(item.unitPrice, item.quantity);
  if (total > BigInt(MAX_TOTAL)) return failed(refusals.lineTooLarge(index, MAX_TOTAL));
  // What the processor gets is what is printed; the key of the request is bound to it as it came.
  const name = printedRow(item.name);
  return ok({ ...item, name, unit: readRow(item.unit) ?? DEFAULT_UNIT, total: Number(total) });
}

function missingReference(request: InvoiceRequest): ValidationError | undefined {
  const isRefund = request.transactionType === 'Refund';
  if (request.referentDocumentNumber === null) {
    if (isRefund) return refusals.refundNeedsReferent();
    if (request.invoiceType === 'Copy') return refusals.copyNeedsReferent();
  }
  return isRefund && request.buyerId === null ? refusals.refundNeedsBuyer() : undefined;
}
