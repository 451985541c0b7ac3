import {
  ADVANCE_NAMES,
  cashIn,
  type Draft,
  type InvoiceLine,
  type InvoiceType,
  labelsOfLine,
  type Payment,
  type TaxLabel,
} from '../../../contract/index.js';
import {
  failed,
  instantOf,
  lineTotal,
  type LocalTime,
  localTime,
  MAX_TOTAL,
  ok,
  printedRow,
  type Result,
  type UtcMs,
} from '../../../base/index.js';
import { DEFAULT_UNIT, findTaxLabel } from '../../../shop/catalogue/index.js';
import { imitationIn } from '../../../paper/journal/index.js';
import { isAdvanceSale, takesMoney } from './receiptKind.js';
import { validationErrors } from './refusals/validationErrors.js';
import type { ValidationError } from './refusals/sentence.js';
import { completePayments } from './payments.js';
import { DEFAULT_CASHIER } from './requestSchema.js';
import { type InvoiceRequest, readRow, readRows, type RequestedLine } from './validate.js';

/** Maximum time that a caller's clock may be ahead of the clock of the box, ms. */
const SKEW = 5 * 60_000;

/** First year of electronic fiscalization for all shops. */
const FIRST_YEAR = '2022';

/**
 * Checks an ESIR time (`dateAndTimeOfIssue`). It is an error when the time never occurred in Belgrade (clocks went from
 * 2 to 3 o'clock), is in the future, or is before any box could issue receipts. `now` is the clock of the box.
 */
function issueTimeError(time: LocalTime, now: UtcMs): ValidationError | undefined {
  const at = instantOf(time);
  if (localTime(at) !== time) return validationErrors.issueTimeSkipped();
  if (at > now + SKEW) return validationErrors.issueTimeInFuture(SKEW / 60_000);
  return time < FIRST_YEAR ? validationErrors.issueTimeTooEarly(FIRST_YEAR) : undefined;
}

/** Quantity 1, in thousandths. */
const ONE = 1000;

/**
 * Checks a line of an advance that uses a prescribed name. It must have the label of that name, quantity 1, and the
 * received amount as its price. Other names are allowed, because shops may list the real goods.
 */
function reservedNameError(
  type: InvoiceType,
  { name, label, quantity }: InvoiceLine,
  index: number,
): ValidationError | undefined {
  if (type !== 'Advance') return undefined;
  const owner = Object.keys(ADVANCE_NAMES).find((candidate) => ADVANCE_NAMES[candidate] === name);
  if (owner === undefined) return undefined;
  if (owner !== label) return validationErrors.advanceNameOfOther(index, name, owner);
  return quantity === ONE ? undefined : validationErrors.advanceQuantity(index);
}

/** What a draft is validated against. These values change over time. */
export interface Rules {
  /** Labels that a receipt may use now. */
  readonly taxLabels: readonly TaxLabel[];
  /** True when card, cheque and instant payment must be entered as cash. */
  readonly simplifiedCash: boolean;
  /** The clock of the box. */
  readonly now: UtcMs;
}

/**
 * Second half of the validation: prices the lines, completes the payments, and checks what the type of receipt
 * requires.
 */
export function buildDraft(request: InvoiceRequest, rules: Rules): Result<Draft, ValidationError> {
  const lines: InvoiceLine[] = [];
  for (const [index, item] of request.items.entries()) {
    const line = priceLine(item, index, rules.taxLabels);
    if (!line.ok) return line;
    const misused = reservedNameError(request.invoiceType, line.value, index);
    if (misused !== undefined) return failed(misused);
    lines.push(line.value);
  }
  // The limits of a line allow totals above the largest amount and above the safe integers, hence BigInt.
  const total = request.items.reduce((sum, item) => sum + lineTotal(item.unitPrice, item.quantity), 0n);
  if (total <= 0n) return failed(validationErrors.totalNotPositive());
  if (total > BigInt(MAX_TOTAL)) return failed(validationErrors.totalTooLarge(MAX_TOTAL));
  const payments = completePayments(request.payments, Number(total), rules.simplifiedCash);
  if (!payments.ok) return payments;
  const { dateAndTimeOfIssue } = request;
  const mistimed = dateAndTimeOfIssue === null ? undefined : issueTimeError(dateAndTimeOfIssue, rules.now);
  if (mistimed !== undefined) return failed(mistimed);
  const missing = missingReference(request);
  if (missing !== undefined) return failed(missing);
  const mistendered = tenderedError(request, payments.value);
  if (mistendered !== undefined) return failed(mistendered);
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
    // Without a referent its time is ignored.
    referentTime: request.referentDocumentNumber === null ? null : request.referentDocumentDT,
    // On an advance sale only (Technical Instruction for ESIR, 16 P5); closing an advance is the one exception.
    issueTime: isAdvanceSale(request) ? dateAndTimeOfIssue : null,
    adText: readRows(request.adText),
    ...(request.tendered !== undefined && request.tendered > 0 && { tendered: request.tendered }),
  };
  // No text may look like the frame or the sentences that only a processor may print.
  const imitation = imitationIn(draft);
  return imitation === undefined ? ok(draft) : failed(validationErrors.imitates(imitation));
}

function priceLine(
  item: RequestedLine,
  index: number,
  active: readonly TaxLabel[],
): Result<InvoiceLine, ValidationError> {
  const labels = labelsOfLine(item);
  for (const [place, label] of labels.entries()) {
    const field = place === 0 ? 'label' : 'moreLabels';
    if (labels.indexOf(label) !== place) return failed(validationErrors.labelRepeated(index, label));
    const known = findTaxLabel(active, label);
    if (!known.ok) return failed(validationErrors.labelInactive(['items', index, field], known.error));
  }
  if (item.quantity === 0) return failed(validationErrors.quantityRoundsToZero(index));
  // The processor gets the text as it is printed. The idempotency key is bound to the request as it was sent.
  const name = printedRow(item.name);
  const total = Number(lineTotal(item.unitPrice, item.quantity));
  return ok({ ...item, name, unit: readRow(item.unit) ?? DEFAULT_UNIT, total });
}

function missingReference(request: InvoiceRequest): ValidationError | undefined {
  const isRefund = request.transactionType === 'Refund';
  if (request.referentDocumentNumber === null) {
    if (isRefund) return validationErrors.refundNeedsReferent();
    if (request.invoiceType === 'Copy') return validationErrors.copyNeedsReferent();
  }
  return isRefund && request.buyerId === null ? validationErrors.refundNeedsBuyer() : undefined;
}

/** Checks `tendered` against the cash payments. A value of 0 on a receipt without cash counts as not given. */
export function tenderedError(
  request: Pick<InvoiceRequest, 'tendered' | 'invoiceType' | 'transactionType'>,
  payments: readonly Payment[],
): ValidationError | undefined {
  const { tendered } = request;
  const cash = cashIn(payments);
  if (tendered === undefined || (tendered === 0 && cash === 0)) return undefined;
  if (!takesMoney(request)) return validationErrors.tenderedNotTaken();
  if (cash === 0) return validationErrors.tenderedWithoutCash();
  return tendered < cash ? validationErrors.tenderedTooLittle(tendered, cash) : undefined;
}
