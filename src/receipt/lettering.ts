import type { InvoiceType, PaymentType, TransactionType } from '../base/fiscal.js';
import { centre, COLUMNS } from '../base/text.js';

/** The fixed words of a receipt, as TaxCore's own generator prints them for sr-Cyrl-RS. */

const FISCAL_TITLE = centre(' ФИСКАЛНИ РАЧУН ', COLUMNS, '=');
const FISCAL_CLOSING = centre(' КРАЈ ФИСКАЛНОГ РАЧУНА ', COLUMNS, '=');
/** The sentence that papers which are no fiscal receipts carry. */
export const NOT_FISCAL = 'ОВО НИЈЕ ФИСКАЛНИ РАЧУН';
/** The odd sign stands on the left here, unlike on every other centred line. */
const NOT_FISCAL_FRAME = `======== ${NOT_FISCAL} =======`;

/** The line in the body of papers that are no fiscal receipts; to be printed at least twice as large as the rest. */
export const NOT_FISCAL_LINE = centre(NOT_FISCAL);

/** Stands directly under the title and directly above the closing line of every receipt of the demo processor. */
export const DEMO_NOTICE = 'ДЕМО РАЧУН - БЕЗ ФИСКАЛНЕ ВАЖНОСТИ';

const TYPE_LETTERS: Readonly<Record<InvoiceType, string>> = {
  Normal: 'П',
  ProForma: 'Р',
  Copy: 'К',
  Training: 'О',
  Advance: 'А',
};

const TYPE_WORDS: Readonly<Record<InvoiceType, string>> = {
  Normal: 'ПРОМЕТ',
  ProForma: 'ПРЕДРАЧУН',
  Copy: 'КОПИЈА',
  Training: 'ОБУКА',
  Advance: 'АВАНС',
};

const TRANSACTION_WORDS: Readonly<Record<TransactionType, string>> = { Sale: 'ПРОДАЈА', Refund: 'РЕФУНДАЦИЈА' };

const PAYMENT_NAMES: Readonly<Record<PaymentType, string>> = {
  Other: 'Друго безготовинско плаћање',
  Cash: 'Готовина',
  Card: 'Платна картица',
  Check: 'Чек',
  WireTransfer: 'Пренос на рачун',
  Voucher: 'Ваучер',
  MobileMoney: 'Инстант плаћање',
};

const DOCUMENT_NAMES: Readonly<Record<InvoiceType, Readonly<Record<TransactionType, string>>>> = {
  Normal: { Sale: 'Рачун', Refund: 'Рефундација' },
  ProForma: { Sale: 'Предрачун', Refund: 'Рефундација предрачуна' },
  Copy: { Sale: 'Копија', Refund: 'Копија рефундације' },
  Training: { Sale: 'Рачун за обуку', Refund: 'Рефундација за обуку' },
  Advance: { Sale: 'Авансни рачун', Refund: 'Рефундација аванса' },
};

/** What a receipt is called outside of its text; its own number stands behind it, not that of an original. */
export function documentName(type: InvoiceType, transaction: TransactionType): string {
  return DOCUMENT_NAMES[type][transaction];
}

/** Only Normal and Advance are fiscal receipts. */
export function isFiscalType(type: InvoiceType): boolean {
  return type === 'Normal' || type === 'Advance';
}

/** First line of the paper. */
export function titleLine(type: InvoiceType): string {
  return isFiscalType(type) ? FISCAL_TITLE : NOT_FISCAL_FRAME;
}

/** Last line of the frame; on papers that are no fiscal receipts it repeats the title. */
export function closingLine(type: InvoiceType): string {
  return isFiscalType(type) ? FISCAL_CLOSING : NOT_FISCAL_FRAME;
}

/** `ПРОМЕТ ПРОДАЈА`: kind of invoice and of transaction. */
export function bannerWords(type: InvoiceType, transaction: TransactionType): string {
  return `${TYPE_WORDS[type]} ${TRANSACTION_WORDS[transaction]}`;
}

/** `-------------ПРОМЕТ ПРОДАЈА-------------` */
export function bannerLine(type: InvoiceType, transaction: TransactionType): string {
  return centre(bannerWords(type, transaction), COLUMNS, '-');
}

/** The two letters behind the counter: ПП, ПР, АП, АР, КП, КР, ОП, ОР, РП, РР. */
export function counterLetters(type: InvoiceType, transaction: TransactionType): string {
  return TYPE_LETTERS[type] + (transaction === 'Sale' ? 'П' : 'Р');
}

/** Caption of the total; the amount behind it is positive on refunds too. */
export function totalCaption(transaction: TransactionType): string {
  return transaction === 'Sale' ? 'Укупан износ:' : 'Укупна рефундација:';
}

/** Name of a way of paying, without colon. */
export function paymentName(type: PaymentType): string {
  return PAYMENT_NAMES[type];
}
