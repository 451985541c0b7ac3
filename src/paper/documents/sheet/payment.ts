import { bankAccountDigits, formatMoney, PFR_TRAITS } from '../../../base/index.js';
import { ipsCode, model97 } from '../../journal/index.js';
import type { IssuedInvoice } from '../../../platform/ledger/index.js';
import { type Box, type Fact, PRICES_NOTE } from './sheet.js';
import { tidy } from './tidy.js';

/** Purposes of a transfer, from the bank's list: goods for final consumption, and for further trade. */
const PAYMENT_CODES = { consumer: '221', trade: '220' } as const;

const SCAN = 'NBS IPS QR: скенирајте код апликацијом своје банке.';
const NOT_REAL = 'Пробни предрачун: по њему се не плаћа, па нема кода за плаћање.';

/**
 * How a pro-forma can be paid, with the code that a bank's app reads. Null for any other receipt, and where the seller
 * has no account configured. A pro-forma that is not a real receipt gets no code, so that it is not paid by mistake. A
 * code that cannot be made is omitted, since the account is printed as well.
 */
export function paymentBox(invoice: IssuedInvoice, bankAccount: string | undefined): Box | null {
  const { draft, signature, environment, mode } = invoice;
  const { invoiceType, transactionType, total, buyerId } = draft;
  const account = bankAccount === undefined ? undefined : bankAccountDigits(bankAccount);
  if (invoiceType !== 'ProForma' || transactionType !== 'Sale' || account?.ok !== true || bankAccount === undefined)
    return null;
  const isReal = environment === 'production' && PFR_TRAITS[mode].issuesRealReceipts;
  const { name, address, district } = signature.company;
  const reference = model97(signature.invoiceNumber);
  const code = ipsCode({
    account: account.value,
    payee: { name, address, place: district },
    amount: total,
    paymentCode: buyerId?.startsWith('10:') === true ? PAYMENT_CODES.trade : PAYMENT_CODES.consumer,
    purpose: `Predracun ${signature.totalCounter}`,
    ...(reference !== undefined && { reference }),
  });
  return {
    kind: 'box',
    title: 'Како да платите',
    rows: [
      { caption: 'Рачун примаоца', value: tidy(bankAccount) },
      { caption: 'Износ', value: `${formatMoney(total)} RSD` },
      { caption: 'Сврха', value: `Предрачун ${signature.totalCounter}` },
      ...referenceRows(reference),
    ],
    text: `${isReal ? (code.ok ? SCAN : '') : NOT_REAL} ${PRICES_NOTE}`.trim(),
    code: isReal && code.ok ? code.value.code : null,
  };
}

/** A reference in the form of bank forms: its model separate from the rest. */
function referenceRows(reference: string | undefined): Fact[] {
  if (reference === undefined) return [];
  return [
    { caption: 'Модел', value: reference.slice(0, 2) },
    { caption: 'Позив на број', value: reference.slice(2) },
  ];
}
