import { formatMoney, localTime, oneLine, receiptTime, toRsd } from '../../../base/index.js';
import { paymentName } from '../../../contract/index.js';
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
    ...draft.payments.map(({ paymentType, amount }) => `${paymentName(paymentType)}: ${formatMoney(amount)}`),
    `ПФР број: ${signature.invoiceNumber}`,
    `Бројач: ${signature.invoiceCounter}`,
    `ПФР време: ${receiptTime(signature.time)}`,
    ...notesOn(invoice),
    `Провера: ${signature.verificationUrl}`,
  ];
  return rows.map(oneLine).join('\n');
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
