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
