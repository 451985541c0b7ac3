import { bankAccountDigits, formatMoney, type Para, paraFrom } from '../../../base/index.js';
import { type Draft, PFR_TRAITS } from '../../../contract/index.js';
import type { IssuedInvoice } from '../../../platform/ledger/index.js';
import { ipsCode, model97 } from '../../journal/index.js';
import { type Box, type Fact, PRICES_NOTE } from './sheet.js';
import { tidy } from './glyphs.js';

/**
 * Data about the advances, from the advertising text of the final receipt of a chain of advances (Technical Instruction
 * for ESIR, 9.1).
 */
interface Advances {
  /** Number of the last advance. */
  readonly last: string;
  readonly paid: Para;
}

/** Null for any other receipt. */
export function finalAfterAdvances({ invoiceType, transactionType, adText, referentNumber }: Draft): Advances | null {
  if (invoiceType !== 'Normal' || transactionType !== 'Sale' || referentNumber === null) return null;
  const [lastRow = '', , paidRow = '', refund = ''] = (adText ?? '').split('\n');
  const last = after('Последњи авансни рачун: ', lastRow);
  const paid = amountIn(after('Износ аванса: ', paidRow));
  const isFinal = refund === `Рефундација аванса: ${referentNumber}`;
  return last === undefined || paid === undefined || !isFinal ? null : { last, paid };
}

/**
 * The amount paid in advance, with the tax that the refund of the advances has returned, if that refund is known to
 * this box.
 */
export function advanceBox(draft: Draft, refund: IssuedInvoice | undefined): Box | null {
  const advances = finalAfterAdvances(draft);
  if (advances === null) return null;
  const { last, paid } = advances;
  return {
    kind: 'box',
    title: 'Обрачун аванса',
    rows: [
      { caption: 'Последњи аванс', value: tidy(last) },
      { caption: 'Плаћено авансом', value: formatMoney(paid) },
      ...taxRows(paid, refund),
      remainder(draft.total - paid),
    ],
    text: PRICES_NOTE,
    code: null,
  };
}

/** A refund of another amount also covers other advances, so its tax is not the tax of these. */
function taxRows(paid: Para, refund: IssuedInvoice | undefined): Fact[] {
  if (refund?.draft.total !== paid) return [];
  const tax = refund.signature.taxItems.reduce((sum, { amount }) => sum + amount, 0);
  return [{ caption: 'ПДВ на аванс', value: formatMoney(tax) }];
}

function remainder(amount: Para): Fact {
  return amount < 0
    ? { caption: 'Више плаћено', value: formatMoney(-amount) }
    : { caption: 'Преостало', value: formatMoney(amount) };
}

/** The text after a caption; undefined in a row that does not begin with it. */
function after(caption: string, row: string): string | undefined {
  return row.startsWith(caption) ? row.slice(caption.length) : undefined;
}

/** Parses the printed form `1.234,50`; undefined for anything else. */
function amountIn(text: string | undefined): Para | undefined {
  if (text === undefined || !/^[\d.]+,\d\d$/.test(text)) return undefined;
  return paraFrom(Number(text.replaceAll('.', '').replace(',', '.')));
}

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
