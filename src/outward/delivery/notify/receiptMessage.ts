import { formatMoney, localTime, oneLine, receiptTime, toRsd } from '../../../base/index.js';
import { type Draft, type PaidInAdvance, type Payment, paymentName } from '../../../contract/index.js';
import type { IssuedInvoice } from '../../../platform/ledger/index.js';
import type { OwnerMessage } from './notifier.js';
import { nameOf, notesOn } from '../mail/facts.js';

/** The message about a receipt: its type, total, payments, number and verification link. */
export function receiptMessage(invoice: IssuedInvoice): OwnerMessage {
  const { uuid, createdAt } = invoice;
  return { id: `invoice-${uuid}`, type: 'invoice.issued', at: createdAt, text: textOf(invoice), data: dataOf(invoice) };
}

function textOf(invoice: IssuedInvoice): string {
  const { draft, signature } = invoice;
  const { company } = signature;
  const name = nameOf(invoice);
  const rows = [
    `${company.name}, ${company.address}`,
    `${name}: ${formatMoney(draft.total)} РСД`,
    ...paidRows(draft),
    `ПФР број: ${signature.invoiceNumber}`,
    `Бројач: ${signature.invoiceCounter}`,
    `ПФР време: ${receiptTime(signature.time)}`,
    ...notesOn(invoice),
    `Провера: ${signature.verificationUrl}`,
  ];
  return rows.map(oneLine).join('\n');
}

/** A final receipt that names only the rest was paid in advance, too: the rows add up to its total. */
function paidRows({ payments, paidInAdvance }: Draft): string[] {
  const advance = paidInAdvance?.payments === undefined ? undefined : paidInAdvance.amount;
  return [
    ...(advance === undefined ? [] : [`Плаћено авансом: ${formatMoney(advance)}`]),
    ...payments
      // Where nothing is left to pay, its receipt has a payment of 0.
      .filter(({ amount }) => advance === undefined || amount > 0)
      .map(({ paymentType, amount }) => `${paymentName(paymentType)}: ${formatMoney(amount)}`),
  ];
}

/** The members have the same names as in the API's answers. */
function dataOf({ uuid, environment, mode, draft, signature, clientRequestId, createdAt }: IssuedInvoice) {
  const { name, tin, location } = signature.company;
  return {
    uuid,
    environment,
    mode,
    invoiceType: draft.invoiceType,
    transactionType: draft.transactionType,
    cashier: draft.cashier,
    total: toRsd(draft.total),
    payments: draft.payments.map(inRsd),
    ...(draft.paidInAdvance && { paidInAdvance: advanceOf(draft.paidInAdvance) }),
    invoiceNumber: signature.invoiceNumber,
    invoiceCounter: signature.invoiceCounter,
    sdcDateTime: localTime(signature.time),
    verificationUrl: signature.verificationUrl,
    clientRequestId,
    createdAt: localTime(createdAt),
    company: { name, tin, location },
  };
}

function advanceOf({ amount, tax, payments }: PaidInAdvance): object {
  return { amount: toRsd(amount), tax: toRsd(tax), ...(payments && { payments: payments.map(inRsd) }) };
}

function inRsd({ paymentType, amount }: Payment): object {
  return { paymentType, amount: toRsd(amount) };
}
