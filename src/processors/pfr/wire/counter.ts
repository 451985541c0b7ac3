import type { InvoiceType, TransactionType } from '../../../base/index.js';
import { counterLetters } from '../../../paper/journal/index.js';

const ENGLISH_TYPES: Readonly<Record<InvoiceType, string>> = {
  Normal: 'N',
  ProForma: 'P',
  Copy: 'C',
  Training: 'T',
  Advance: 'A',
};

/**
 * The letters that may follow the counter: Serbian, or English (NS to AR) from a processor that does not support
 * `sr-Cyrl-RS`.
 */
export function possibleCounterLetters(type: InvoiceType, transaction: TransactionType): readonly [string, string] {
  return [counterLetters(type, transaction), ENGLISH_TYPES[type] + (transaction === 'Sale' ? 'S' : 'R')];
}

/**
 * True when a counter such as `8652/11389ПП` has Serbian letters. With English letters the receipt is signed, but not
 * in Serbian.
 */
export function isSerbianCounter(invoiceCounter: string): boolean {
  return new RegExp('^\\d+/\\d+[ПРКОА][ПР]$').test(invoiceCounter);
}
