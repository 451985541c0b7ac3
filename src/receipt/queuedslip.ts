import type { Draft, UtcMs } from '../base/fiscal.js';
import { captionLine, COLUMNS } from '../base/text.js';
import { receiptTime } from '../base/time.js';
import type { Slip, SlipPart } from '../printing/slip.js';
import { bannerLine, NOT_FISCAL, totalCaption } from './lettering.js';
import { amountLines, itemLines, paymentLines } from './rows.js';
import { AWAITED, FOUND_UNDER, numberWords } from './slipwords.js';

/** A request that waits for its processor, as its slip tells it. */
export interface QueuedSale {
  /** Running number of the box, from 1. */
  readonly number: number;
  /** The idempotency key, by which its receipt will be found. */
  readonly clientRequestId: string;
  readonly queuedAt: UtcMs;
  /** As it was validated by the rates that were known. */
  readonly draft: Pick<Draft, 'invoiceType' | 'transactionType' | 'lines' | 'payments' | 'total'>;
}

const RULE = '-'.repeat(COLUMNS);
const GAP: SlipPart = { kind: 'space', mm: 2 };
/** Must not be overlooked on a paper with lines and a total (Technical Instruction, §16 P10). */
const NO_RECEIPT: SlipPart = { kind: 'large', text: NOT_FISCAL };

/**
 * What a customer gets while the processor is out of reach: what was sold, and where its receipt will be found. It bears
 * no code: whoever sees one on a paper from a till takes it for that of a receipt.
 */
export function queuedSlip({ number, clientRequestId, queuedAt, draft }: QueuedSale): Slip {
  const { invoiceType, transactionType, lines, payments, total } = draft;
  const sold = [
    bannerLine(invoiceType, transactionType),
    ...lines.flatMap((line) => itemLines(line, transactionType)),
    RULE,
    ...amountLines(totalCaption(transactionType), total),
    ...payments.flatMap(paymentLines),
    RULE,
  ];
  const found = [...captionLine('Време:', receiptTime(queuedAt)), ...captionLine('Ознака:', clientRequestId)];
  return {
    parts: [
      NO_RECEIPT,
      { kind: 'text', lines: AWAITED },
      GAP,
      { kind: 'text', lines: FOUND_UNDER },
      { kind: 'large', text: numberWords(number) },
      { kind: 'text', lines: [...found, ...sold] },
      NO_RECEIPT,
    ],
    // The money changes hands now, not when the receipt is issued.
    opensDrawer: payments.some(({ paymentType, amount }) => paymentType === 'Cash' && amount > 0),
  };
}
