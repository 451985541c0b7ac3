import {
  failed,
  formatMoney,
  lineTotal,
  type LocalTime,
  MAX_TOTAL,
  ok,
  type Para,
  plainTin,
  receiptTimeOfLocal,
  type Result,
} from '../../../base/index.js';
import { type Draft, type InvoiceLine, labelsOfLine, type Payment, type TaxLabel } from '../../../contract/index.js';
import { findTaxLabel } from '../../../shop/catalogue/index.js';
import type { IssuedInvoice } from '../../../platform/ledger/index.js';
import { buildDraft, type Rules, tenderedError } from '../draft/draft.js';
import type { ValidationError } from '../draft/refusals/sentence.js';
import { validationErrors } from '../draft/refusals/validationErrors.js';
import type { Prepared } from '../draft/prepared.js';
import { asAllowed, isGiven, matchPayments } from '../draft/payments.js';
import { referenceTo } from '../draft/refund.js';
import { advancePaymentFindings } from '../findings/contentFindings.js';
import { DEFAULT_CASHIER, MAX_LINES } from '../draft/requestSchema.js';
import { type InvoiceRequest, readRow, type RequestedPayment } from '../draft/validate.js';
import type { ClosingRequest } from './closingRequest.js';
import { advanceLine, partFor, type Remaining, summed, withAdvance } from './remaining.js';

/** An advance to be closed. */
export interface Closing {
  /** What the refund refers to: the last advance, or the last paper about one. */
  readonly last: { readonly number: string; readonly time: LocalTime };
  /** Remaining money of the advances that this box issued. */
  readonly remaining: Remaining;
  /** Labels of those advances, each with its newest rate. */
  readonly taxLabels: readonly TaxLabel[];
  /** Buyer of the last advance. */
  readonly buyerId: string | null;
  readonly sellerTin: string;
  readonly request: ClosingRequest;
}

/**
 * The refund of the advanced amount, or of a part. It is not given to the buyer. Where no buyer is known, it therefore
 * names the seller (Technical Instruction for ESIR, 9.1 and 9.3).
 */
export function prepareAdvanceRefund(closing: Closing, rules: Rules): Result<Prepared, ValidationError> {
  const { last, request, sellerTin } = closing;
  const returned = returnedBy(closing, rules);
  if (!returned.ok) return returned;
  const { total, payments } = returned.value;
  if (total === 0) return failed(validationErrors.partOfNothing());
  const lines = summed(returned.value.lines);
  if (lines.length > MAX_LINES) return failed(validationErrors.advanceTooLong(MAX_LINES));
  if (total > MAX_TOTAL) return failed(validationErrors.totalTooLarge(MAX_TOTAL));
  return ok({
    taxLabels:
      request.earlierAdvances === undefined ? closing.taxLabels : byName([...rules.taxLabels, ...closing.taxLabels]),
    draft: {
      invoiceType: 'Advance',
      transactionType: 'Refund',
      cashier: readRow(request.cashier) ?? DEFAULT_CASHIER,
      lines,
      payments: asAllowed(payments, rules.simplifiedCash),
      total,
      buyerId: buyerOf(closing) ?? `10:${plainTin(sellerTin)}`,
      // It may be on a Normal Sale only.
      buyerCostCenterId: null,
      referentNumber: last.number,
      referentTime: last.time,
      issueTime: null,
      adText: null,
    },
  });
}

/** Each label once, as it was named last. */
export function byName(labels: readonly TaxLabel[]): readonly TaxLabel[] {
  return [...new Map(labels.map((one) => [one.label, one])).values()];
}

/** What the refund returns: of the advances of this box all or a part, and those from before fiscalization. */
function returnedBy({ remaining, request }: Closing, rules: Rules): Result<Remaining, ValidationError> {
  const own = request.part === true ? partFor(remaining, deliveredLines(request)) : remaining;
  const { earlierAdvances = [] } = request;
  let all = own;
  for (const [index, { label, amount }] of earlierAdvances.entries()) {
    const known = findTaxLabel(rules.taxLabels, label);
    if (!known.ok) return failed(validationErrors.labelInactive(['earlierAdvances', index, 'label'], known.error));
    // A small amount is rounded to 0.
    if (amount === 0) continue;
    // How a paper was paid is not known here. The sample of 9.1.1 has transfers.
    const paymentType = remaining.payments[0]?.paymentType ?? 'WireTransfer';
    const line = advanceLine(label, amount);
    all = withAdvance(all, { lines: [line], payments: [{ paymentType, amount }], total: amount });
  }
  return ok(all);
}

function deliveredLines({ items }: ClosingRequest): { readonly label: string; readonly total: Para }[] {
  return items.map(({ label, unitPrice, quantity }) => ({ label, total: Number(lineTotal(unitPrice, quantity)) }));
}

/**
 * The final receipt after a refund with this draft. Without the issued `refund` it is a preview for validation only: it
 * lacks the text about the advance.
 */
