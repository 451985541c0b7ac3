import { bankAccountDigits, formatMoney } from '../../base/index.js';
import { ipsCode } from '../../journal/index.js';
import type { IssuedInvoice } from '../../ledger/index.js';
import type { Box } from './sheet.js';
import { tidy } from './tidy.js';

/** Of a transfer, from the bank's list: goods for final consumption, and for further trade. */
const PAYMENT_CODES = { consumer: '221', trade: '220' } as const;

/**
 * How a pro-forma can be paid, with the code that a bank's app reads; null for any other receipt, and where the seller has set no account. A
 * code that cannot be made is left out: the account stands beside it.
 */
export function paymentBox({ draft, signature }: IssuedInvoice, bankAccount: string | undefined): Box | null {
  const { invoiceType, transactionType, total, buyerId } = draft;
  const account = bankAccount === undefined ? undefined : bankAccountDigits(bankAccount);
  if (invoiceType !== 'ProForma' || transactionType !== 'Sale' || account?.ok !== true || bankAccount === undefined)
    return null;
  const { name, address, district } = signature.company;
  const code = ipsCode({
    account: account.value,
    payee: { name, address, place: district },
    amount: total,
    paymentCode: buyerId?.startsWith('10:') === true ? PAYMENT_CODES.trade : PAYMENT_CODES.consumer,
    purpose: `Predracun ${signature.totalCounter}`,
  });
  return {
    kind: 'box',
    title: 'Како да платите',
    rows: [
      { caption: 'Рачун примаоца', value: tidy(bankAccount) },
      { caption: 'Износ', value: `${formatMoney(total)} RSD` },
      { caption: 'Сврха', value: `Предрачун ${signature.totalCounter}` },
    ],
    text: code.ok ? 'NBS IPS QR: скенирајте код апликацијом своје банке.' : '',
    code: code.ok ? code.value.code : null,
  };
}
