import {
  type Draft,
  formatMoney,
  formatQuantity,
  type InvoiceLine,
  labelsOfLine,
  type TaxItem,
} from '../../../base/index.js';
import { rateOnPaper } from '../../journal/index.js';
import { fitted } from './columns.js';
import { type Column, PAGES, type Table } from './sheet.js';
import { tidy } from './tidy.js';

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
