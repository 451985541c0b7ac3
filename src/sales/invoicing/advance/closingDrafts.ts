import {
  compileSchema,
  type Draft,
  failed,
  formatMoney,
  lineTotal,
  MAX_TOTAL,
  ok,
  plainTin,
  receiptTime,
  type Result,
} from '../../../base/index.js';
import type { IssuedInvoice } from '../../../platform/ledger/index.js';
import type { AdvanceChain } from './chain.js';
import { buildDraft, type Rules } from '../draft/draft.js';
import { inDocument } from '../draft/refusals/closing.js';
import { wordsFor } from '../draft/refusals/form.js';
import { refusals } from '../draft/refusals/refusals.js';
import type { ValidationError } from '../draft/refusals/sentence.js';
import { labelsOf, type Prepared, repeatedDraft } from '../draft/prepared.js';
import { asAllowed, isGiven, sumByKind } from '../draft/payments.js';
import { referenceTo } from '../draft/refund.js';
import { closeAdvanceRequestSchema, DEFAULT_CASHIER, MAX_LINES } from '../draft/schema.js';
import { type InvoiceRequest, readRequest, readRow, type RequestBody, withLabels } from '../draft/validate.js';

const check = compileSchema<RequestBody>(closeAdvanceRequestSchema);

/**
 * Validates the body of `POST /invoices/{uuid}/close-advance`: the final receipt as a request of its own. It is always
 * a sale that refers to nothing yet; other values in the body are ignored. Without payments, it uses those of the
 * advance.
 */
export function validateCloseAdvance(body: unknown): Result<InvoiceRequest, ValidationError> {
  const checked = check(withLabels(body));
  if (!checked.ok) return failed(inDocument('final', wordsFor(checked.error)));
  const request = readRequest({
    ...checked.value,
    invoiceType: 'Normal',
    transactionType: 'Sale',
    referentDocumentNumber: null,
    referentDocumentDT: null,
    tendered: null,
    whenOffline: null,
  });
  return request.ok ? request : failed(inDocument('final', request.error));
}

/** An advance to be closed, with its chain. */
export interface Closing {
  readonly last: IssuedInvoice;
  readonly chain: AdvanceChain;
  readonly request: InvoiceRequest;
}

/**
 * The refund of the whole advanced amount. It is not given to the buyer. Where no buyer is known, it therefore names
 * the seller (Technical Instruction for ESIR, 9.1 and 9.3).
 */
export function prepareAdvanceRefund(
  { last, chain, request }: Closing,
  rules: Rules,
): Result<Prepared, ValidationError> {
  const drafts = chain.advances.map(({ draft }) => draft);
  const lines = drafts.flatMap((draft) => draft.lines);
  if (lines.length > MAX_LINES) return failed(refusals.advanceTooLong(MAX_LINES));
  if (chain.total > MAX_TOTAL) return failed(refusals.totalTooLarge(MAX_TOTAL));
  const { signature } = last;
  return ok({
    // Where the rate of a label has changed along the chain, the newest one applies.
    taxLabels: chain.advances.toReversed().flatMap(labelsOf),
    draft: {
      ...repeatedDraft(last),
      ...referenceTo(last),
      transactionType: 'Refund',
      cashier: readRow(request.cashier) ?? DEFAULT_CASHIER,
      lines,
      total: chain.total,
      payments: paymentsOf(chain, rules),
      buyerId: buyerOf({ last, request }) ?? `10:${plainTin(signature.company.tin)}`,
      // It may be on a Normal Sale only.
      buyerCostCenterId: null,
      issueTime: null,
      adText: null,
    },
  });
}

/** The final receipt. Without a `refund` it is a preview for validation only: the text about the advance is missing. */
export function prepareFinal(
  { last, chain, request }: Closing,
  refund: IssuedInvoice | undefined,
  rules: Rules,
): Result<Prepared, ValidationError> {
  const isPaid = isGiven(request.payments);
  const payments = isPaid ? request.payments : paymentsOf(chain, rules);
  const draft = buildDraft({ ...request, payments, buyerId: buyerOf({ last, request }) }, rules);
  if (!draft.ok) return isPaid ? draft : failed(aboutDefault(draft.error, chain, request));
  const { taxLabels } = rules;
  // The API contract prints the time here too when the delivery came before the receipt. The Technical Instruction (16
  // P5) does not require it.
  const final = { ...draft.value, issueTime: request.dateAndTimeOfIssue };
  if (refund === undefined) return ok({ draft: final, taxLabels });
  const adText = [...mandatoryLines(last, refund), ...(final.adText === null ? [] : [final.adText])].join('\n');
  return ok({ draft: { ...final, ...referenceTo(refund), adText }, taxLabels });
}

/**
 * The payments of the advance do not match the delivered total. The caller did not send them, so the refusal says where
 * they come from.
 */
function aboutDefault(error: ValidationError, { total }: AdvanceChain, { items }: InvoiceRequest): ValidationError {
  if (error.rule !== 'invoice.payments-mismatch') return error;
  const delivered = items.reduce((sum, item) => sum + lineTotal(item.unitPrice, item.quantity), 0n);
  return refusals.closingNeedsPayments(total, Number(delivered));
}

/** Lines that the final receipt must print about the advances (Technical Instruction for ESIR, 9.1). */
function mandatoryLines({ signature }: IssuedInvoice, refund: IssuedInvoice): string[] {
  return [
    `Последњи авансни рачун: ${signature.invoiceNumber}`,
    `Датум последњег авансног рачуна: ${receiptTime(signature.time)}`,
    `Износ аванса: ${formatMoney(refund.draft.total)}`,
    `Рефундација аванса: ${refund.signature.invoiceNumber}`,
  ];
}

function paymentsOf({ advances }: AdvanceChain, { simplifiedCash }: Rules): Draft['payments'] {
  const [only, ...others] = advances.map(({ draft }) => draft.payments);
  const payments = others.length === 0 ? (only ?? []) : sumByKind([only ?? [], ...others].flat());
  return asAllowed(payments, simplifiedCash);
}

function buyerOf({ last, request }: Pick<Closing, 'last' | 'request'>): string | null {
  return request.buyerId ?? last.draft.buyerId;
}
