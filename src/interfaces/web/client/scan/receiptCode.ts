import type { Scan } from './keys.js';

/** Identification of a receipt: the link in its QR code, or its PFR number. */
interface ReceiptCode {
  readonly kind: 'link' | 'number';
  readonly text: string;
}

const PFR_NUMBER = /^[A-Z\d]{8}-[A-Z\d]{8}-\d{1,10}$/i;

/** The receipt that a code identifies, by any of its readings; undefined when there is none. */
export function receiptCodeOf(scan: Scan): ReceiptCode | undefined {
  for (const reading of scan) {
    const text = reading.trim();
    if (/[?&]vl=/i.test(text)) return { kind: 'link', text };
    if (PFR_NUMBER.test(text)) return { kind: 'number', text };
  }
  return undefined;
}

/**
 * The number at the end of a PFR number. Alone it must not identify a receipt, because other receipts can be guessed
 * from it.
 */
const END = /^\d{1,10}$/;

/** True for the end of a PFR number. */
export function isEndOfNumber(text: string): boolean {
  return END.test(text.trim());
}

/**
 * The receipt of this till whose PFR number ends like this; undefined when there is none. Other receipts need their
 * full number.
 */
export function ownByEnd<R extends { readonly number: string | null }>(
  receipts: readonly R[],
  text: string,
): R | undefined {
  const end = `-${Number(text.trim())}`;
  return isEndOfNumber(text) ? receipts.find(({ number }) => number?.endsWith(end) === true) : undefined;
}
