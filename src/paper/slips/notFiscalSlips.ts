import { captionRow, centreText, COLUMNS, receiptTime, type UtcMs, wrapWords } from '../../base/index.js';
import type { Draft } from '../../contract/index.js';
import { NOT_FISCAL_LINES, NOT_FISCAL_ROW, qrCodeOf } from '../journal/index.js';
import type { CompanySetting, PrinterSetting } from '../../shop/settings/index.js';
import type { ProbeFindings } from '../../platform/ledger/index.js';
import {
  AWAITED,
  findingRows,
  foreignRow,
  GLYPHS,
  HOW_TO_GET,
  numberText,
  PHONE_CAPTION,
  settingRows,
  type Slip,
  type SlipPart,
  SMALL_GLYPHS,
  TEST_TITLE,
} from './slip.js';

/** A queued request for its slip. */
interface QueuedSale {
  /** Counter of the box, from 1. */
  readonly number: number;
  /** The idempotency key, under which its receipt can be found. */
  readonly clientRequestId: string;
  readonly queuedAt: UtcMs;
  readonly payments: Draft['payments'];
  /** Where the buyer comes back to, or calls before. */
  readonly company: Pick<CompanySetting, 'name' | 'phone'>;
}

const GAP: SlipPart = { kind: 'space', mm: 2 };
/** Large, since it must not be overlooked on a paper with items and a total (Technical Instruction, §16 P10). */
const NOT_FISCAL_PART: SlipPart = { kind: 'large', lines: NOT_FISCAL_LINES };

/**
 * The paper for a customer while the processor cannot be reached: where and what was bought, and how the receipt can be
 * found. It has neither a QR code nor the banner of a receipt (`ПРОМЕТ ПРОДАЈА`), since people would take it for one.
 */
export function waitingSlip({ number, clientRequestId, queuedAt, payments, company }: QueuedSale): Slip {
  return {
    parts: [
      NOT_FISCAL_PART,
      GAP,
      { kind: 'text', rows: centred(AWAITED) },
      { kind: 'large', lines: [numberText(number)] },
      { kind: 'text', rows: centred(HOW_TO_GET) },
      GAP,
      {
        kind: 'text',
        rows: [
          ...centred(wrapWords(foreignRow(company.name).trim(), COLUMNS)),
          ...phoneRows(company),
          ...captionRow('Време:', receiptTime(queuedAt)),
          ...captionRow('Ознака:', clientRequestId),
        ],
      },
      GAP,
      NOT_FISCAL_PART,
    ],
    // The customer pays now, not when the receipt is issued.
    opensDrawer: payments.some(({ paymentType, amount }) => paymentType === 'Cash' && amount > 0),
  };
}

/** A customer from afar asks first whether the receipt is there. */
function phoneRows({ phone }: QueuedSale['company']): string[] {
  return phone === undefined ? [] : captionRow(PHONE_CAPTION, foreignRow(phone).trim());
}

function centred(rows: readonly string[]): string[] {
  return rows.map((row) => centreText(row));
}

interface TestSlipOf {
  readonly printer: PrinterSetting;
  readonly findings: ProbeFindings;
}

/** The number of each column: tens above ones. */
const COLUMN_NUMBERS = [
  Array.from({ length: COLUMNS / 10 }, (_, ten) => `${ten + 1}`.padStart(10)).join(''),
  '1234567890'.repeat(COLUMNS / 10),
];

/** As long as the verification links of real receipts. The name can never be that of a host (RFC 2606, section 2). */
const VERIFICATION_LINK = 'https://probni-otisak.invalid/v/?vl='.padEnd(
  866,
  'A03BCdef49GHijklM7nopQRstu8VWxyz/Zab1cD2E5F6',
);

/**
 * A test of whether a printer can print what a receipt needs: every letter of both alphabets, forty columns, the whole
 * width of the print head, and a QR code of real size. It also lists the printer's settings and the findings of its
 * probe.
 */
export function testSlip({ printer, findings }: TestSlipOf): Slip {
  return {
    parts: [
      { kind: 'ruler' },
      { kind: 'large', lines: [TEST_TITLE] },
      { kind: 'text', rows: [NOT_FISCAL_ROW, ...settingRows(printer), ...findingRows(findings)] },
      { kind: 'space', mm: 2 },
      { kind: 'text', rows: [...COLUMN_NUMBERS, ...GLYPHS] },
      { kind: 'small', lines: SMALL_GLYPHS },
      { kind: 'code', rows: qrCodeOf(VERIFICATION_LINK)?.rows ?? [] },
      { kind: 'ruler' },
    ],
  };
}
