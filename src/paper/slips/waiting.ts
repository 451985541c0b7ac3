import { captionRow, centreText, COLUMNS, type Draft, receiptTime, type UtcMs, wrapWords } from '../../base/index.js';
import {
  amountRows,
  buyerRows,
  itemRows,
  ITEMS_HEAD,
  NOT_FISCAL_LINES,
  paymentRows,
  totalCaption,
} from '../journal/index.js';
import type { CompanySetting } from '../../shop/settings/index.js';
import { foreignRow, type Slip, type SlipPart } from './slip.js';
import { AWAITED, numberWords, PHONE_CAPTION, TIN_CAPTION, waitingWords } from './words.js';

/** A queued request for its slip. */
export interface QueuedSale {
  /** Counter of the box, from 1. */
  readonly number: number;
  /** The idempotency key, under which its receipt can be found. */
  readonly clientRequestId: string;
  readonly queuedAt: UtcMs;
  /** Validated with the tax rates known at that time. */
  readonly draft: Pick<
    Draft,
    'invoiceType' | 'transactionType' | 'cashier' | 'buyerId' | 'buyerCostCenterId' | 'lines' | 'payments' | 'total'
  >;
  /** The shop to which the buyer returns, with its telephone. */
  readonly company: CompanySetting;
}

const RULE: SlipPart = { kind: 'rule', row: '-'.repeat(COLUMNS) };
const GAP: SlipPart = { kind: 'space', mm: 2 };
/** Large, since it must not be overlooked on a paper with items and a total (Technical Instruction, §16 P10). */
const NOT_FISCAL_PART: SlipPart = { kind: 'large', lines: NOT_FISCAL_LINES };

/**
 * The paper for a customer while the processor cannot be reached: where and what was bought, and how the receipt can be
 * found. It has neither a QR code nor the banner of a receipt (`ПРОМЕТ ПРОДАЈА`), since people would take it for one.
 */
export function waitingSlip({ number, clientRequestId, queuedAt, draft, company }: QueuedSale): Slip {
  const { invoiceType, transactionType, cashier, lines, payments, total } = draft;
  const [totalRow = '', ...more] = amountRows(totalCaption(transactionType), total);
  return {
    parts: [
      NOT_FISCAL_PART,
      GAP,
      {
        kind: 'text',
        rows: [
          ...shopRows(company),
          ...captionRow('Касир:', foreignRow(cashier)),
          ...buyerRows(draft),
          ...captionRow('Време:', receiptTime(queuedAt)),
        ],
      },
      RULE,
      { kind: 'text', rows: [centreText(waitingWords(invoiceType, transactionType))] },
      RULE,
      { kind: 'text', rows: [ITEMS_HEAD, ...lines.flatMap((line) => itemRows(line, transactionType))] },
      RULE,
      { kind: 'total', row: totalRow },
      { kind: 'text', rows: [...more, ...payments.flatMap(paymentRows)] },
      RULE,
      GAP,
      { kind: 'text', rows: AWAITED.map((sentence) => centreText(sentence)) },
      { kind: 'large', lines: [numberWords(number)] },
      { kind: 'text', rows: [...captionRow('Ознака:', clientRequestId), ...phoneRows(company)] },
      GAP,
      NOT_FISCAL_PART,
    ],
    // The customer pays now, not when the receipt is issued.
    opensDrawer: payments.some(({ paymentType, amount }) => paymentType === 'Cash' && amount > 0),
  };
}

/** Lets the buyer call before returning, to ask whether the receipt has been issued. */
function phoneRows({ phone }: CompanySetting): string[] {
  return phone === undefined ? [] : captionRow(PHONE_CAPTION, foreignRow(phone).trim());
}

/** As on a receipt, each line centred. */
function shopRows({ name, tin, location, address, district }: CompanySetting): string[] {
  const lines = [name, `${TIN_CAPTION} ${tin}`, location, address, district];
  return lines.flatMap((line) => wrapWords(foreignRow(line).trim(), COLUMNS).map((row) => centreText(row)));
}
