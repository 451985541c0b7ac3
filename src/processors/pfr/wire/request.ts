import { decimalText, instantOf, isoWithOffset, type LocalTime, type Para } from '../../../base/index.js';
import {
  type Draft,
  INVOICE_TYPES,
  type InvoiceLine,
  labelsOfLine,
  type Payment,
  PAYMENT_TYPES,
  TRANSACTION_TYPES,
} from '../../../contract/index.js';
import { itemName, paymentsOnReceipt } from '../../../paper/journal/index.js';

/** Requests the QR code and the journal. */
const OPTIONS = '{"omitQRCodeGen":"0","omitTextualRepresentation":"0"}';

/**
 * The body of `POST /api/v3/invoices` (Technical Instruction for ESIR, Create Invoice). Names are spelled exactly,
 * since some processors ignore others. Kinds are official numbers, and amounts are exact decimals. Absent values are
 * omitted, because an empty text is error 2803. `esirNumber` is the ESIR number and version, `123/1.0`, at most 60
 * characters.
 */
export function invoiceRequestJson(draft: Draft, esirNumber: string): string {
  return objectText({
    dateAndTimeOfIssue: timeText(draft.issueTime),
    cashier: stringText(draft.cashier),
    buyerId: stringText(draft.buyerId),
    // Only together with a buyer id.
    buyerCostCenterId: stringText(draft.buyerId === null ? null : draft.buyerCostCenterId),
    invoiceType: String(INVOICE_TYPES.indexOf(draft.invoiceType)),
    transactionType: String(TRANSACTION_TYPES.indexOf(draft.transactionType)),
    payment: listText(paymentsOnReceipt(draft).map(paymentText)),
    invoiceNumber: stringText(esirNumber),
    referentDocumentNumber: stringText(draft.referentNumber),
    referentDocumentDT: timeText(draft.referentNumber === null ? null : draft.referentTime),
    options: OPTIONS,
    items: listText(draft.lines.map(lineText)),
  });
}

function lineText(line: InvoiceLine): string {
  return objectText({
    gtin: stringText(line.gtin),
    name: stringText(itemName(line)),
    quantity: decimalText(line.quantity, 3),
    unitPrice: moneyText(line.unitPrice),
    labels: listText(labelsOfLine(line).map((label) => JSON.stringify(label))),
    totalAmount: moneyText(line.total),
  });
}

function paymentText({ amount, paymentType }: Payment): string {
  return objectText({ amount: moneyText(amount), paymentType: String(PAYMENT_TYPES.indexOf(paymentType)) });
}

function moneyText(amount: Para): string {
  return decimalText(amount, 2);
}

/** An instant with its offset: a processor elsewhere would read a local time in its own zone. */
function timeText(local: LocalTime | null): string | undefined {
  return local === null ? undefined : JSON.stringify(isoWithOffset(instantOf(local)));
}

function stringText(text: string | null): string | undefined {
  return text === null || text === '' ? undefined : JSON.stringify(text);
}

/** A JSON object of members that are JSON text already: `JSON.stringify` cannot write exact decimals. */
function objectText(members: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(members).filter(([, text]) => text !== undefined);
  return `{${given.map(([name, text]) => `"${name}":${text ?? ''}`).join(',')}}`;
}

function listText(texts: readonly string[]): string {
  return `[${texts.join(',')}]`;
}
