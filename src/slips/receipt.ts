import { isFiscalType, NOT_FISCAL, printedParts, qrCodeOf, rowsOf } from '../journal/index.js';
import type { IssuedInvoice } from '../ledger/index.js';
import type { Slip, SlipPart } from './slip.js';
import { REPEAT } from './words.js';

export interface SlipOptions {
  /** This receipt may have been printed before: the paper says at the top and at the bottom that it is a repeat. */
  readonly repeat: boolean;
}

/** Blank paper between blocks of text. */
const GAP: SlipPart = { kind: 'space', mm: 2 };

/**
 * A receipt for a thermal printer: the processor's text as issued, the QR code in its place above the closing line, the
 * sentence of papers that are no fiscal receipts at twice the size (Technical Instruction, §16 P10), and the advertising
 * text below the end (§16 P14). A verification link that is too long for a QR code leaves its place empty.
 */
export function receiptSlip(invoice: IssuedInvoice, { repeat }: SlipOptions): Slip {
  const { draft, signature } = invoice;
  const { aboveCode, belowCode, adRows } = printedParts(signature.journal, draft);
  const code = qrCodeOf(signature.verificationUrl);
  const paidInCash = draft.payments.some(({ paymentType, amount }) => paymentType === 'Cash' && amount > 0);
  const parts: readonly SlipPart[] = [
    ...(repeat ? [...REPEAT, GAP] : []),
    ...textParts(rowsOf(aboveCode)),
    ...(code === null ? [] : [{ kind: 'code', rows: code.rows } as const]),
    { kind: 'text', rows: rowsOf(belowCode) },
    ...(adRows.length === 0 ? [] : [GAP, { kind: 'small', rows: adRows } as const]),
    ...(repeat ? [GAP, ...REPEAT] : []),
  ];
  return { parts, opensDrawer: paidInCash && isFiscalType(draft.invoiceType) && !repeat };
}

/** The rows, with the sentence that it is no fiscal receipt by itself. */
function textParts(rows: readonly string[]): SlipPart[] {
  const at = rows.findIndex((row) => row.trim() === NOT_FISCAL);
  if (at === -1) return [{ kind: 'text', rows }];
  return [
    { kind: 'text', rows: rows.slice(0, at) },
    { kind: 'large', text: NOT_FISCAL },
    ...textParts(rows.slice(at + 1)),
  ];
}
