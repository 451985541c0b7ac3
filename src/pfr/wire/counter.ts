import type { InvoiceType, TransactionType } from '../../base/fiscal.js';
import { counterLetters } from '../../receipt/lettering.js';

const ENGLISH_TYPES: Readonly<Record<InvoiceType, string>> = {
  Normal: 'N',
  ProForma: 'P',
  Copy: 'C',
  Training: 'T',
  Advance: 'A',
};

/** The letters that may stand behind the counter: Serbian, or English (NS to AR) from a processor without `sr-Cyrl-RS`. */
export function possibleCounterLetters(type: InvoiceType, transaction: TransactionType): readonly [string, string] {
  return [counterLetters(type, transaction), ENGLISH_TYPES[type] + (transaction === 'Sale' ? 'S' : 'R')];
}

/** Whether a counter, `8652/11389ПП`, carries Serbian letters. With English ones the receipt is signed, but not in Serbian. */
export function isSerbianCounter(invoiceCounter: string): boolean {
  return new RegExp('^\\d+/\\d+[ПРКОА][ПР]$').test(invoiceCounter);
}
