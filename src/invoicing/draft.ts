import { type Draft, type Line, MAX_TOTAL, type TaxLabel } from '../base/fiscal.js';
import { lineTotal } from '../base/money.js';
import { failed, ok, type Result } from '../base/result.js';
import { findTaxLabel } from '../catalogue/taxLabel.js';
import { misusedName } from './advanceLine.js';
import { isAdvanceSale } from './kind.js';
import { refusals, type ValidationError } from './messages.js';
import { settlePayments } from './payments.js';
import type { InvoiceRequest, RequestedLine } from './validate.js';

/** What holds today. */
export interface Rules {
  /** Labels that a receipt may carry now. */
  readonly taxLabels: readonly TaxLabel[];
  /** Whether card, cheque and instant payment must be entered as cash. */
  readonly simplifiedCash: boolean;
}

/** Second half of the validation: prices the lines, settles the payments and asks for what the type demands. */
export function buildDraft(request: InvoiceRequest, rules: Rules): Result<Draft, ValidationError> {
  const lines: Line[] = [];
  for (const [index, item] of request.items.entries()) {
    const line = priceLine(item, index, rules.taxLabels);
    if (!line.ok) return line;
    const misused = misusedName(request.invoiceType, line.value, index);
    if (misused !== undefined) return failed(misused);
    lines.push(line.value);
  }
  // 500 lines of at most MAX_TOTAL leave the safe integers, hence BigInt.
  const total = lines.reduce((sum, line) => sum + BigInt(line.total), 0n);
  if (total <= 0n) return failed(refusals.totalNotPositive());
  if (total > BigInt(MAX_TOTAL)) return failed(refusals.totalTooLarge(MAX_TOTAL));
  const payments = settlePayments(request.payments, Number(total), rules.simplifiedCash);
  if (!payments.ok) return payments;
  const missing = missingReference(request);
  if (missing !== undefined) return failed(missing);
  return ok({
    invoiceType: request.invoiceType,
    transactionType: request.transactionType,
    cashier: request.cashier,
    lines,
    payments: payments.value,
    total: Number(total),
    buyerId: request.buyerId,
    buyerCostCenterId: request.buyerCostCenterId,
    referentNumber: request.referentDocumentNumber,
    referentTime: request.referentDocumentDT,
    // On an advance sale only, and on no other receipt (Technical Instruction for ESIR, 16 P5).
    issueTime: isAdvanceSale(request) ? request.dateAndTimeOfIssue : null,
    adText: request.adText,
  });
}

function priceLine(item: RequestedLine, index: number, active: readonly TaxLabel[]): Result<Line, ValidationError> {
  const known = findTaxLabel(active, item.label);
  if (!known.ok) return failed(refusals.labelInactive(index, known.error));
  if (item.quantity === 0) return failed(refusals.quantityRoundsToZero(index));
  const total = lineTotal(item.unitPrice, item.quantity);
  if (total > BigInt(MAX_TOTAL)) return failed(refusals.lineTooLarge(index, MAX_TOTAL));
  return ok({ ...item, total: Number(total) });
}

function missingReference(request: InvoiceRequest): ValidationError | undefined {
  const isRefund = request.transactionType === 'Refund';
  if (request.referentDocumentNumber === null) {
    if (isRefund) return refusals.refundNeedsReferent();
    if (request.invoiceType === 'Copy') return refusals.copyNeedsReferent();
  }
  return isRefund && request.buyerId === null ? refusals.refundNeedsBuyer() : undefined;
}
