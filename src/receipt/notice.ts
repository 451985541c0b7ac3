import { formatMoney, toRsd } from '../base/money.js';
import { oneLine } from '../base/text.js';
import { localTime, receiptTime } from '../base/time.js';
import type { OwnerMessage } from '../delivery/notify/message.js';
import type { IssuedInvoice } from '../ledger/invoice.js';
import { notesOn } from './letter.js';
import { documentName, paymentName } from './lettering.js';

/** What the owner is told of a receipt: what it is, how much, how it was paid, its number and the link that verifies it. */
export function receiptMessage(invoice: IssuedInvoice): OwnerMessage {
  const { uuid, createdAt } = invoice;
  return { id: `invoice-${uuid}`, type: 'invoice.issued', at: createdAt, text: textOf(invoice), data: dataOf(invoice) };
}

function textOf(invoice: IssuedInvoice): string {
  const { mode, draft, signature } = invoice;
  const { company } = signature;
  const name = mode === 'demo' ? 'Демо рачун' : documentName(draft.invoiceType, draft.transactionType);
  const lines = [
    `${company.name}, ${company.address}`,
    `${name}: ${formatMoney(draft.total)} РСД`,
    ...draft.payments.map(({ paymentType, amount }) => `${paymentName(paymentType)}: ${formatMoney(amount)}`),
    `ПФР број: ${signature.invoiceNumber}`,
    `Бројач: ${signature.invoiceCounter}`,
    `ПФР време: ${receiptTime(signature.time)}`,
    ...notesOn(invoice),
    `Провера: ${signature.verificationUrl}`,
  ];
  return lines.map(oneLine).join('\n');
}

/** The members have the names that they have in the API's answers. */
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
    payments: draft.payments.map(({ paymentType, amount }) => ({ paymentType, amount: toRsd(amount) })),
    invoiceNumber: signature.invoiceNumber,
    invoiceCounter: signature.invoiceCounter,
    sdcDateTime: localTime(signature.time),
    verificationUrl: signature.verificationUrl,
    clientRequestId,
    createdAt: localTime(createdAt),
    company: { name, tin, location },
  };
}
