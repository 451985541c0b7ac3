import type { Scan } from './keys.js';

/** What a receipt is found by: the link in its QR code, or its PFR number. */
export interface ReceiptCode {
  readonly kind: 'link' | 'number';
  readonly text: string;
}

const PFR_NUMBER = /^[A-Z\d]{8}-[A-Z\d]{8}-\d{1,10}$/i;

/** The receipt that a code names, by whichever reading of it; undefined when it names none. */
export function receiptCodeOf(scan: Scan): ReceiptCode | undefined {
  for (const reading of scan) {
    const text = reading.trim();
    if (/[?&]vl=/i.test(text)) return { kind: 'link', text };
    if (PFR_NUMBER.test(text)) return { kind: 'number', text };
  }
  return undefined;
}

/** The number at the end of a PFR number, which alone names no receipt: any other one can be guessed from it. */
const END = /^\d{1,10}$/;

/** True for the end of a PFR number. */
export function isEndOfNumber(text: string): boolean {
  return END.test(text.trim());
}

/** The receipt of this till whose PFR number ends so; undefined where none does. Those of others need their whole number. */
export function ownByEnd<R extends { readonly number: string | null }>(
  receipts: readonly R[],
  text: string,
): R | undefined {
  const end = `-${Number(text.trim())}`;
  return isEndOfNumber(text) ? receipts.find(({ number }) => number?.endsWith(end) === true) : undefined;
}
