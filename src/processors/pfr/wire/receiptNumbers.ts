import { type InvoiceType, counterSeries, type TransactionType } from '../../../contract/index.js';
import { counterLetters, type VerificationLink } from '../../../paper/journal/index.js';

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
function possibleCounterLetters(type: InvoiceType, transaction: TransactionType): readonly [string, string] {
  return [counterLetters(type, transaction), ENGLISH_TYPES[type] + (transaction === 'Sale' ? 'S' : 'R')];
}

/**
 * True when a counter such as `8652/11389ПП` has Serbian letters. With English letters the receipt is signed, but not
 * in Serbian.
 */
export function isSerbianCounter(invoiceCounter: string): boolean {
  return new RegExp('^\\d+/\\d+[ПРКОА][ПР]$').test(invoiceCounter);
}

/** The PFR number in the signed data of a link: `<requestedBy>-<signedBy>-<totalCounter>`. */
export function pfrNumberIn(link: VerificationLink): string {
  return `${counterSeries(link)}-${link.totalCounter}`;
}

interface CounterText {
  /** In the printed form: `8652/11389ПП`. */
  readonly text: string;
  readonly letters: string;
  /** True when the sent numbers differ from those of the link. */
  readonly isContradicted: boolean;
}

const COUNTER = /^\s{0,9}(\d{1,10})\s{0,9}\/\s{0,9}(\d{1,10})\s{0,9}(.{0,20})$/su;

/**
 * The counter in its printed form. Its numbers and its type come from the link; only the language of the letters comes
 * from the sent text.
 */
export function readCounterText(sent: string | null, link: VerificationLink): CounterText {
  const { typeCounter, totalCounter, invoiceType, transactionType } = link;
  const [, ofType, ofAll, rest = ''] = COUNTER.exec(sent ?? '') ?? [];
  const known = possibleCounterLetters(invoiceType, transactionType).find((letters) => letters === rest.trim());
  const letters = known ?? counterLetters(invoiceType, transactionType);
  const isContradicted = ofAll !== undefined && (Number(ofType) !== typeCounter || Number(ofAll) !== totalCounter);
  return { text: `${typeCounter}/${totalCounter}${letters}`, letters, isContradicted };
}

/** True when this is Base64 of the block; false when it is null. */
export function isSameBlock(base64: string | null, block: Buffer): boolean {
  return base64 !== null && Buffer.from(base64, 'base64').equals(block);
}
