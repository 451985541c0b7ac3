import type { Company, Draft, InvoiceType, InvoiceLine, TransactionType } from '../../../src/contract/fiscal.js';
import { lineTotal, paraFrom, thousandthsFrom } from '../../../src/base/money.js';

/** Material for receipts: real in form, made up in content. */

export const COMPANY: Company = {
  name: 'Пекара Ђурђевак д.о.о.',
  tin: '100000049',
  location: '1234567-Пекара код поште',
  address: 'НЕМАЊИНА 4',
  district: 'Београд-Савски венац',
};

export const LABELS = [
  { label: 'Ђ', name: 'О-ПДВ', rate: 20 },
  { label: 'Е', name: 'П-ПДВ', rate: 10 },
  { label: 'Г', name: 'Без ПДВ', rate: 0 },
  { label: 'А', name: 'Није у ПДВ', rate: 0 },
] as const;

/** A priced line; price in RSD and quantity as a caller sends them. */
export function line(name: string, label: string, price: number, quantity = 1, unit = 'ком'): InvoiceLine {
  const [unitPrice, thousandths] = [paraFrom(price), thousandthsFrom(quantity)];
  const total = Number(lineTotal(unitPrice, thousandths));
  return { name, unit, quantity: thousandths, unitPrice, total, label, gtin: null, itemId: null };
}

/** A draft of these lines, paid in cash unless `more` says otherwise. */
export function draft(
  invoiceType: InvoiceType,
  transactionType: TransactionType,
  lines: readonly InvoiceLine[],
  more: Partial<Draft> = {},
): Draft {
  const total = lines.reduce((sum, { total }) => sum + total, 0);
  return {
    invoiceType,
    transactionType,
    cashier: 'Милица',
    lines,
    payments: [{ paymentType: 'Cash', amount: total }],
    total,
    buyerId: null,
    buyerCostCenterId: null,
    referentNumber: null,
    referentTime: null,
    issueTime: null,
    adText: null,
    ...more,
  };
}
