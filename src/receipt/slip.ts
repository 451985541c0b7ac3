import type { IssuedInvoice } from '../ledger/invoice.js';
import type { Slip, SlipPart } from '../printing/slip.js';
import { isFiscalType, NOT_FISCAL } from './lettering.js';
import { linesOf, printedParts } from './printed.js';
import { qrCodeOf } from './qr.js';
import { REPEAT } from './slipwords.js';

export interface SlipOptions {
  /** A paper of this receipt may be in somebody's hand: this one says at its head and its foot that it is a repeat. */
  readonly repeat: boolean;
}

/** Blank paper between the end of the frame and what stands below it, mm. */
const GAP: SlipPart = { kind: 'space', mm: 2 };

/**
 * A receipt for a thermal printer: the processor's text as issued, the QR code in its place above the closing line, the
 * sentence of papers that are no fiscal receipts at twice the size (Technical Instruction, §16 P10), and the advertising
 * text below the end (§16 P14). A link that no code can hold leaves its place empty.
 */
export function slipOf(invoice: IssuedInvoice, { repeat }: SlipOptions): Slip {
  const { draft, signature } = invoice;
  const { aboveCode, belowCode, advert } = printedParts(signature.journal, draft);
  const code = qrCodeOf(signature.verificationUrl);
  const paidInCash = draft.payments.some(({ paymentType, amount }) => paymentType === 'Cash' && amount > 0);
  const parts: readonly SlipPart[] = [
    ...(repeat ? [...REPEAT, GAP] : []),
    ...textParts(linesOf(aboveCode)),
    ...(code === null ? [] : [{ kind: 'code', rows: code.rows } as const]),
    { kind: 'text', lines: linesOf(belowCode) },
    ...(advert.length === 0 ? [] : [GAP, { kind: 'small', lines: advert } as const]),
    ...(repeat ? [GAP, ...REPEAT] : []),
  ];
  return { parts, opensDrawer: paidInCash && isFiscalType(draft.invoiceType) && !repeat };
}

/** The lines, with the sentence by itself. */
function textParts(lines: readonly string[]): SlipPart[] {
  const at = lines.findIndex((line) => line.trim() === NOT_FISCAL);
  if (at === -1) return [{ kind: 'text', lines }];
  return [
    { kind: 'text', lines: lines.slice(0, at) },
    { kind: 'large', text: NOT_FISCAL },
    ...textParts(lines.slice(at + 1)),
  ];
}