export function prepareFinal(
  closing: Closing,
  advanced: Pick<Draft, 'total' | 'payments'>,
  rules: Rules,
  refund?: IssuedInvoice,
): Result<Prepared, ValidationError> {
  const { last, request } = closing;
  const { restPayments: _rest, part: _part, tendered, ...rest } = request;
  const namesRest = namesRestOnly(request);
  const isPaid = isGiven(request.payments);
  const payments = namesRest ? [] : isPaid ? request.payments : advanced.payments;
  const draft = buildDraft({ ...rest, payments, buyerId: buyerOf(closing) }, rules);
  if (!draft.ok) return isPaid || namesRest ? draft : failed(aboutDefault(draft.error, advanced.total, request));
  const paid = namesRest ? restOf(draft.value.total, advanced, request, rules) : ok(draft.value.payments);
  if (!paid.ok) return paid;
  const { taxLabels } = rules;
  const tax = refund?.signature.taxItems.reduce((sum, { amount }) => sum + amount, 0) ?? 0;
  // The API contract prints the time here too when the delivery came before the receipt. The Technical Instruction (16
  // P5) does not require it.
  const final: Draft = {
    ...draft.value,
    issueTime: request.dateAndTimeOfIssue,
    payments: paid.value,
    ...(tendered !== undefined && tendered > 0 && { tendered }),
    paidInAdvance: { amount: advanced.total, tax, ...(namesRest && { payments: advanced.payments }) },
  };
  if (refund === undefined) return ok({ draft: final, taxLabels });
  const adText = [...mandatoryLines(last, refund), ...(final.adText === null ? [] : [final.adText])].join('\n');
  return ok({ draft: { ...final, ...referenceTo(refund), adText }, taxLabels });
}

/** True when the final receipt names only what is paid now. */
function namesRestOnly({ restPayments, part }: ClosingRequest): boolean {
  return restPayments !== undefined || part === true;
}

/** The only payment of the advance, when it is set to the total of the final receipt because no payments were sent. */
export function defaultPaymentFindings(
  request: ClosingRequest,
  advanced: Pick<Draft, 'payments'>,
  { total, payments }: Draft,
): readonly ValidationError[] {
  if (namesRestOnly(request) || isGiven(request.payments)) return [];
  // The receipt may be that of an earlier closing, which named its payments.
  const [paid] = payments;
  const isSet = paid?.amount === total && paid.paymentType === advanced.payments[0]?.paymentType;
  return isSet ? advancePaymentFindings(advanced.payments, total) : [];
}

/**
 * The payments of a final receipt that names only what is paid now. Where nothing is, the first payment type of the
 * advance has the amount 0, because a receipt has at least one payment.
 */
function restOf(
  total: Para,
  advanced: Pick<Draft, 'total' | 'payments'>,
  request: ClosingRequest,
  { simplifiedCash }: Rules,
): Result<readonly Payment[], ValidationError> {
  const { restPayments = [] } = request;
  const due = total - advanced.total;
  if (due < 0) return failed(validationErrors.advanceAboveDelivery(advanced.total, total));
  if (due === 0 && !isGiven(restPayments)) {
    const paid = [{ paymentType: advanced.payments[0]?.paymentType ?? 'Other', amount: 0 } as const];
    const mistendered = tenderedError(request, paid);
    return mistendered === undefined ? ok(paid) : failed(mistendered);
  }
  const matched = matchPayments(restPayments, due, simplifiedCash);
  if (!matched.ok) return failed(aboutRest(matched.error, restPayments, due));
  const mistendered = tenderedError(request, matched.value);
  return mistendered === undefined ? matched : failed(mistendered);
}

function aboutRest(error: ValidationError, sent: readonly RequestedPayment[], due: Para): ValidationError {
  if (error.rule === 'invoice.payments-mismatch') {
    return validationErrors.restMismatch(
      sent.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
      due,
    );
  }
  return { ...error, field: error.field.replace('/payments', '/restPayments') };
}

/**
 * The payments of the advance do not match the delivered total. The caller did not send them, so the refusal says where
 * they come from.
 */
function aboutDefault(error: ValidationError, advanced: Para, { items }: InvoiceRequest): ValidationError {
  if (error.rule !== 'invoice.payments-mismatch') return error;
  const delivered = items.reduce((sum, item) => sum + lineTotal(item.unitPrice, item.quantity), 0n);
  return validationErrors.closingNeedsPayments(advanced, Number(delivered));
}

/** Lines that the final receipt must print about the advances (Technical Instruction for ESIR, 9.1). */
function mandatoryLines({ number, time }: Closing['last'], refund: IssuedInvoice): string[] {
  return [
    `Последњи авансни рачун: ${number}`,
    `Датум последњег авансног рачуна: ${receiptTimeOfLocal(time)}`,
    `Износ аванса: ${formatMoney(refund.draft.total)}`,
    `Рефундација аванса: ${refund.signature.invoiceNumber}`,
  ];
}

function buyerOf({ buyerId, request }: Closing): string | null {
  return request.buyerId ?? buyerId;
}

/** Why a request does not match the final receipt: it names another delivery. Undefined when it is the same. */
export function closedOtherwise(
  advance: string,
  { draft, signature }: IssuedInvoice,
  { tendered: _, ...request }: ClosingRequest,
  rules: Rules,
): ValidationError | undefined {
  const requested = buildDraft({ ...request, payments: [] }, rules);
  if (requested.ok && textOf(requested.value.lines) === textOf(draft.lines)) return undefined;
  return validationErrors.advanceClosedOtherwise(advance, signature.invoiceNumber);
}

function textOf(lines: readonly InvoiceLine[]): string {
  return JSON.stringify(lines.map((line) => [line.name, line.unit, line.quantity, line.unitPrice, labelsOfLine(line)]));
}
