import { type Draft, type InvoiceLine, labelsOfLine, paymentName, type TaxItem } from '../../../contract/index.js';
import { formatMoney, formatQuantity } from '../../../base/index.js';
import { rateOnPaper, totalCaption } from '../../journal/index.js';
import { fitted } from './columns.js';
import { type Block, type Box, type Column, type Note, PAGES, PRICES_NOTE, type Sum, type Table } from './sheet.js';
import { tidy } from './glyphs.js';

/** Width between the margins of the document, mm. */
const WIDTH = PAGES.a4.width - 2 * PAGES.a4.margin;

/** With more lines than this they are set closely. */
const DENSE_FROM = 14;

const COLUMNS: readonly Column[] = [
  { head: '#', share: 5, align: 'left' },
  { head: 'Назив', share: 42, align: 'left' },
  { head: 'Кол.', share: 10, align: 'right' },
  { head: 'Ј. м.', share: 7, align: 'left' },
  { head: 'Цена', share: 13, align: 'right' },
  { head: 'ПДВ', share: 10, align: 'right' },
  { head: 'Износ', share: 13, align: 'right' },
];

/** The sold items, a row each. As on the fiscal slip, only the line totals of a refund are negative. */
export function itemTable({ lines, transactionType }: Draft, taxItems: readonly TaxItem[]): Table {
  const rates = new Map(taxItems.map((item) => [item.label, rateOnPaper(item)]));
  const row = (line: InvoiceLine, index: number): string[] => [
    `${index + 1}`,
    tidy(line.name),
    formatQuantity(line.quantity),
    tidy(line.unit),
    formatMoney(line.unitPrice),
    labelsOfLine(line)
      .map((label) => `${rates.get(label) ?? ''} ${tidy(label)}`.trim())
      .join(', '),
    formatMoney(transactionType === 'Refund' ? -line.total : line.total),
  ];
  const isDense = lines.length > DENSE_FROM;
  return fitted({ kind: 'table', columns: COLUMNS, rows: lines.map(row), foot: null, isDense }, WIDTH);
}

/** With more rows than this they may be split between pages, and are below the box instead of beside it. */
const MAX_TOGETHER = 24;
/** Percent of the width for the block beside the sums: text, or text with a code. */
const BESIDE = { words: 50, code: 62 } as const;

/** Taxes, total and payments in one column, and beside them how the receipt can be paid or what was paid in advance. */
export function sumBlocks(draft: Draft, taxItems: readonly TaxItem[], box: Box | null): Block[] {
  const sums = { kind: 'sums', rows: rowsOf(draft, taxItems) } as const;
  const beside: Box | Note = box ?? { kind: 'note', text: PRICES_NOTE };
  if (sums.rows.length > MAX_TOGETHER) return [beside, sums];
  return [{ kind: 'pair', left: beside, right: sums, share: box?.code == null ? BESIDE.words : BESIDE.code }];
}

function rowsOf({ total, payments, transactionType, invoiceType }: Draft, taxItems: readonly TaxItem[]): Sum[] {
  const plain = (caption: string, amount: number): Sum => ({ caption, amount: formatMoney(amount), isStrong: false });
  const taxes = taxItems.flatMap(({ label, categoryName, amount, total: gross, ...rate }) => [
    plain(`Основица ${tidy(label)}`, gross - amount),
    plain(`${tidy(categoryName)} ${tidy(label)} ${rateOnPaper(rate)}`, amount),
  ]);
  const tax = taxItems.reduce((sum, { amount }) => sum + amount, 0);
  return [
    ...taxes,
    ...(taxItems.length > 1 ? [plain('Укупан износ пореза', tax)] : []),
    { caption: totalCaption(transactionType).replace(':', ''), amount: `${formatMoney(total)} RSD`, isStrong: true },
    // Nothing was paid by a pro-forma.
    ...(invoiceType === 'ProForma' ? [] : payments).map(({ paymentType, amount }) =>
      plain(paymentName(paymentType), amount),
    ),
  ];
}
