import {
  captionRow,
  centreText,
  COLUMNS,
  oneLine,
  receiptTime,
  receiptTimeOfLocal,
  type UtcMs,
  wrapWords,
} from '../../base/index.js';
import { type Company, type Draft, type TaxItem, isFiscalType } from '../../contract/index.js';
import { bannerRow, closingRow, ITEMS_CAPTION, NOT_FISCAL_ROW, titleRow, totalCaption } from './receiptTexts.js';
import { amountRows, buyerRows, itemRows, ITEMS_HEAD, paymentRows, paymentsOnReceipt, taxRows } from './journalRows.js';

/**
 * The text of a receipt as a fiscal processor composes it: 40 columns, CRLF, in the layout of TaxCore's own generator
 * of 2025-26 (Technical Instruction for ESIR and L-PFR, §16). Every row has exactly 40 code points except `Артикли`.
 */

const DOUBLE_RULE = '='.repeat(COLUMNS);
const SINGLE_RULE = '-'.repeat(COLUMNS);
const TAXES_HEAD = 'Ознака       Име      Стопа        Порез';

/** The rows of the seller are broken one column earlier than the others. */
const COMPANY_COLUMNS = COLUMNS - 1;

interface JournalInput {
  readonly draft: Draft;
  readonly company: Company;
  /** ESIR number and version, `123/1.0`. */
  readonly esirNumber: string;
  /** In printing order. */
  readonly taxItems: readonly TaxItem[];
  /** PFR time. */
  readonly time: UtcMs;
  readonly invoiceNumber: string;
  readonly invoiceCounter: string;
  /** A sentence under the title and above the closing row. */
  readonly demoSentence?: string;
}

/** The whole text with a final CRLF. It does not mark the place of the QR code, which is above the closing row. */
export function composeJournal(input: JournalInput): string {
  const { draft, taxItems } = input;
  const demoRows = input.demoSentence === undefined ? [] : [centreText(input.demoSentence)];
  const totalTax = taxItems.reduce((sum, item) => sum + item.amount, 0);
  const rows = [
    titleRow(draft.invoiceType),
    ...demoRows,
    ...companyRows(input.company),
    ...headerRows(draft, input.esirNumber),
    bannerRow(draft.invoiceType, draft.transactionType),
    ITEMS_CAPTION,
    DOUBLE_RULE,
    ITEMS_HEAD,
    ...draft.lines.flatMap((line) => itemRows(line, draft.transactionType)),
    SINGLE_RULE,
    ...amountRows(totalCaption(draft.transactionType), draft.total),
    ...paymentsOnReceipt(draft).flatMap(paymentRows),
    DOUBLE_RULE,
    ...(isFiscalType(draft.invoiceType) ? [] : [NOT_FISCAL_ROW, DOUBLE_RULE]),
    TAXES_HEAD,
    ...taxItems.flatMap(taxRows),
    SINGLE_RULE,
    ...amountRows('Укупан износ пореза:', totalTax),
    DOUBLE_RULE,
    ...captionRow('ПФР време:', receiptTime(input.time)),
    ...captionRow('ПФР број рачуна:', input.invoiceNumber),
    ...captionRow('Бројач рачуна:', input.invoiceCounter),
    DOUBLE_RULE,
    ...demoRows,
    closingRow(draft.invoiceType),
  ];
  return `${rows.join('\r\n')}\r\n`;
}

function companyRows(company: Company): string[] {
  return [company.tin, company.name, company.location, company.address, company.district]
    .flatMap((value) => wrapWords(oneLine(value), COMPANY_COLUMNS))
    .map((piece) => centreText(piece));
}

function headerRows(draft: Draft, esirNumber: string): string[] {
  const optional = (caption: string, value: string | null): string[] =>
    value === null ? [] : captionRow(caption, oneLine(value));
  const time = (local: string | null): string | null => (local === null ? null : receiptTimeOfLocal(local));
  return [
    ...captionRow('Касир:', oneLine(draft.cashier)),
    ...buyerRows(draft),
    ...captionRow('ЕСИР број:', oneLine(esirNumber)),
    ...optional('ЕСИР време:', time(draft.issueTime)),
    ...optional('Реф. број:', draft.referentNumber),
    ...optional('Реф. време:', time(draft.referentTime)),
  ];
}
