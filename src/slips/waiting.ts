import { captionRow, COLUMNS, type Draft, receiptTime, type UtcMs } from '../base/index.js';
import { amountRows, bannerRow, itemRows, NOT_FISCAL, paymentRows, totalCaption } from '../journal/index.js';
import type { Slip, SlipPart } from './slip.js';
import { AWAITED, FOUND_UNDER, numberWords } from './words.js';

/** A request that waits for the processor, as its slip shows it. */
export interface QueuedSale {
  /** Running number of the box, from 1. */
  readonly number: number;
  /** The idempotency key, under which its receipt will be found. */
  readonly clientRequestId: string;
  readonly queuedAt: UtcMs;
  /** As it was validated with the tax rates that were known. */
  readonly draft: Pick<Draft, 'invoiceType' | 'transactionType' | 'lines' | 'payments' | 'total'>;
}

const RULE = '-'.repeat(COLUMNS);
const GAP: SlipPart = { kind: 'space', mm: 2 };
/** Must not be overlooked on a paper with items and a total (Technical Instruction, §16 P10). */
const NOT_FISCAL_PART: SlipPart = { kind: 'large', text: NOT_FISCAL };

/**
 * What a customer gets while the processor cannot be reached: what was sold, and how the receipt will be found. It has no QR
 * code, since people would take that for the code of a receipt.
 */
export function waitingSlip({ number, clientRequestId, queuedAt, draft }: QueuedSale): Slip {
  const { invoiceType, transactionType, lines, payments, total } = draft;
  const sold = [
    bannerRow(invoiceType, transactionType),
    ...lines.flatMap((line) => itemRows(line, transactionType)),
    RULE,
    ...amountRows(totalCaption(transactionType), total),
    ...payments.flatMap(paymentRows),
    RULE,
  ];
  const found = [...captionRow('Време:', receiptTime(queuedAt)), ...captionRow('Ознака:', clientRequestId)];
  return {
    parts: [
      NOT_FISCAL_PART,
      { kind: 'text', rows: AWAITED },
      GAP,
      { kind: 'text', rows: FOUND_UNDER },
      { kind: 'large', text: numberWords(number) },
      { kind: 'text', rows: [...found, ...sold] },
      NOT_FISCAL_PART,
    ],
    // The customer pays now, not when the receipt is issued.
    opensDrawer: payments.some(({ paymentType, amount }) => paymentType === 'Cash' && amount > 0),
  };
}
