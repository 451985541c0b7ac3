import { COLUMNS } from '../../base/index.js';
import { NOT_FISCAL_ROW, qrCodeOf } from '../journal/index.js';
import type { ProbeFindings } from '../../platform/ledger/index.js';
import type { PrinterSetting } from '../../shop/settings/index.js';
import type { Slip } from './slip.js';
import { findingRows, GLYPHS, settingRows, SMALL_GLYPHS, TEST_TITLE } from './slipTexts.js';

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
