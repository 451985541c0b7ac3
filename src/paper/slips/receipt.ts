import { PFR_TRAITS, isFiscalType } from '../../contract/index.js';
import {
  adLinesOf,
  fitsQrCode,
  isRuleShaped,
  NOT_FISCAL,
  NOT_FISCAL_LINES,
  printedParts,
  qrCodeOf,
  rowsOf,
  ruleRowsIn,
  totalRowIn,
} from '../journal/index.js';
import type { IssuedInvoice } from '../../platform/ledger/index.js';
import { DEMO, REPEAT, SANDBOX, type Slip, type SlipPart } from './slip.js';

interface SlipOptions {
  /**
   * True when this receipt may have been printed before: the paper is marked as a repeat at the top and at the bottom.
   */
  readonly repeat: boolean;
  /** True when it may open the drawer, if it was paid in cash. Default: unless it is a repeat. */
  readonly mayOpenDrawer?: boolean;
}

/** Blank paper between blocks of text. */
const GAP: SlipPart = { kind: 'space', mm: 2 };
/** Blank paper above the line for the buyer's signature, mm. Together with that row it is 10 to 12 mm. */
const SIGNATURE_MM = 8;

/**
 * A receipt for a thermal printer. It has the processor's text as issued, with the QR code above the closing line. The
 * sentence of papers that are not fiscal receipts is at twice the size (Technical Instruction, §16 P10). Below the end
 * are what was paid in advance (§9.1.1), the cash given with the change (§16 P9) and the advertising text (§16 P14). If
 * a verification link is too long for a QR code, the code is omitted. The box's own marks, that the paper is a repeat
 * or only a test, are outside of that text.
 */
export function receiptSlip(invoice: IssuedInvoice, { repeat, mayOpenDrawer = !repeat }: SlipOptions): Slip {
  const { draft, signature, environment, mode } = invoice;
  const { aboveCode, belowCode, advanceRows, changeRows } = printedParts(signature.journal, draft);
  const adLines = adLinesOf(draft.adText ?? '');
  const paidInCash = draft.payments.some(({ paymentType, amount }) => paymentType === 'Cash' && amount > 0);
  const trial = environment === 'sandbox' ? [SANDBOX] : PFR_TRAITS[mode].issuesRealReceipts ? [] : [DEMO];
  const marks = [...(repeat ? [REPEAT] : []), ...trial];
  const parts: readonly SlipPart[] = [
    ...marks.flatMap((mark) => [...mark, GAP]),
    ...textParts(rowsOf(aboveCode), isFiscalType(draft.invoiceType)),
    ...codePart(signature.verificationUrl),
    ...closingParts(rowsOf(belowCode)),
    ...(advanceRows.length === 0 ? [] : [GAP, ...textPart(advanceRows)]),
    ...(changeRows.length === 0 ? [] : [GAP, ...textPart(changeRows)]),
    ...(adLines.length === 0 ? [] : [GAP, { kind: 'small', lines: adLines } as const]),
    ...marks.flatMap((mark) => [GAP, ...mark]),
  ];
  return { parts, opensDrawer: paidInCash && isFiscalType(draft.invoiceType) && mayOpenDrawer };
}

/** The code of the link, computed when it is drawn, since a lot is printed above it. */
function codePart(link: string): SlipPart[] {
  if (!fitsQrCode(link)) return [];
  let rows: readonly string[] | undefined;
  return [
    {
      kind: 'code',
      get rows() {
        return (rows ??= qrCodeOf(link)?.rows ?? []);
      },
    },
  ];
}

/**
 * Splits the rows into parts: the sentence that it is not a fiscal receipt, the total and dividing rows get their own
 * parts. Beside that sentence the total is a row like others, since the sentence must have twice their size.
 */
function textParts(rows: readonly string[], isFiscal: boolean): SlipPart[] {
  const total = isFiscal ? totalRowIn(rows) : undefined;
  const rules = ruleRowsIn(rows);
  const parts: SlipPart[] = [];
  let block: string[] = [];
  const endBlock = (...next: readonly SlipPart[]): void => {
    parts.push(...textPart(block), ...next);
    block = [];
  };
  rows.forEach((row, at) => {
    if (row.trim() === NOT_FISCAL) endBlock({ kind: 'large', lines: NOT_FISCAL_LINES });
    else if (at === total) endBlock({ kind: 'total', row });
    else if (rules.has(at)) endBlock({ kind: 'rule', row });
    else block.push(row);
  });
  endBlock();
  return parts;
}

/** The part below the code: the closing row, on some papers with space for a signature above it. */
function closingParts(rows: readonly string[]): SlipPart[] {
  const first = rows.findIndex((row) => row !== '');
  const text = rows.slice(Math.max(0, first));
  const closing = text.at(-1) ?? '';
  const parts: readonly SlipPart[] = isRuleShaped(closing)
    ? [...textPart(text.slice(0, -1)), { kind: 'rule', row: closing }]
    : textPart(text);
  return first > 0 ? [{ kind: 'space', mm: SIGNATURE_MM }, ...parts] : [...parts];
}

function textPart(rows: readonly string[]): SlipPart[] {
  return rows.length > 0 ? [{ kind: 'text', rows }] : [];
}
