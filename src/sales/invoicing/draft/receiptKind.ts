import { isFiscalType, type Draft } from '../../../contract/index.js';
import { bannerText } from '../../../paper/journal/index.js';

/** Invoice type and transaction type, which make ten kinds of receipt. */
type Kind = Pick<Draft, 'invoiceType' | 'transactionType'>;

export function isAdvanceSale({ invoiceType, transactionType }: Kind): boolean {
  return invoiceType === 'Advance' && transactionType === 'Sale';
}

/** True for a sale that is paid: not a copy or a pro-forma. A training sale is treated as paid. */
export function takesMoney({ invoiceType, transactionType }: Kind): boolean {
  return transactionType === 'Sale' && invoiceType !== 'Copy' && invoiceType !== 'ProForma';
}

/** True for a sale that counts in the turnover and so can be refunded. */
export function isFiscalSale({ invoiceType, transactionType }: Kind): boolean {
  return isFiscalType(invoiceType) && transactionType === 'Sale';
}

/** The kind as receipts print it, such as `КОПИЈА ПРОДАЈА`. */
export function kindText({ invoiceType, transactionType }: Kind): string {
  return bannerText(invoiceType, transactionType);
}
