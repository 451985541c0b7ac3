import { COLUMNS } from '../base/text.js';
import type { ProbeFindings } from '../ledger/job.js';
import type { Slip } from '../printing/slip.js';
import type { PrinterSetting } from '../settings/printers.js';
import { NOT_FISCAL_LINE } from './lettering.js';
import { qrCodeOf } from './qr.js';
import { findingLines, LETTERS, settingLines, SMALL_LETTERS, TEST_TITLE } from './slipwords.js';

export interface TestSlipOf {
  readonly printer: PrinterSetting;
  readonly findings: ProbeFindings;
}

/** Number of each column: tens above ones. */
const COLUMN_NUMBERS = [
  Array.from({ length: COLUMNS / 10 }, (_, ten) => `${ten + 1}`.padStart(10)).join(''),
  '1234567890'.repeat(COLUMNS / 10),
];

/** As long as the links of real receipts are; the name can never be one of a host (RFC 2606, section 2). */
const LINK = 'https://probni-otisak.invalid/v/?vl='.padEnd(866, 'A03BCdef49GHijklM7nopQRstu8VWxyz/Zab1cD2E5F6');

/**
 * Shows whether a printer prints what a receipt needs: every letter of both alphabets, forty columns, the whole width of
 * the head, and a code of real length; and tells how it is set and what it was found to answer.
 */
export function testSlip({ printer, findings }: TestSlipOf): Slip {
  return {
    parts: [
      { kind: 'ruler' },
      { kind: 'large', text: TEST_TITLE },
      { kind: 'text', lines: [NOT_FISCAL_LINE, ...settingLines(printer), ...findingLines(findings)] },
      { kind: 'space', mm: 2 },
      { kind: 'text', lines: [...COLUMN_NUMBERS, ...LETTERS] },
      { kind: 'small', lines: SMALL_LETTERS },
      { kind: 'code', rows: qrCodeOf(LINK)?.rows ?? [] },
      { kind: 'ruler' },
    ],
  };
}
