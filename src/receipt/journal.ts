import type { Company, Draft, TaxItem, UtcMs } from '../base/fiscal.js';
import { captionLine, centre, COLUMNS, oneLine, wrapWords } from '../base/text.js';
import { receiptTime, receiptTimeOfLocal } from '../base/time.js';
import { bannerLine, closingLine, isFiscalType, NOT_FISCAL_LINE, titleLine, totalCaption } from './lettering.js';
import { amountLines, itemLines, paymentLines, taxLines } from './rows.js';

/**
 * The receipt as a fiscal processor writes it: 40 columns, CRLF, in the layout of TaxCore's own generator of 2025-26
 * (Technical Instruction for ESIR and L-PFR, §16). Every line is exactly 40 code points but `Артикли`.
 */

const DOUBLE_RULE = '='.repeat(COLUMNS);
const SINGLE_RULE = '-'.repeat(COLUMNS);
const ITEMS_HEAD = 'Назив   Цена         Кол.         Укупно';
const TAXES_HEAD = 'Ознака       Име      Стопа        Порез';

/** The seller's lines are broken one column early: a piece of exactly 40 is never seen. */
const COMPANY_COLUMNS = COLUMNS - 1;

export interface JournalInput {
  readonly draft: Draft;
  readonly company: Company;
  /** ESIR number and version, `123/1.0`. */
  readonly esirNumber: string;
  /** In the order in which they are to be printed. */
  readonly taxItems: readonly TaxItem[];
  /** PFR time. */
  readonly time: UtcMs;
  readonly invoiceNumber: string;
  readonly invoiceCounter: string;
  /** A line to stand under the title and above the closing line. */
  readonly notice?: string;
}

/** The whole text with a final CRLF. It has no mark for the QR code, which belongs above the closing line. */
export function composeJournal(input: JournalInput): string {
  const { draft, taxItems } = input;
  const notice = input.notice === undefined ? [] : [centre(input.notice)];
  const totalTax = taxItems.reduce((sum, item) => sum + item.amount, 0);
  const lines = [
    titleLine(draft.invoiceType),
    ...notice,
    ...companyLines(input.company),
    ...headerLines(draft, input.esirNumber),
    bannerLine(draft.invoiceType, draft.transactionType),
    'Артикли',
    DOUBLE_RULE,
    ITEMS_HEAD,
    ...draft.lines.flatMap((line) => itemLines(line, draft.transactionType)),
    SINGLE_RULE,
    ...amountLines(totalCaption(draft.transactionType), draft.total),
    ...draft.payments.flatMap(paymentLines),
    DOUBLE_RULE,
    ...(isFiscalType(draft.invoiceType) ? [] : [NOT_FISCAL_LINE, DOUBLE_RULE]),
    TAXES_HEAD,
    ...taxItems.flatMap(taxLines),
    SINGLE_RULE,
    ...amountLines('Укупан износ пореза:', totalTax),
    DOUBLE_RULE,
    ...captionLine('ПФР време:', receiptTime(input.time)),
    ...captionLine('ПФР број рачуна:', input.invoiceNumber),
    ...captionLine('Бројач рачуна:', input.invoiceCounter),
    DOUBLE_RULE,
    ...notice,
    closingLine(draft.invoiceType),
  ];
  return `${lines.join('\r\n')}\r\n`;
}

function companyLines(company: Company): string[] {
  return [company.tin, company.name, company.location, company.address, company.district]
    .flatMap((value) => wrapWords(oneLine(value), COMPANY_COLUMNS))
    .map((piece) => centre(piece));
}

function headerLines(draft: Draft, esirNumber: string): string[] {
  const optional = (caption: string, value: string | null): string[] =>
    value === null ? [] : captionLine(caption, oneLine(value));
  const time = (local: string | null): string | null => (local === null ? null : receiptTimeOfLocal(local));
  return [
    ...captionLine('Касир:', oneLine(draft.cashier)),
    ...optional('ИД купца:', draft.buyerId),
    ...optional('Опционо поље купца:', draft.buyerCostCenterId),
    ...captionLine('ЕСИР број:', oneLine(esirNumber)),
    ...optional('ЕСИР време:', time(draft.issueTime)),
    ...optional('Реф. број:', draft.referentNumber),
    ...optional('Реф. време:', time(draft.referentTime)),
  ];
}
